/** The outside world as handlers see it: interfaces, so that each has a real and a local side. */
import type { Config } from '#config.ts'
import { createLocalStorage } from '#services/local-storage.ts'
import type { Storage } from '#services/storage.ts'

export interface Services {
  config: Config
  storage: Storage
}

export async function createServices(config: Config): Promise<Services> {
  return { config, storage: await createLocalStorage(config) }
}
