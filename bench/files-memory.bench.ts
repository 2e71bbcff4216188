/**
 * Uploads a file of 2 GiB to the local disk in parts of 8 MiB, four at a time, over a connection that is cut at 60 % and restored.
 * Measures how far the memory of the server (resident set, its peak during the upload) rises above that after one small upload
 * (limit: 64 MiB) and above idle, how much is sent again (limit: one part), and whether the stored file is identical. Linux only.
 */

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { openCuttableProxy } from '../e2e/network-proxy.ts'
import { residentMiB } from './processes.ts'
import { makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'
import { uploadInParts } from './uploading.ts'

const MiB = 1024 * 1024
const size = 2048 * MiB
const limits = { rise: 64, again: 8 }
/** Milliseconds without a network. */
const offlineMs = 1000

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
let product: Awaited<ReturnType<typeof serve>> | undefined
let line: Awaited<ReturnType<typeof openCuttableProxy>> | undefined
try {
  const { url: database, token } = await makeDatabase(postgres.url, 'files')
  const source = join(dataDir, 'source')
  await fill(source)
  product = await serve('product', { DATABASE_URL: database, DATA_DIR: dataDir })
  line = await openCuttableProxy(product.url)
  const target = { url: line.url, token }
  const idle = residentMiB(product.pid)
  await uploadInParts(target, source, 64 * MiB)
  const warm = residentMiB(product.pid)
  const earlier = line.sent()
  let peak = warm
  let cut: Promise<void> | undefined
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMiB(product!.pid))
    if (line!.sent() - earlier >= 0.6 * size) cut ??= breakFor(offlineMs)
  }, 20)
  const { url } = await uploadInParts(target, source, size)
  clearInterval(watch)
  await cut
  const again = (line.sent() - earlier - size) / MiB
  const [rise, overIdle] = [peak - warm, peak - idle]
  const isSame = (await hashOf((await fetch(url)).body!)) === (await hashOf(createReadStream(source)))
  const isWithin = rise <= limits.rise && again <= limits.again && isSame && cut !== undefined
  console.log(`files-memory: ${idle.toFixed(0)} MiB idle, ${warm.toFixed(0)} after 64 MiB, ${peak.toFixed(0)} at most`)
  console.log(`files-memory: rise ${rise.toFixed(0)} MiB, limit ${limits.rise} (over idle ${overIdle.toFixed(0)})`)
  console.log(`files-memory: cut at 60 %, sent again ${again.toFixed(2)} MiB with all headers, limit ${limits.again}`)
  console.log(`files-memory: SHA-256 ${isSame ? 'the same' : 'DIFFERS'}: ${isWithin ? 'within the limits' : 'OVER'}`)
  process.exitCode = isWithin ? 0 : 1
} finally {
  await line?.stop()
  product?.child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** No two chunks are equal, so that swapped ones are detected. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const piece = randomBytes(MiB)
  for (let written = 0; written < size; written += MiB) {
    piece.writeBigUInt64LE(BigInt(written), 16)
    // So that it passes the check of its type.
    if (written === 0) piece.write('\u0000\u0000\u0000\u0018ftypisom', 'latin1')
    await file.write(piece)
  }
  await file.close()
}

async function breakFor(milliseconds: number): Promise<void> {
  line!.cut()
  await sleep(milliseconds)
  line!.restore()
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}
