/** One upload: name, progress, speed, state, and actions. */

import { ActionIcon, Box, Button, Flex, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconMovie, IconMusic, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '#ui/icons.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { getExtension, getAcceptAttribute } from './file-types.ts'
import { formatTimeLeft, formatAmount, formatPercent } from './upload-format.ts'
import { filePicker, withoutHandles } from './uploads/file-handles.ts'
import { getProgress, type Upload, isUnderWay } from './uploads/types.ts'
import { uploads } from './uploads/use-uploads.ts'
import classes from './upload-row.module.css'

const FileIcon = ({ name }: { name: string }) => {
  const Icon = ['mp3', 'm4a'].includes(getExtension(name)) ? IconMusic : IconMovie
  return <Icon size={18} stroke={1.75} aria-hidden />
}

/** Where a finished upload was or will be published: not shown on that page itself. */
function Done({ upload: { target, mediaId }, isOnItsForm }: { upload: Upload; isOnItsForm: boolean }) {
  if (!target || isOnItsForm) return <StatusText state="done">Uploaded</StatusText>
  const { courseId, weekId, weekNumber } = target
  if (mediaId !== null)
    return (
      <StatusText state="done">
        <Link to={paths.media.to({ courseId, weekId, mediaId })}>In week {weekNumber}</Link>
      </StatusText>
    )
  const to =
    target.mediaId === null ? paths.mediaNew.to({ courseId, weekId }) : paths.mediaEdit.to({ courseId, weekId, mediaId: target.mediaId })
  return (
    <StatusText state="check">
      <span>
        {target.mediaId === null ? 'Uploaded, not published. ' : 'Uploaded, not saved. '}
        <Link to={to}>Open</Link>
      </span>
    </StatusText>
  )
}

/** Says nothing about the parts on the server until it has answered. */
function wordsOfRest({ bytes, isAsked }: Upload): string {
  if (!isAsked) return 'It continues with what the server already has.'
  return bytes > 0 ? 'The uploaded part is kept.' : 'Nothing is uploaded yet.'
}

function State({ upload, isOnItsForm }: { upload: Upload; isOnItsForm: boolean }) {
  const { state, reason } = upload
  switch (state) {
    case 'moving':
      // Other uploads use the connection: a bar at zero would look frozen.
      if (upload.bytes === 0) return <StatusText state="not-started">Waits for its turn</StatusText>
      return <Text variant="meta">{formatAmount(upload)}</Text>
    case 'waiting':
      return <StatusText state="not-started">Waits for its turn</StatusText>
    case 'offline':
      return <StatusText state="check">Offline. It goes on when the connection is back.</StatusText>
    case 'paused':
      return <StatusText state="draft">{`Paused at ${formatPercent(upload)}`}</StatusText>
    case 'signed-out':
      return <StatusText state="check">Waiting for sign-in</StatusText>
    case 'finishing':
      return <Text variant="meta">Publishing</Text>
    case 'failed':
      return <StatusText state="missing">{`Stopped at ${formatPercent(upload)}. ${reason ?? ''}`}</StatusText>
    case 'refused':
      return <StatusText state="missing">{`Refused. ${reason ?? ''}`}</StatusText>
    case 'not-resumable':
      return (
        <StatusText state="missing">
          It cannot be continued here, because this site is not served over https. Unless another tab is uploading it, discard it and start
          again.
        </StatusText>
      )
    case 'needs-file':
      return reason === null ? (
        <Text variant="meta">
          {upload.handle && 'The browser asks before it reads the file again. '}
          {wordsOfRest(upload)}
        </Text>
      ) : (
        <StatusText state="missing">{reason}</StatusText>
      )
    case 'done':
    default:
      return <Done upload={upload} isOnItsForm={isOnItsForm} />
  }
}

type Props = { upload: Upload; /** On a page the row has an edge of its own. */ isBoxed?: boolean }

export function UploadRow({ upload, isBoxed = false }: Props) {
  const { name, state } = upload
  const isMoving = state === 'moving' || state === 'finishing'
  const hasBar = isMoving || state === 'offline' || state === 'paused'
  return (
    <div className={`${classes.row} ${isBoxed ? classes.boxed : ''}`} role="group" aria-label={name}>
      <FileIcon name={name} />
      <div className={classes.words}>
        <Flex component="p" fw={500} justify="space-between" gap={12}>
          {/* Separate elements, so that a long name is truncated and the rest stays visible. */}
          <Text span inherit truncate title={name}>
            {state === 'needs-file' ? `Resume ${isolate(name)}` : name}
          </Text>
          {state === 'needs-file' && <span className={classes.ahead}>({formatPercent(upload)})</span>}
          {hasBar && <span className={classes.ahead}>{formatTimeLeft(upload)}</span>}
        </Flex>
        {hasBar && <ProgressBar label={`Upload of ${isolate(name)}`} value={getProgress(upload) * 100} isMoving={isMoving} />}
        <State upload={upload} isOnItsForm={isBoxed} />
        {state === 'needs-file' && (
          <Box mt={4}>
            <ResumeButton upload={upload} />
          </Box>
        )}
        {state === 'not-resumable' && (
          <Box mt={4}>
            <DiscardButton upload={upload} />
          </Box>
        )}
      </div>
      <Flex flex="none">{state !== 'not-resumable' && <UploadButtons upload={upload} />}</Flex>
    </div>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
/** Bytes below which cancelling needs no confirmation. */
const worthAsking = 16 * 1024 ** 2

/** Asks the browser for permission to read the file again; if it cannot, the user picks it. */
function ResumeButton({ upload }: { upload: Upload }) {
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
      <Button size="sm" variant="default" aria-label={`Resume ${isolate(upload.name)}`} onClick={() => void uploads.resume(upload.id)}>
        Resume
      </Button>
    )
  return (
    <>
      <Button size="sm" variant="default" aria-label={`Pick the same file: ${isolate(upload.name)}`} onClick={() => void pick()}>
        Pick the same file
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        aria-label={`The file of ${isolate(upload.name)}`}
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
function DiscardButton({ upload: { id, name } }: { upload: Upload }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="default" aria-label={`Discard the upload of ${isolate(name)}`} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          uploads.cancel(id)
        }}
        title={`Discard the upload of ${isolate(name)}?`}
        cancelLabel="Keep it"
        confirmLabel="Discard upload"
      >
        The uploaded part is deleted. If another tab is uploading it, it starts again there.
      </ConfirmDialog>
    </>
  )
}

function UploadButtons({ upload }: { upload: Upload }) {
  const [isAsking, setAsking] = useState(false)
  const { id, name, state } = upload
  const isDone = state === 'done'
  // Removing it from the list loses nothing: the file is published, or was rejected.
  const isEnded = upload.mediaId !== null || state === 'refused'
  const leave = (): void => (!isEnded && (isDone || upload.bytes > worthAsking) ? setAsking(true) : uploads.cancel(id))
  const leaving = isEnded
    ? `Remove ${isolate(name)} from the list`
    : isDone
      ? `Delete ${isolate(name)}`
      : `Cancel the upload of ${isolate(name)}`
  return (
    <>
      {isUnderWay(upload) && state !== 'finishing' && (
        <ActionIcon aria-label={`Pause ${isolate(name)}`} onClick={() => uploads.pause(id)}>
          <IconPlayerPause {...icon} />
        </ActionIcon>
      )}
      {state === 'paused' && (
        <ActionIcon aria-label={`Resume ${isolate(name)}`} onClick={() => void uploads.resume(id)}>
          <IconPlayerPlay {...icon} />
        </ActionIcon>
      )}
      {state === 'failed' && (
        <ActionIcon aria-label={`Try ${isolate(name)} again`} onClick={() => void uploads.resume(id)}>
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
        title={isDone ? `Delete ${isolate(name)}?` : `Cancel the upload of ${isolate(name)}?`}
        cancelLabel={isDone ? 'Keep the file' : 'Continue uploading'}
        confirmLabel={isDone ? 'Delete the file' : 'Cancel the upload'}
      >
        {isDone
          ? 'The file is uploaded, but not in a week yet. If you delete it, it must be uploaded again.'
          : `${formatPercent(upload)} of it is uploaded. It would have to start again.`}
      </ConfirmDialog>
    </>
  )
}
