/** The secret that signs the local store's addresses: one for all processes of an installation. */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'

/** Bytes. */
const length = 32

/** Reads the secret, or makes it: processes that start together end with the same one, and none ever sees half of it. */
export async function sharedSecret(path: string): Promise<Buffer> {
  const secret = (await readIfThere(path)) ?? (await makeSecret(path))
  if (secret.length !== length)
    throw new Error(`${path} must hold ${length} bytes. Remove it, and a new one is made; links handed out before end.`)
  return secret
}

const readIfThere = (path: string) =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

async function makeSecret(path: string): Promise<Buffer> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(randomBytes(length))
  await file.sync()
  await file.close()
  try {
    // Unlike a rename, a link never replaces what another process was first to make.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return readFile(path)
}
