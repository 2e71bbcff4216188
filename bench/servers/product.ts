/** The product's own application, on an existing database; bundled like the server. */

import type { AddressInfo } from 'node:net'
import { backlog, createApp } from '@lms/server/app'
import { readConfig } from '@lms/server/config'
import { openDatabase } from '@lms/server/db/client'
import { createServices } from '@lms/server/services/services'

const config = readConfig({ DATA_DIR: process.env.DATA_DIR!, SEED: 'none', RATE_LIMITS: 'off' })
const app = await createApp({
  database: openDatabase(process.env.DATABASE_URL!),
  services: await createServices(config),
  now: () => new Date(),
})
await app.listen({ port: 0, host: '127.0.0.1', backlog })
process.send!((app.addresses()[0] as AddressInfo).port)
