/**
 * A file of 2 GiB sent to the local disk in parts of 8 MiB, four at a time: how much the memory of the server (resident set,
 * its peak while the bytes come in) rises over what it was after one small upload. Limit: 64 MiB. Linux only.
 */
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@lms/server/db/embedded'
import { makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'
import { uploadInParts } from './uploading.ts'

const MiB = 1024 * 1024
const size = 2048 * MiB
const limit = 64

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
let product: Awaited<ReturnType<typeof serve>> | undefined
try {
  const { url: database, token } = await makeDatabase(postgres.url, 'files')
  const source = join(dataDir, 'source')
  const file = await open(source, 'w')
  // A hole as long as the file: nothing here depends on what the bytes are.
  await file.write(Buffer.from('\u0000\u0000\u0000\u0018ftypisom'))
  await file.truncate(size)
  await file.close()
  product = await serve('product', { DATABASE_URL: database, DATA_DIR: dataDir })
  const target = { url: product.url, token }
  await uploadInParts(target, source, 64 * MiB)
  const before = residentMiB(product.pid)
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, residentMiB(product!.pid))), 20)
  await uploadInParts(target, source, size)
  clearInterval(watch)
  const rise = peak - before
  console.log(
    `files-memory: from ${before.toFixed(0)} to ${peak.toFixed(0)} MiB, rise ${rise.toFixed(0)} MiB, limit ${limit}: ${rise <= limit ? 'kept' : 'MISSED'}`,
  )
  process.exitCode = rise <= limit ? 0 : 1
} finally {
  product?.child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}
