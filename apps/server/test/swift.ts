/** OpenStack Swift with its S3 interface, as Debian packages it: a strict S3 server of one's own, in a temporary folder. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

interface Account {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const run = promisify(execFile)
const programs = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server', 'swift-ring-builder']
const needed = [...programs.map((name) => `/usr/bin/${name}`), '/usr/bin/memcached', '/etc/swift/swift.conf']

export const isSwiftInstalled = (): boolean => needed.every((path) => existsSync(path))

const kinds = ['account', 'container', 'object'] as const
const middleware = 'catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo'

/**
 * Runs each line of its first parameter beside the others, until its input ends: by our hand, or because this process is gone,
 * however that came. Then nothing stays, and nothing runs.
 */
const keeper = `
  printf '%s\\n' "$1" > "$2/commands"
  while read -r line; do $line > /dev/null 2>&1 & running="$running $!"; done < "$2/commands"
  cat > /dev/null
  kill -9 $running 2> /dev/null
  wait 2> /dev/null
  rm -rf "$2"`

/** With an empty bucket. */
export async function startSwift(bucket: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lms-swift-'))
  await chmod(folder, 0o755)
  let stop = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const ports = {
      account: await freePort(),
      container: await freePort(),
      object: await freePort(),
      proxy: await freePort(),
      cache: await freePort(),
    }
    await Promise.all([
      mkdir(join(folder, 'devices', 'd1'), { recursive: true }),
      ...kinds.map((kind) => makeRing(folder, kind, ports[kind])),
    ])
    const base = { swift_dir: folder, bind_ip: '127.0.0.1', user: userInfo().username, workers: 0 }
    for (const kind of kinds) {
      const server = {
        DEFAULT: { ...base, bind_port: ports[kind], devices: join(folder, 'devices'), mount_check: false },
        'pipeline:main': { pipeline: `${kind}-server` },
      }
      await writeFile(join(folder, `${kind}.conf`), ini({ ...server, [`app:${kind}-server`]: { use: `egg:swift#${kind}` } }))
    }
    await writeFile(join(folder, 'proxy.conf'), ini(proxyConf({ ...base, bind_port: ports.proxy }, ports.cache)))
    const commands = [
      `/usr/bin/memcached -l 127.0.0.1 -p ${ports.cache} -u ${base.user}`,
      ...[...kinds, 'proxy'].map((kind) => `/usr/bin/swift-${kind}-server ${join(folder, `${kind}.conf`)}`),
    ]
    const kept = spawn('/bin/sh', ['-c', keeper, 'keeper', commands.join('\n'), folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    const ended = once(kept, 'exit')
    stop = async () => {
      kept.stdin.end()
      await ended
    }
    const account = {
      endpoint: `http://127.0.0.1:${ports.proxy}`,
      region: 'us-east-1',
      accessKeyId: 'test:tester',
      secretAccessKey: 'testing',
    }
    await makeBucket(account, bucket)
    return { ...account, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const proxyConf = (base: object, cachePort: number) => ({
  DEFAULT: base,
  'pipeline:main': { pipeline: `${middleware} proxy-server` },
  'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: true },
  ...Object.fromEntries(
    middleware.split(' ').map((name) => [`filter:${name}`, { use: `egg:swift#${name === 'cache' ? 'memcache' : name}` }]),
  ),
  'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${cachePort}` },
  'filter:tempauth': { use: 'egg:swift#tempauth', user_test_tester: 'testing .admin' },
})

const ini = (sections: Record<string, object>) =>
  Object.entries(sections)
    .map(
      ([name, values]) =>
        `[${name}]\n${Object.entries(values)
          .map(([key, value]) => `${key} = ${String(value)}\n`)
          .join('')}`,
    )
    .join('\n')

async function makeRing(folder: string, kind: string, port: number): Promise<void> {
  const builder = join(folder, `${kind}.builder`)
  const ring = (...words: string[]) => run('/usr/bin/swift-ring-builder', [builder, ...words])
  await ring('create', '2', '1', '1')
  await ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  await ring('rebalance')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The proxy answers before those behind it do: all are there once a bucket can be made. */
async function makeBucket({ endpoint, region, accessKeyId, secretAccessKey }: Account, Bucket: string): Promise<void> {
  const client = new S3Client({ endpoint, region, forcePathStyle: true, maxAttempts: 1, credentials: { accessKeyId, secretAccessKey } })
  for (let tries = 1; ; tries++) {
    const failure = await client.send(new CreateBucketCommand({ Bucket })).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!failure) return client.destroy()
    if (tries === 150) throw new Error('swift does not start', { cause: failure })
    await sleep(200)
  }
}
