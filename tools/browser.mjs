// Finds a Chromium for the journeys, or downloads one.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, inRoot, sentence } from './up/places.mjs'
import { capture } from './up/processes.mjs'

// It only shows our own pages, and its sandbox does not work as root nor under every kernel's rules.
const linuxFlags = process.platform === 'linux' ? ['--no-sandbox'] : []
const flags = [...linuxFlags, '--disable-gpu', '--disable-background-networking']

const places = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
  ],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/**
 * `{ path, fullPath, args }` of the first browser that runs, found or downloaded; throws a sentence if there is none. On Linux that is
 * a headless shell, which needs half the CPU time of a full browser; `fullPath` is a full one, if installed, for what a shell cannot do.
 */
export async function findBrowser(node) {
  for (const way of [given, fromNpm, system, playwrights, downloaded, fromDebian]) {
    const found = await way(node)
    if (found) {
      console.log(`Browser: ${found.path}`)
      const full = process.env.FULL_CHROMIUM_PATH ?? (await system())?.path ?? (found.isShell ? undefined : found.path)
      return { path: found.path, fullPath: full, args: flags }
    }
  }
  throw sentence('No browser for the journeys was found, and none could be fetched: install Chromium or set CHROMIUM_PATH.')
}

async function given() {
  const path = process.env.CHROMIUM_PATH
  if (!path) return undefined
  if (!(await runs(path))) throw sentence(`CHROMIUM_PATH is ${path}, which does not run.`)
  return { path }
}

const system = () => firstThatRuns(places[process.platform] ?? [])

async function playwrights(node) {
  const path = await ask(node, `import { chromium } from '@playwright/test'; console.log(chromium.executablePath())`)
  return path ? firstThatRuns([path]) : undefined
}

// A headless shell as an npm package, for Linux on x64. Its default flags are unsuitable: with --single-process it ends with the first page,
// and --disable-web-security hides errors.
async function fromNpm(node) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const name = '@sparticuz/chromium'
  const version = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).devDependencies[name]
  const folder = inRoot('node_modules', '.cache', 'headless-shell')
  const unpacked = join(folder, `chromium-${version}`)
  if (!existsSync(unpacked)) {
    mkdirSync(folder, { recursive: true })
    const unpacking = mkdtempSync(join(folder, 'unpacking-'))
    try {
      // The package unpacks into TMPDIR. Only a complete file gets the name that is looked for.
      const script = `import chromium from '${name}'; console.log(await chromium.executablePath())`
      const path = await ask(node, script, { env: { TMPDIR: unpacking } })
      if (path) renameSync(path, unpacked)
    } finally {
      rmSync(unpacking, { recursive: true, force: true })
    }
  }
  const found = await firstThatRuns([unpacked])
  return found && { ...found, isShell: true }
}

async function downloaded(node) {
  console.log('Browser: none found; trying Playwright’s download …')
  const { code } = await capture(node, [binOf('@playwright/test', 'playwright'), 'install', 'chromium'])
  return code === 0 ? playwrights(node) : undefined
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Browser: none found; installing Debian’s package chromium …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await capture('apt-get', ['update'], { env })
  const { code } = await capture('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env })
  return code === 0 ? system() : undefined
}

async function firstThatRuns(paths) {
  for (const path of paths) if (existsSync(path) && (await runs(path))) return { path }
  return undefined
}

// On Windows the check would open a window.
async function runs(path) {
  return process.platform === 'win32' ? existsSync(path) : (await capture(path, ['--version'])).code === 0
}

async function ask(node, script, options = {}) {
  const { code, output } = await capture(node, ['--input-type=module', '--eval', script], options)
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}
