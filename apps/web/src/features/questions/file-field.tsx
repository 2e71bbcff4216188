/** Files as an answer: attached ones, running uploads, and adding more. */

import { ActionIcon, Button, Flex, Stack, Text } from '@mantine/core'
import { isolate } from '@lms/contract/rules/direction'
import { formatPercentage } from '#lib/format-number.ts'
import { Dropzone } from '#ui/dropzone.tsx'
import { IconFileText, IconX } from '#ui/icons.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import type { FileUpload, FileUploads } from '#features/files/use-file-uploads.ts'
import shared from './answer-view.module.css'
import classes from './file-field.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** “62 %, 8 s left”. */
function formatProgress({ progress, startedAt }: FileUpload): string {
  const elapsed = (Date.now() - startedAt) / 1000
  if (progress < 0.02 || elapsed < 1) return formatPercentage(progress * 100)
  const left = Math.ceil((elapsed / progress) * (1 - progress))
  return `${formatPercentage(progress * 100)}, ${left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`} left`
}

function MovingFile({ upload, uploads }: { upload: FileUpload; uploads: FileUploads }) {
  const { file, progress, error } = upload
  return (
    <li className={shared.file}>
      <IconFileText {...icon} />
      <Stack gap={4} flex={1} miw={0}>
        <Flex align="baseline" justify="space-between" gap={12}>
          <span className={classes.fileFieldName}>{file.name}</span>
          {!error && (
            <Text span variant="meta" flex="none">
              {formatProgress(upload)}
            </Text>
          )}
        </Flex>
        {error ? (
          <p className={classes.error} role="alert">
            <StatusIcon name="missing" size={16} /> {error}
          </p>
        ) : (
          <ProgressBar label={`Sending ${isolate(file.name)}`} value={progress * 100} isMoving />
        )}
      </Stack>
      {uploads.canRetry(upload) && (
        <Button variant="default" size="sm" onClick={() => uploads.retry(upload)}>
          Try again
        </Button>
      )}
      <ActionIcon
        aria-label={error ? `Remove ${isolate(file.name)}` : `Cancel ${isolate(file.name)}`}
        onClick={() => uploads.cancel(upload.id)}
      >
        <IconX {...icon} />
      </ActionIcon>
    </li>
  )
}

export type AttachedFile = { key: string; name: string; meta?: string | undefined; url?: string | undefined }

type Props = {
  /** The question or field that uploads are for. */
  fieldId: string
  id: string
  attached: readonly AttachedFile[]
  uploads: FileUploads
  accept: string
  /** Accepted types, as text. */
  hint?: string
  error?: string | undefined
  onRemove: (key: string) => void
}

const everyKind =
  'PDF, Word, Excel, PowerPoint, text or ZIP up to 100 MB, video and audio up to 500 MB, pictures up to 5 MB, source code and CSV up to 1 MB'

export function FileField({ fieldId: own, id, attached, uploads, accept, hint = everyKind, error, onRemove }: Props) {
  const mine = uploads.uploads.filter(({ fieldId }) => fieldId === own)
  return (
    <div id={id} tabIndex={-1} className={classes.field}>
      {attached.length + mine.length > 0 && (
        <Flex component="ul" direction="column" gap={8}>
          {attached.map(({ key, name, meta, url }) => (
            <li key={key} className={shared.file}>
              <IconFileText {...icon} />
              <Stack gap={4} flex={1} miw={0}>
                {url ? (
                  <a href={url} target="_blank" rel="noopener noreferrer" className={classes.fileFieldName}>
                    {name}
                  </a>
                ) : (
                  <span className={classes.fileFieldName}>{name}</span>
                )}
                <Text variant="meta" flex="none">
                  {meta ?? 'Attached'}
                </Text>
              </Stack>
              <ActionIcon aria-label={`Remove ${isolate(name)}`} onClick={() => onRemove(key)}>
                <IconX {...icon} />
              </ActionIcon>
            </li>
          ))}
          {mine.map((upload) => (
            <MovingFile key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </Flex>
      )}
      <Dropzone
        label={attached.length + mine.length > 0 ? 'Choose another file' : 'Choose a file'}
        isMultiple
        accept={accept}
        hint={hint}
        error={error}
        onFiles={(files) => uploads.add(files, own)}
      />
    </div>
  )
}
