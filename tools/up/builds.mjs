// Builds the web app and the server if their sources changed, without ever leaving a broken build.

import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { binOf, filesUnder, inRoot, root, sentence } from './places.mjs'
import { capture, run } from './processes.mjs'

const stampName = '.built-from'

const web = {
  name: 'the web app',
  folder: inRoot('apps', 'web'),
  command: (outDir) => [binOf('vite'), 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'],
}
const server = {
  name: 'the server',
  folder: inRoot('apps', 'server'),
  command: (outDir) => [binOf('rolldown'), '--config', 'rolldown.config.ts', '--dir', outDir, '--log-level', 'warn'],
}

/** What a build of the web app depends on. */
export const hashOfWeb = () => hashOfSources(web)

export const ensureWebBuilt = (node) => ensureBuilt(node, web)
export const ensureServerBuilt = (node) => ensureBuilt(node, server)

/** Adds what takes too long for a build at the start: see apps/web/build/compress.ts. */
export async function ensureWebCompressed(node) {
  const dist = distOf(web)
  if (existsSync(join(dist, '.compressed'))) return
  await run(node, [join(web.folder, 'build', 'compress.ts')], { cwd: dist, channel: true, inBackground: true })
}

async function ensureBuilt(node, app) {
  const sources = hashOfSources(app)
  if (readStamp(app) === sources) return
  const began = Date.now()
  console.log(`Building ${app.name} …`)
  // The last folder is named dist, so that git ignores it wherever it is.
  const workshop = join(app.folder, `.build-${process.pid}`)
  const fresh = join(workshop, 'dist')
  try {
    await build(node, app, fresh)
    writeFileSync(join(fresh, stampName), sources)
    keepFormer(distOf(app), fresh)
    swap(app, fresh, join(workshop, 'old', 'dist'))
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  console.log(`Built ${app.name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

async function build(node, { name, folder, command }, outDir) {
  const { code, output } = await capture(node, command(outDir), { cwd: folder, env: { NODE_ENV: 'production' } })
  if (code !== 0) throw sentence(`${output}\nBuilding ${name} failed; what went wrong is above. The last good build is untouched.`)
}

/** Milliseconds for which a server, or a page in a browser, may go on with files of a build after the next one. */
const keepFor = 14 * 86_400_000
/** In a build: its files of former builds, and when each was replaced. */
const formerName = '.former'

/** Files with a hash in their name stay, for servers and pages that were started with the former build, however old that is. */
export function keepFormer(dist, fresh, now = Date.now()) {
  const replaced = existsSync(join(dist, formerName)) ? JSON.parse(readFileSync(join(dist, formerName), 'utf8')) : {}
  const former = {}
  for (const file of existsSync(dist) ? filesUnder(dist) : []) {
    const path = relative(dist, file)
    const [kept, at] = [join(fresh, path), replaced[path] ?? now]
    if (!/-[\w-]{8}\.[\w.]+$/.test(file) || existsSync(kept) || now - at > keepFor) continue
    mkdirSync(dirname(kept), { recursive: true })
    linkSync(file, kept)
    former[path] = at
  }
  writeFileSync(join(fresh, formerName), JSON.stringify(former))
}

const distOf = ({ folder }) => join(folder, 'dist')

function swap(app, fresh, old) {
  const dist = distOf(app)
  mkdirSync(join(old, '..'), { recursive: true })
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } catch (error) {
    // Another build of the same sources may have finished first.
    if (readStamp(app) === undefined) throw error
  }
}

function readStamp(app) {
  try {
    return readFileSync(join(distOf(app), stampName), 'utf8')
  } catch {
    return undefined
  }
}

function hashOfSources({ folder }) {
  const isBuilt = (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith(join(folder, 'test'))
  const files = [
    ...filesUnder(folder),
    ...filesUnder(inRoot('packages', 'contract', 'src')),
    inRoot('packages', 'contract', 'package.json'),
    inRoot('package-lock.json'),
    inRoot('tsconfig.base.json'),
  ]
  const hash = createHash('sha256')
  for (const file of files.filter(isBuilt))
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
