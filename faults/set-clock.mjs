// Preloaded into the product: SIGUSR2 sets its clock back by an hour, SIGALRM forward again. PostgreSQL keeps its own.

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

let offset = 0
const hour = 3_600_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + offset
  }
}

// Node reads the system's clock for these: their first twelve digits are milliseconds.
const { randomUUIDv7 } = crypto
crypto.randomUUIDv7 = () => {
  const id = randomUUIDv7()
  const time = (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + offset).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
}
syncBuiltinESMExports()

process.on('SIGUSR2', () => (offset = -hour))
process.on('SIGALRM', () => (offset = 0))
