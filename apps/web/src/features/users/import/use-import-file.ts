/** The file to import with its corrections, stored on this device until it has been imported. */

import { useEffect, useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { removeFile, saveFile, readSavedFile } from '#features/users/import/file-store.ts'
import { noChanges, type Changes } from './import-rows.ts'
import { autoDetect, type ParseOptions } from './upload-import.ts'

const key = 'users:import-file'

/** Corrections belong to a file: another one starts without them. */
export const toFileId = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`

/** `wish`: the parse options. `retryOf` is the import whose failed rows the file contains, if any. */
type StoredImport = { file: string | null; changes: Changes; wish?: ParseOptions; retryOf?: string }
const emptyImport: StoredImport = { file: null, changes: noChanges }

const toStoredImport = (file: File, retryOf?: string): StoredImport => ({
  file: toFileId(file),
  changes: noChanges,
  ...(retryOf && { retryOf }),
})

function useSavedFile() {
  const [file, setFile] = useState<File | null>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    void readSavedFile(key).then((found) => {
      setFile(found)
      setReady(true)
    })
  }, [])
  return { file, setFile, isReady }
}

export function useImportFile() {
  const { file, setFile, isReady } = useSavedFile()
  const { value: stored, setValue, discard } = useDraft<StoredImport>(key, emptyImport)
  const { changes, wish, retryOf }: Partial<StoredImport> = file !== null && stored.file === toFileId(file) ? stored : {}
  /** A late response for a file that is no longer selected changes nothing. */
  const update = (work: (now: StoredImport) => Partial<StoredImport>): void =>
    setValue((now) => (file && now.file === toFileId(file) ? { ...now, ...work(now) } : now))
  const remove = (kept?: StoredImport): void => (void removeFile(key), discard(kept))
  return {
    file,
    isReady,
    changes: changes ?? noChanges,
    parseOptions: { ...autoDetect, ...wish },
    retryOf: retryOf ?? null,
    choose: (next: File, of?: string): void => {
      setFile(next)
      void saveFile(key, next)
      setValue((now) => (now.file === toFileId(next) ? now : toStoredImport(next, of)))
    },
    change: (work: (now: Changes) => Changes): void => update((now) => ({ changes: work(now.changes) })),
    setParseOptions: (parseOptions: ParseOptions): void => update(() => ({ wish: parseOptions })),
    /** Deletes the stored file and corrections. */
    discard: (): void => remove(),
    /** The same, but this page still has them. */
    release: (): void => remove(stored),
    resume: (): void => {
      if (file) void saveFile(key, file)
      setValue((now) => ({ ...now }))
    },
    drop: () => setFile(null),
  }
}

export type ImportFile = ReturnType<typeof useImportFile>
