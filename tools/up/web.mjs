// Builds the web app if its sources changed, without ever leaving a broken build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { binOf, filesUnder, inRoot, root, sentence } from './places.mjs'
import { capture } from './processes.mjs'

const web = inRoot('apps', 'web')
const dist = join(web, 'dist')
const stampName = '.built-from'

export async function ensureWebBuilt(node) {
  if (!existsSync(join(web, 'index.html'))) return
  const sources = hashOfSources()
  if (readStamp() === sources) return
  const began = Date.now()
  console.log('Building the web app …')
  // The last folder is named dist, so that git ignores it wherever it is.
  const workshop = join(web, `.build-${process.pid}`)
  const fresh = join(workshop, 'dist')
  try {
    await build(node, fresh)
    writeFileSync(join(fresh, stampName), sources)
    swap(fresh, join(workshop, 'old', 'dist'))
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  console.log(`Built the web app in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

async function build(node, outDir) {
  const env = { NODE_ENV: 'production' }
  const { code, output } = await capture(node, [binOf('vite'), 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'], {
    cwd: web,
    env,
  })
  if (code !== 0) throw sentence(`${output}\nThe web app could not be built; what Vite said is above. The last good one is untouched.`)
}

function swap(fresh, old) {
  mkdirSync(join(old, '..'), { recursive: true })
  if (existsSync(dist)) renameSync(dist, old)
  try {
    renameSync(fresh, dist)
  } catch (error) {
    // Another build of the same sources may have finished first.
    if (readStamp() === undefined) throw error
  }
}

function readStamp() {
  try {
    return readFileSync(join(dist, stampName), 'utf8')
  } catch {
    return undefined
  }
}

function hashOfSources() {
  const isBuilt = (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith(join(web, 'test'))
  const files = [
    ...filesUnder(web),
    ...filesUnder(inRoot('packages', 'contract', 'src')),
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
