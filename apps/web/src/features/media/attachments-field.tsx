/** The files beside a recording or session on its form: slides, handouts, data. */
import { ActionIcon, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dropzone } from '#ui/dropzone.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './attachments-field.module.css'
import type { AttachmentValue } from './media-values.ts'
import { type Moving, type Send, useAttaching } from './use-attaching.ts'
import { useReportBusy } from './use-pending-uploads.ts'

type Props = {
  value: readonly AttachmentValue[]
  onChange: (change: (now: readonly AttachmentValue[]) => AttachmentValue[]) => void
  upload: Send
  /** Why a file cannot be sent, as a sentence. */
  refusalOf: (file: File) => string | undefined
  accept: string
  error?: string | undefined
  onBusy?: (isBusy: boolean) => void
  /** Several of them may stand on one page. */
  id?: string
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const FileRow = ({ action, onRemove, children }: { action: string; onRemove: () => void; children: ReactNode }) => (
  <li className={classes.file}>
    <IconPaperclip {...icon} />
    <div className={classes.words}>{children}</div>
    <ActionIcon size="var(--h-md)" aria-label={action} onClick={onRemove}>
      <IconX {...icon} />
    </ActionIcon>
  </li>
)

const MovingWords = ({ file: { name }, share, fault }: Moving) =>
  fault ? (
    <p className={classes.fault} role="alert">
      <StatusIcon name="missing" size={16} /> {fault}
    </p>
  ) : (
    <>
      <span className={classes.name}>{name}</span>
      <ProgressBar label={`Uploading ${name}`} value={share * 100} isMoving />
    </>
  )

export function AttachmentsField({ value, onChange, upload, refusalOf, accept, error, onBusy, id = 'attachments' }: Props) {
  const onArrived = (attachment: AttachmentValue): void => onChange((now) => [...now, attachment])
  const { moving, add, drop } = useAttaching({ upload, refusalOf, onArrived })
  useReportBusy(
    moving.some(({ fault }) => !fault),
    onBusy,
  )
  const count = value.length + moving.length
  return (
    <Input.Wrapper label="Files" labelElement="div" description="Slides, handouts or data. Students find them with the notes.">
      <div id={id} tabIndex={-1} className={classes.field}>
        {count > 0 && (
          <ul className={classes.files} aria-label="Files">
            {value.map(({ key, name }) => (
              <FileRow key={key} action={`Remove ${name}`} onRemove={() => onChange((now) => now.filter((one) => one.key !== key))}>
                <span className={classes.name}>{name}</span>
              </FileRow>
            ))}
            {moving.map((one) => (
              <FileRow key={one.id} action={`${one.fault ? 'Remove' : 'Cancel'} ${one.file.name}`} onRemove={() => drop(one.id)}>
                <MovingWords {...one} />
              </FileRow>
            ))}
          </ul>
        )}
        <Dropzone
          label={count > 0 ? 'Add more files' : 'Add files'}
          accept={accept}
          isMultiple
          hint="PDF, Word, Excel, PowerPoint, text or ZIP up to 100 MB, pictures up to 5 MB"
          error={error}
          onFiles={(files) => void add(files)}
        />
      </div>
    </Input.Wrapper>
  )
}
