/** How a file is known again after a reload. */
import { sha256 } from '@noble/hashes/sha2.js'

const MiB = 1024 ** 2

/** By a library, for `crypto.subtle` is there for pages served by https alone. */
export async function getFingerprint(file: File): Promise<string> {
  const ends = new Blob([file.slice(0, MiB), file.slice(Math.max(MiB, file.size - MiB))])
  const digest = sha256(new Uint8Array(await ends.arrayBuffer()))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hash, file.size, file.lastModified, file.name].join(':')
}
