/** Chooses the file of an import. */

import { useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { importLimits } from '@lms/contract/rules/limits'
import { fileSize } from '#lib/files.ts'
import { Dropzone } from '#ui/dropzone.tsx'

/** The file as it is now: browsers refuse to send one that was changed on disk since it was chosen. */
const copyFile = async (file: File): Promise<File> =>
  new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })

/** Checks before the upload. The server checks the contents. */
function validateFile({ name, size }: File, emptyHelp: string): string | undefined {
  if (size === 0) return `${isolate(name)} is empty. ${emptyHelp}`
  return size > importLimits.bytes
    ? `${isolate(name)} has ${fileSize(size)}. At most 10 MB are accepted: split it and import the parts.`
    : undefined
}

type Props = {
  label?: string
  /** How many rows it may have. */
  rows?: string
  /** What a file must contain. */
  emptyHelp: string
  onFile: (file: File) => void
}

export function FileField({ label = 'Choose a file', rows, emptyHelp, onFile }: Props) {
  const [error, setError] = useState<string | undefined>()
  const take = ([file]: File[]): void => {
    if (!file) return
    const found = validateFile(file, emptyHelp)
    setError(found)
    if (found) return
    copyFile(file).then(onFile, () => setError(`${isolate(file.name)} cannot be read. Close it in other programs, then choose it again.`))
  }
  return (
    <Dropzone
      label={label}
      accept=".csv,.tsv,.txt,.xlsx,text/csv"
      hint={`CSV or Excel (.xlsx), up to ${rows ? `${rows} and ` : ''}10 MB. We check the file before saving anything.`}
      error={error}
      onFiles={take}
    />
  )
}
