// Installs the packages of package-lock.json if node_modules differs.
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { root, sentence } from './places.mjs'
import { capture } from './processes.mjs'

const HEARTBEAT_MS = 15_000
const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

export async function ensureInstalled() {
  const reason = whyInstall(root)
  if (!reason) return
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  console.log(`Installing the packages (${reason}) …`)
  const heartbeat = setInterval(() => console.log(`  … still installing after ${seconds()} s`), HEARTBEAT_MS)
  const { code, output } = await npm(process.execPath, options)
  clearInterval(heartbeat)
  if (code !== 0) throw sentence(`${output}\nThe packages could not be installed: npm ci ended with ${code}; what it said is above.`)
  const still = whyInstall(root)
  if (still) throw sentence(`npm ci ended well and yet ${still}.`)
  console.log(`Installed in ${seconds()} s.`)
}

/** Runs npm under the given Node: the npm that runs us, else the one on the path. */
export function npm(node, parameters) {
  const self = process.env.npm_execpath ?? ''
  if (/^npm-cli\.c?js$/.test(basename(self)) && existsSync(self)) return capture(node, [self, ...parameters])
  return capture('npm', parameters, { shell: process.platform === 'win32' })
}

/**
 * A reason to install, or nothing. Compares npm's record of installed packages with the lock file, not their times, which a clone or a copy
 * changes. npm writes that file last, so it is missing if an install was interrupted.
 */
export function whyInstall(folder) {
  const installed = readPackages(`${folder}/node_modules/.package-lock.json`)
  if (!existsSync(`${folder}/node_modules`)) return 'there are none yet'
  if (!installed) return 'an earlier install was broken off'
  const wanted = readPackages(`${folder}/package-lock.json`)
  if (!wanted) throw sentence('package-lock.json is missing or damaged: restore it from git.')
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue
    const found = installed[path]
    // Optional packages are for other machines, or for another Node.
    if (!found && entry.optional) continue
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity)
      return `${path.slice(13)} is not the version of package-lock.json`
    if (!existsSync(`${folder}/${path}/package.json`)) return `${path.slice(13)} is missing`
  }
  return undefined
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
