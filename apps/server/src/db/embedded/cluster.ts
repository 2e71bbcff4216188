// Creates the files of a new database cluster, completely or not at all.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toCommand, giveTo, type Binaries, type RunAs } from '#db/embedded/run-as.ts'

const POSTGRES_MAJOR = '18'
export const SUPERUSER = 'lms'
const UNFINISHED = 'postgres.unfinished-'

type ClusterOptions = { binaries: Binaries; runAs: RunAs; dataDir: string; durable: boolean }
export type Cluster = { readonly folder: string; readonly password: string }

/** The cluster in `dataDir/postgres`, created if missing. Created under another name and renamed, so that a kill leaves no partial cluster. */
export async function ensureCluster({ binaries, runAs, dataDir, durable }: ClusterOptions): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  if (!existsSync(home)) {
    removeUnfinished(dataDir)
    const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(4).toString('hex')}`)
    prepareFolder(runAs, unfinished)
    await initdb(binaries, runAs, unfinished, durable)
    renameSync(unfinished, home)
    syncFolder(dataDir)
  }
  giveTo(runAs, home)
  const folder = join(home, 'cluster')
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_MAJOR) {
    throw new Error(
      `${folder} was made by PostgreSQL ${version}, this is ${POSTGRES_MAJOR}: dump it with the old one and load it into a new DATA_DIR.`,
    )
  }
  return { folder, password: readFileSync(join(home, 'password'), 'utf8').trim() }
}

// A new name each time: the initdb of a killed LMS lives on for a moment, and must not write into ours.
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(UNFINISHED))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // It is still being written; the next start removes it.
    }
  }
}

function prepareFolder(runAs: RunAs, folder: string): void {
  mkdirSync(join(folder, 'cluster'), { recursive: true, mode: 0o700 })
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  giveEach(runAs, [passwordFile, join(folder, 'cluster'), folder])
}

// Root changes the owner; chmod because mkdir's mode is subject to the umask.
function giveEach(runAs: RunAs, paths: string[]): void {
  for (const path of paths) {
    chmodSync(path, path.endsWith('password') ? 0o600 : 0o700)
    if (runAs.user) chownSync(path, runAs.user.uid, runAs.user.gid)
  }
}

async function initdb(binaries: Binaries, runAs: RunAs, home: string, durable: boolean): Promise<void> {
  const folder = join(home, 'cluster')
  // The builtin provider sorts by code point on every machine and in every version, unlike system locales.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${SUPERUSER}`, `--pwfile=${join(home, 'password')}`, '--auth=scram-sha-256']
  // Tests connect thousands of times, and the rounds of a password take a millisecond each.
  const throwAway = durable ? [] : ['--no-sync', '--set', 'scram_iterations=1']
  const { file, parameters, user } = toCommand(runAs, binaries.initdb, ['-D', folder, ...locale, ...access, ...throwAway])
  try {
    await promisify(execFile)(file, parameters, { cwd: folder, ...user })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n')
    throw new Error(`The embedded database could not be created in ${folder}:\n${lines}`, { cause: error })
  }
}

// The rename itself must survive a power cut; Windows cannot open a folder, and does not need to.
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
