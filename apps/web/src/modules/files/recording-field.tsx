/** The file of a recording: drop or choose it, see it leave, replace it. */
import { Button, Input } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { useState } from 'react'
import { FileDrop } from '#ui/file-drop.tsx'
import { acceptOf, fileRefusal } from './file-types.ts'
import classes from './recording-field.module.css'
import { UploadRow } from './upload-row.tsx'
import type { UploadControl } from './use-upload.ts'

const kinds = ['video', 'audio'] as const

type Props = {
  id: string
  label?: string
  control: UploadControl
  /** A file that is in the store already. */
  stored: { name: string; href?: string | null } | null
  /** Takes the file out of the form. */
  onRemove: () => void
  onFile: (file: File) => void
  error?: string | undefined
}

export function RecordingField({ id, label = 'File', control, stored, onRemove, onFile, error }: Props) {
  const [refusal, setRefusal] = useState<string | undefined>()
  const take = ([file]: File[]): void => {
    if (!file) return
    const found = fileRefusal(file, kinds)
    setRefusal(found)
    if (found) return
    onFile(file)
    control.start(file)
  }
  const isIdle = control.upload.state === 'idle'
  return (
    // The target of the fault's link in the summary.
    <Input.Wrapper label={label} labelElement="div">
      <div id={id} tabIndex={-1} className={classes.field}>
        {isIdle && stored && (
          <div className={classes.stored}>
            <IconMovie size={18} stroke={1.75} aria-hidden />
            <span className={classes.name}>
              {stored.href ? (
                <a href={stored.href} target="_blank" rel="noreferrer">
                  {stored.name}
                </a>
              ) : (
                stored.name
              )}
            </span>
            <Button variant="subtle" size="sm" onClick={onRemove}>
              Replace
            </Button>
          </div>
        )}
        {isIdle && !stored && (
          <FileDrop
            label="Choose a recording"
            accept={acceptOf(kinds)}
            hint="MP4, WebM, MOV, MP3 or M4A, at most 5 GB"
            error={refusal ?? error}
            onFiles={take}
          />
        )}
        {!isIdle && (
          <UploadRow
            control={{
              ...control,
              cancel: () => {
                control.cancel()
                onRemove()
              },
            }}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
