/** Files on the local disk behind signed addresses of our own. */
import type { Config } from '#config.ts'
import type { Storage } from '#services/storage.ts'

export async function createLocalStorage(_config: Config): Promise<Storage> {
  const absent = () => Promise.reject(new Error('not built yet'))
  return { presignPut: absent, presignGet: async (key) => `/files/${key}`, inspect: async () => undefined, put: absent, remove: async () => {}, check: async () => {} }
}
