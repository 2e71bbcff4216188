/** Making one file of the parts of an upload: a rename where each lies at its place, a copy where not. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyBytes } from '#services/disk-writing.ts'
import { isThere, readState, sealed, whole, type Kept } from '#services/part-records.ts'
import type { StoredPart } from '#services/partial-upload.ts'
import { StorageFault } from '#services/storage-fault.ts'

export async function assemble(folder: string, path: string, partSize: number, parts: readonly StoredPart[]): Promise<void> {
  if (!(await isThere(folder))) throw new StorageFault('parts', new Error('no such upload'))
  await writeFile(join(folder, sealed), '', { mode: 0o600 })
  try {
    const { kept, isBusy } = (await readState(folder, partSize))!
    const wanted = parts.map(({ partNumber, etag }) => {
      const found = kept.find((one) => one.partNumber === partNumber && one.etag === etag)
      if (!found) throw new StorageFault('parts', new Error(`part ${partNumber} is another by now`))
      return found
    })
    const isEven = wanted.every(
      ({ partNumber, size }, index) => partNumber === index + 1 && (size === partSize || (index === wanted.length - 1 && size < partSize)),
    )
    const made = isEven && !isBusy ? await fillIn(folder, partSize, wanted) : await copyAll(folder, partSize, wanted)
    await mkdir(dirname(path), { recursive: true })
    await rename(made, path)
  } catch (error) {
    await rm(join(folder, sealed), { force: true })
    throw error
  }
}

/** All places fit: only what was sent again has to be copied. */
async function fillIn(folder: string, partSize: number, parts: readonly Kept[]): Promise<string> {
  const path = join(folder, whole)
  const target = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    for (const part of parts.filter(({ file }) => file !== whole))
      await copyPart(folder, part, partSize, target, (part.partNumber - 1) * partSize)
    await target.truncate(sum(parts))
    await target.sync()
  } finally {
    await target.close()
  }
  return path
}

/** Parts of other lengths, or somebody who may still be writing: into a new file. */
async function copyAll(folder: string, partSize: number, parts: readonly Kept[]): Promise<string> {
  const path = join(folder, randomUUID())
  const target = await open(path, 'wx', 0o600)
  try {
    let start = 0
    for (const part of parts) {
      await copyPart(folder, part, partSize, target, start)
      start += part.size
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return path
}

async function copyPart(folder: string, { file, partNumber, size }: Kept, partSize: number, target: FileHandle, start: number) {
  const source = await open(join(folder, file))
  const at = file === whole ? (partNumber - 1) * partSize : 0
  await copyBytes(source, target, { at, size, start }).finally(() => source.close())
}

const sum = (parts: readonly { size: number }[]) => parts.reduce((total, { size }) => total + size, 0)
