/** OpenStack Swift with its S3 interface, as Debian packages it: a strict S3 server of one's own, in a temporary folder. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const programs = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server', 'swift-ring-builder']
const needed = [...programs.map((name) => `/usr/bin/${name}`), '/usr/bin/memcached', '/etc/swift/swift.conf']

export const isSwiftInstalled = (): boolean => needed.every((path) => existsSync(path))

const kinds = ['account', 'container', 'object'] as const
const middleware = 'catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo'

export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'lms-swift-'))
  await chmod(folder, 0o755)
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.map(ended))
    await rm(folder, { recursive: true, force: true })
  }
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
    children.push(spawn('/usr/bin/memcached', ['-l', '127.0.0.1', '-p', String(ports.cache), '-u', base.user], { stdio: 'ignore' }))
    for (const kind of [...kinds, 'proxy'])
      children.push(spawn(`/usr/bin/swift-${kind}-server`, [join(folder, `${kind}.conf`)], { stdio: 'ignore' }))
    const endpoint = `http://127.0.0.1:${ports.proxy}`
    await answering(endpoint)
    return { endpoint, region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: 'testing', stop }
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

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('swift does not start')
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
