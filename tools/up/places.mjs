// Paths in the repository, and an error whose message is shown without a stack trace.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const inRoot = (...parts) => join(root, ...parts)

export function sentence(message) {
  return Object.assign(new Error(message), { isSentence: true })
}

/** The script behind a package's command, to be run with a chosen Node and without a shell. */
export function binOf(packageName, binName = packageName) {
  const folder = inRoot('node_modules', packageName)
  const file = join(folder, 'package.json')
  if (!existsSync(file)) throw sentence(`The package ${packageName} is not installed: run npm ci.`)
  const { bin } = JSON.parse(readFileSync(file, 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[binName])
}

/** Every file in a folder, sorted, without installed, built and hidden ones. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}
