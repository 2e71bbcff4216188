/** What can be done with one upload: pause, resume, pick its file again, try again, cancel. */
import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { getAcceptAttribute } from './file-types.ts'
import { filePicker, withoutHandles } from './uploads/file-handles.ts'
import { uploads } from './uploads/use-uploads.ts'
import { isUnderWay, type Upload } from './uploads/types.ts'
import { formatPercent } from './upload-format.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
/** Bytes: what is sent again in a moment is not worth a question. */
const worthAsking = 16 * 1024 ** 2

/** The browser may ask whether the file may be read again; where it cannot read it, the person picks it. */
export function ResumeButton({ upload }: { upload: Upload }) {
  const field = useRef<HTMLInputElement>(null)
  const accept = getAcceptAttribute(['video', 'audio'])
  const pick = async (): Promise<void> => {
    const pickFile = filePicker()
    if (!pickFile) return field.current?.click()
    const [picked] = await pickFile(accept, false)
    if (picked) await uploads.pick(upload.id, picked)
  }
  if (upload.handle)
    return (
      <Button size="sm" variant="default" aria-label={`Resume ${upload.name}`} onClick={() => void uploads.resume(upload.id)}>
        Resume
      </Button>
    )
  return (
    <>
      <Button size="sm" variant="default" aria-label={`Pick the same file: ${upload.name}`} onClick={() => void pick()}>
        Pick the same file
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        aria-label={`The file of ${upload.name}`}
        onChange={(event) => {
          const [picked] = withoutHandles(event.currentTarget.files ?? [])
          if (picked) void uploads.pick(upload.id, picked)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

/** For an upload that cannot be continued. */
export function DiscardButton({ upload: { id, name } }: { upload: Upload }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="default" aria-label={`Discard the upload of ${name}`} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          uploads.cancel(id)
        }}
        title={`Discard the upload of ${name}?`}
        cancelLabel="Keep it"
        confirmLabel="Discard upload"
      >
        What has arrived is deleted. If another tab is uploading it, it starts again there.
      </ConfirmDialog>
    </>
  )
}

export function UploadButtons({ upload }: { upload: Upload }) {
  const [isAsking, setAsking] = useState(false)
  const { id, name, state } = upload
  const isDone = state === 'done'
  // Nothing is lost: one is published, the other is not on the server.
  const isEnded = upload.mediaId !== null || state === 'refused'
  const leave = (): void => (!isEnded && (isDone || upload.bytes > worthAsking) ? setAsking(true) : uploads.cancel(id))
  const leaving = isEnded ? `Take ${name} off the list` : isDone ? `Delete ${name}` : `Cancel the upload of ${name}`
  return (
    <>
      {isUnderWay(upload) && state !== 'finishing' && (
        <ActionIcon aria-label={`Pause ${name}`} onClick={() => uploads.pause(id)}>
          <IconPlayerPause {...icon} />
        </ActionIcon>
      )}
      {state === 'paused' && (
        <ActionIcon aria-label={`Resume ${name}`} onClick={() => void uploads.resume(id)}>
          <IconPlayerPlay {...icon} />
        </ActionIcon>
      )}
      {state === 'failed' && (
        <ActionIcon aria-label={`Try ${name} again`} onClick={() => void uploads.resume(id)}>
          <IconRefresh {...icon} />
        </ActionIcon>
      )}
      {state !== 'finishing' && (
        <ActionIcon aria-label={leaving} onClick={leave}>
          <IconX {...icon} />
        </ActionIcon>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          uploads.cancel(id)
        }}
        title={isDone ? `Delete ${name}?` : `Cancel the upload of ${name}?`}
        cancelLabel={isDone ? 'Keep the file' : 'Go on uploading'}
        confirmLabel={isDone ? 'Delete the file' : 'Cancel the upload'}
      >
        {isDone
          ? 'The file is uploaded, but not in a week yet. If you delete it, it must be uploaded again.'
          : `${formatPercent(upload)} of it is uploaded. It would have to start again.`}
      </ConfirmDialog>
    </>
  )
}
