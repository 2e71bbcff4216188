/** Where recordings come in: by the button, by dropping, by pasting. What cannot be taken is said before anything is sent. */
import { useEffect, useRef, useState } from 'react'
import { Dropzone } from '#ui/dropzone.tsx'
import { getAcceptAttribute, validateFileContent } from './file-types.ts'
import { filePicker, type PickedFile, toPickedFiles, withoutHandles } from './uploads/file-handles.ts'

const kinds = ['video', 'audio'] as const

type Props = { onPicked: (picked: PickedFile[]) => void; isMultiple?: boolean; label: string; error?: string | undefined }

/** Files that are pasted anywhere on the page; text that is pasted into a field stays there. */
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
    // What cannot be read is said where it would be sent from.
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
