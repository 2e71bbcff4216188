/** A file on its way: name, how far it is, and the way to stop it or to try again. */
import { ActionIcon, Button } from '@mantine/core'
import { IconMovie, IconX } from '@tabler/icons-react'
import { duration, percent } from '#lib/times.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StateWord } from '#ui/chip.tsx'
import { fileSize } from '#lib/file-size.ts'
import type { UploadControl } from './use-upload.ts'
import classes from './upload-row.module.css'

const spoken = (share: number): string => {
  const quarter = Math.floor(share * 4) * 25
  return quarter > 0 ? `${quarter} percent uploaded` : 'Upload started'
}

export function UploadRow({ control: { upload, cancel, retry } }: { control: UploadControl }) {
  if (upload.state === 'idle') return null
  const { file } = upload
  return (
    <div className={classes.row}>
      <IconMovie size={18} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>
          <span>{file.name}</span>
          <span className={classes.size}>{fileSize(file.size)}</span>
        </p>
        {upload.state === 'moving' && (
          <ProgressBar
            label={`Upload of ${file.name}`}
            value={upload.share * 100}
            isMoving
            words={percent(upload.share * 100) + (upload.secondsLeft === null ? '' : `, ${duration(Math.max(1, upload.secondsLeft))} left`)}
          />
        )}
        {upload.state === 'failed' && (
          <StateWord state="missing">{`Stopped at ${percent(upload.share * 100)}. ${upload.reason}`}</StateWord>
        )}
        {upload.state === 'done' && <StateWord state="done">Uploaded</StateWord>}
        <span className={classes.spoken} role="status">
          {upload.state === 'moving' && spoken(upload.share)}
          {upload.state === 'failed' && `The upload of ${file.name} stopped`}
        </span>
      </div>
      {upload.state === 'failed' && (
        <Button variant="default" size="sm" onClick={retry}>
          Try again
        </Button>
      )}
      <ActionIcon aria-label={upload.state === 'moving' ? `Cancel the upload of ${file.name}` : `Take ${file.name} away`} onClick={cancel}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}
