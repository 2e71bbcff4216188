// Finds a Chromium for the journeys, or downloads one.
import { existsSync, readFileSync } from 'node:fs'
import { npm } from './up/install.mjs'
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

/** `{ path, args }` of the first browser that runs, found or downloaded; throws a sentence if there is none. */
export async function findBrowser(node) {
  for (const way of [given, system, playwrights, fromNpm, downloaded, fromDebian]) {
    const found = await way(node)
    if (found) {
      console.log(`Browser: ${found.path}`)
      return { ...found, args: flags }
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

// A headless Chromium as an npm package, for Linux; npm skips it under a Node older than it requires.
async function fromNpm(node) {
  if (process.platform !== 'linux') return undefined
  if (!existsSync(inRoot('node_modules', '@sparticuz', 'chromium'))) {
    const { devDependencies, optionalDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
    const version = { ...devDependencies, ...optionalDependencies }['@sparticuz/chromium']
    if (!version) return undefined
    console.log('Browser: none found; getting a headless Chromium from npm …')
    await npm(node, ['install', '--no-save', '--no-audit', '--no-fund', `@sparticuz/chromium@${version}`])
  }
  // Its default flags are unsuitable: with --single-process it ends with the first page, and --disable-web-security hides errors.
  const path = await ask(node, `import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath())`)
  return path ? firstThatRuns([path]) : undefined
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

async function ask(node, script) {
  const { code, output } = await capture(node, ['--input-type=module', '--eval', script])
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}
