/** External services as interfaces, so that each has a real and a local implementation. */

import type { Config } from '#config.ts'
import { createLocalStorage } from '#services/local-storage.ts'
import { createMailer, type Mailer } from '#services/mailer.ts'
import type { Storage } from '#services/storage.ts'
import { createZoom, type Zoom } from '#services/zoom.ts'

export interface Services {
  config: Config
  storage: Storage
  mailer: Mailer
  /** Undefined: live sessions use pasted links. */
  zoom: Zoom | undefined
}

export async function createServices(config: Config): Promise<Services> {
  const [storage, mailer] = await Promise.all([createStorage(config), createMailer(config)])
  return { config, storage, mailer, zoom: config.zoom && createZoom(config.zoom) }
}

async function createStorage({ dataDir, files }: Config): Promise<Storage> {
  if (files.kind === 'local') return createLocalStorage({ dataDir })
  const { createS3Storage } = await import('#services/s3-storage.ts')
  return createS3Storage(files)
}
