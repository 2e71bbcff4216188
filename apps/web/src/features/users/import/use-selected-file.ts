/** The file that was chosen, the corrections to it and how it is to be read: kept on this device until the import is done. */
import { useEffect, useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { removeFile, saveFile, readSavedFile } from '#lib/file-store.ts'
import { type Changes, noChanges } from './import-rows.ts'
import { autoDetect, type ParseOptions } from './upload-import.ts'

const key = 'users:import'

/** Corrections belong to a file: another one starts without them. */
export const nameOf = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`

/** `mends` is the import whose failed rows the file holds, if it holds any's. */
type Kept = { file: string | null; changes: Changes; wish?: ParseOptions; mends?: string }
const empty: Kept = { file: null, changes: noChanges }

export function useSelectedFile() {
  const [file, setFile] = useState<File | null>(null)
  const [isReady, setReady] = useState(false)
  const { value: kept, setValue, clear } = useDraft<Kept>(key, empty)
  useEffect(() => {
    void readSavedFile(key).then((found) => {
      setFile(found)
      setReady(true)
    })
  }, [])
  const choose = (next: File, mends?: string): void => {
    setFile(next)
    void saveFile(key, next)
    setValue((now) => (now.file === nameOf(next) ? now : { file: nameOf(next), changes: noChanges, ...(mends && { mends }) }))
  }
  const forget = (): void => {
    void removeFile(key)
    clear()
  }
  const isKept = file !== null && kept.file === nameOf(file)
  /** What comes late for a file that is not chosen any more changes nothing. */
  const keep = (work: (now: Kept) => Partial<Kept>): void =>
    setValue((now) => (file && now.file === nameOf(file) ? { ...now, ...work(now) } : now))
  return {
    file,
    isReady,
    changes: isKept ? kept.changes : noChanges,
    wish: (isKept && kept.wish) || autoDetect,
    mends: (isKept && kept.mends) || null,
    choose,
    change: (work: (now: Changes) => Changes): void => keep(({ changes }) => ({ changes: work(changes) })),
    setWish: (wish: ParseOptions): void => keep(() => ({ wish })),
    forget,
    /** Nothing of it is offered by a later visit; this page can go on with it. */
    release: (): void => {
      void removeFile(key)
      clear(kept)
    },
    resume: (): void => {
      if (file) void saveFile(key, file)
      setValue((now) => ({ ...now }))
    },
    drop: () => setFile(null),
  }
}
