/** Whether a file picked again is the one that was begun: by its name, size, date, and its first and last MiB. */
import { sha256 } from '@noble/hashes/sha2.js'

const MiB = 1024 ** 2

type Named = { name: string; size: number; lastModified: number }

/** By a library, for `crypto.subtle` is there for pages served by https alone. */
export async function fingerprintOf(file: File): Promise<string> {
  const ends = new Blob([file.slice(0, MiB), file.slice(Math.max(MiB, file.size - MiB))])
  const digest = sha256(new Uint8Array(await ends.arrayBuffer()))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hash, file.size, file.lastModified, file.name].join(':')
}

/** Why this is not the file that was begun, as a sentence; undefined where it is. */
export async function mismatchOf(file: File, begun: Named & { fingerprint: string }): Promise<string | undefined> {
  if (file.size !== begun.size || file.name !== begun.name) return `This is not the same file. Pick ${begun.name}.`
  if ((await fingerprintOf(file)) === begun.fingerprint) return undefined
  return `${begun.name} was changed since the upload began. Cancel the upload and start it again.`
}
