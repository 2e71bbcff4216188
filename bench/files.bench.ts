/**
 * Files on the local disk, 1 GiB over loopback. A multipart upload, including assembly, compared with `curl -T` to a bare
 * node:http server that writes to the same disk: at least 50 % of its speed. Download in ranges compared with nginx on the same
 * file: at least 70 %. Linux; needs curl, and nginx for the second figure.
 */

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'
import { uploadInParts } from './uploading.ts'

const run = promisify(execFile)
const MiB = 1024 * 1024
const size = 1024 * MiB
const limits = { upload: 0.5, download: 0.7 }
const rounds = 3

const isInstalled = (program: string, flag: string) =>
  run(program, [flag]).then(
    () => true,
    () => false,
  )
const nginx = (await isInstalled('/usr/sbin/nginx', '-v')) ? '/usr/sbin/nginx' : (await isInstalled('nginx', '-v')) ? 'nginx' : undefined
if (!(await isInstalled('curl', '--version'))) {
  console.log('files: curl is not installed, so there is nothing to compare with: NOT MEASURED')
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
const children: ChildProcess[] = []
try {
  const { url: database, token } = await makeDatabase(postgres.url, 'files')
  const source = join(dataDir, 'source')
  await fill(source)
  const product = await serve('product', { DATABASE_URL: database, DATA_DIR: dataDir })
  const bare = await serve('bare-put', { TARGET: join(dataDir, 'bare') })
  children.push(product.child, bare.child)
  const target = { url: product.url, token }
  const upload = await compare('upload', limits.upload, {
    floor: () => curl(['-T', source, `${bare.url}/x`]),
    ours: async () => (await uploadInParts(target, source, size)).milliseconds,
  })
  const { url } = await uploadInParts(target, source, size)
  const download = nginx ? await compareDownloads(nginx, source, url) : undefined
  if (!nginx) console.log('download: nginx is not installed: NOT MEASURED')
  process.exitCode = upload && download !== false ? 0 : 1
} finally {
  for (const child of children) child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  // So that it passes the check of its type.
  await file.write(Buffer.from('\u0000\u0000\u0000\u0018ftypisom'))
  const piece = randomBytes(8 * MiB)
  for (let written = 12; written < size; written += piece.length) await file.write(piece, 0, Math.min(piece.length, size - written))
  await file.sync()
  await file.close()
}

async function compareDownloads(program: string, source: string, url: string): Promise<boolean> {
  const port = await freePort()
  const home = join(dataDir, 'nginx')
  await mkdir(home)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home};`).join(' ')
  const http = `access_log off; sendfile on; tcp_nopush on; ${temporary} server { listen 127.0.0.1:${port}; root ${dataDir}; }`
  await writeFile(join(home, 'conf'), `daemon off; worker_processes 1; error_log stderr; pid ${home}/pid; events {} http { ${http} }`)
  await chmod(source, 0o644)
  children.push(spawn(program, ['-p', home, '-c', join(home, 'conf')], { stdio: 'ignore' }))
  await sleep(500)
  return compare('download', limits.download, {
    floor: () => curl(ranges(`http://127.0.0.1:${port}/source`)),
    ours: () => curl(ranges(url)),
  })
}

/** One connection that requests one range after another, as players do. */
function ranges(url: string): string[] {
  const step = 64 * MiB
  return Array.from({ length: size / step }, (_, n) => [
    ...(n > 0 ? ['--next'] : []),
    '-s',
    '--fail',
    '-o',
    '/dev/null',
    '-r',
    `${n * step}-${(n + 1) * step - 1}`,
    url,
  ]).flat()
}

async function curl(parameters: string[]): Promise<number> {
  const started = performance.now()
  await run('curl', ['-s', '--fail', ...parameters])
  return performance.now() - started
}

async function compare(name: string, limit: number, { floor, ours }: Record<'floor' | 'ours', () => Promise<number>>): Promise<boolean> {
  await floor()
  await ours()
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const [a, b] = [await floor(), await ours()]
    ratios.push(a / b)
    console.log(`${name}, round ${round}: floor ${speed(a)}, product ${speed(b)} MiB/s, ratio ${(a / b).toFixed(2)}`)
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
  console.log(`${name}: ratio ${median.toFixed(2)}, at least ${limit}: ${median >= limit ? 'within the limits' : 'OVER'}`)
  return median >= limit
}

function speed(milliseconds: number): string {
  return (size / MiB / (milliseconds / 1000)).toFixed(0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
