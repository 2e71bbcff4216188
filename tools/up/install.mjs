// Installs the packages of package-lock.json that are missing. Those that only tests and checks need are left out for a start.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { root, sentence } from './places.mjs'
import { capture } from './processes.mjs'

const HEARTBEAT_MS = 15_000

/** With `dev` also the packages that tests and checks need. */
export async function ensureInstalled({ dev }) {
  const reason = whyInstall(root, { dev })
  if (!reason) return
  // `npm ci` removes what is there, so after a start only the missing ones are added.
  const isAddition = dev && !whyInstall(root, { dev: false })
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  console.log(
    isAddition ? 'Adding the packages for tests and checks …' : `Installing ${countPackages(root, { dev })} packages (${reason}) …`,
  )
  const heartbeat = setInterval(() => console.log(`  … still installing after ${seconds()} s`), HEARTBEAT_MS)
  const command = [...(isAddition ? ['install', '--no-save'] : ['ci']), dev ? '--include=dev' : '--omit=dev']
  const { code, output } = await npm(process.execPath, [...command, '--include=optional', '--no-audit', '--no-fund'])
  clearInterval(heartbeat)
  if (code !== 0)
    throw sentence(`${output}\nThe packages could not be installed: npm ${command[0]} ended with ${code}; what it said is above.`)
  const still = whyInstall(root, { dev })
  if (still) throw sentence(`npm ${command[0]} ended well and yet ${still}.`)
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
export function whyInstall(folder, { dev }) {
  const installed = readPackages(`${folder}/node_modules/.package-lock.json`)
  if (!existsSync(`${folder}/node_modules`)) return 'there are none yet'
  if (!installed) return 'an earlier install was broken off'
  for (const [path, entry] of wantedPackages(folder, { dev })) {
    const found = installed[path]
    // Optional packages are for other machines, or for another Node.
    if (!found && (entry.optional || (entry.devOptional && !dev))) continue
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity)
      return `${path.slice(13)} is not the version of package-lock.json`
    if (!existsSync(`${folder}/${path}/package.json`)) return `${path.slice(13)} is missing`
  }
  return undefined
}

function wantedPackages(folder, { dev }) {
  const packages = readPackages(`${folder}/package-lock.json`)
  if (!packages) throw sentence('package-lock.json is missing or damaged: restore it from git.')
  return Object.entries(packages).filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link && (dev || !entry.dev))
}

/** Of this kind of machine. */
const countPackages = (folder, which) =>
  wantedPackages(folder, which).filter(
    ([, { os, cpu }]) => (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true),
  ).length

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
