/** Adding recordings by button, drop or paste. Files that are not accepted are reported before the upload. */

import { useEffect, useRef, useState } from 'react'
import { Dropzone } from '#ui/dropzone.tsx'
import { getAcceptAttribute, validateFileContent } from './file-types.ts'
import { filePicker, type PickedFile, toPickedFiles, withoutHandles } from './uploads/file-handles.ts'

const kinds = ['video', 'audio'] as const

type Props = { onPicked: (picked: PickedFile[]) => void; isMultiple?: boolean; label: string; error?: string | undefined }

/** Files pasted anywhere on the page; text pasted into a field stays there. */
function usePaste(take: (data: DataTransfer) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent): void => {
      if (clipboardData && clipboardData.files.length > 0) latest.current(clipboardData)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}

export function RecordingDrop({ onPicked, isMultiple = false, label, error }: Props) {
  const [fileErrors, setFileErrors] = useState<string[]>([])
  const take = async (picked: PickedFile[]): Promise<void> => {
    const some = isMultiple ? picked : picked.slice(0, 1)
    // Unreadable files are reported by the upload.
    const reasons = await Promise.all(some.map(({ file }) => validateFileContent(file, kinds).catch(() => undefined)))
    setFileErrors(reasons.filter((reason) => reason !== undefined))
    const good = some.filter((_, index) => reasons[index] === undefined)
    if (good.length > 0) onPicked(good)
  }
  const takeFrom = (data: DataTransfer): void => void toPickedFiles(data).then(take)
  usePaste(takeFrom)
  const pick = filePicker()
  return (
    <Dropzone
      label={label}
      accept={getAcceptAttribute(kinds)}
      isMultiple={isMultiple}
      hint="MP4, WebM, MOV, MP3 or M4A, at most 5 GB each"
      error={fileErrors.length > 0 ? fileErrors.join(' ') : error}
      onFiles={(files) => void take(withoutHandles(files))}
      onDropped={takeFrom}
      {...(pick && { onChoose: () => void pick(getAcceptAttribute(kinds), isMultiple).then(take) })}
    />
  )
}
