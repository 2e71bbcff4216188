/** The files beside a recording or session on its form: slides, handouts, data. */
import { ActionIcon, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dropzone } from '#ui/dropzone.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './attachments-field.module.css'
import type { AttachmentValue } from './media-values.ts'
import { useReportBusy } from './use-pending-uploads.ts'
import { getAcceptAttribute, type FileKind, type FileUpload, type uploadFile, useFileUploads } from '#features/files/index.ts'

const kinds: readonly FileKind[] = ['document', 'image']
/** The contract's limit. */
const maxNameLength = 200

type Props = {
  value: readonly AttachmentValue[]
  onChange: (change: (now: readonly AttachmentValue[]) => AttachmentValue[]) => void
  error?: string | undefined
  onBusy?: (isBusy: boolean) => void
  /** A page may have several of them. */
  id?: string
  upload?: typeof uploadFile
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

const UploadState = ({ file: { name }, progress, error }: FileUpload) =>
  error ? (
    <p className={classes.error} role="alert">
      <StatusIcon name="missing" size={16} /> {error}
    </p>
  ) : (
    <>
      <span className={classes.name}>{name}</span>
      <ProgressBar label={`Uploading ${name}`} value={progress * 100} isMoving />
    </>
  )

export function AttachmentsField({ value, onChange, error, onBusy, id = 'attachments', upload }: Props) {
  const { uploads, isUploading, add, cancel } = useFileUploads({
    kinds,
    onUploaded: ({ key, name }) => onChange((now) => [...now, { key, name: name.slice(0, maxNameLength) }]),
    ...(upload && { upload }),
  })
  useReportBusy(isUploading, onBusy)
  const count = value.length + uploads.length
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
            {uploads.map((one) => (
              <FileRow key={one.id} action={`${one.error ? 'Remove' : 'Cancel'} ${one.file.name}`} onRemove={() => cancel(one.id)}>
                <UploadState {...one} />
              </FileRow>
            ))}
          </ul>
        )}
        <Dropzone
          label={count > 0 ? 'Add more files' : 'Add files'}
          accept={getAcceptAttribute(kinds)}
          isMultiple
          hint="PDF, Word, Excel, PowerPoint, text or ZIP up to 100 MB, pictures up to 5 MB"
          error={error}
          onFiles={(files) => add(files, id)}
        />
      </div>
    </Input.Wrapper>
  )
}
