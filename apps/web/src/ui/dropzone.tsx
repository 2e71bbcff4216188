/** Files by dropping or choosing: the button is the main control, the zone a convenience. */

import { Button, Flex, Text } from '@mantine/core'
import { type DragEvent, useId, useRef, useState } from 'react'
import { IconUpload } from './icons.ts'
import { StatusIcon } from './status-icon.tsx'
import classes from './dropzone.module.css'

type Props = {
  /** The action: “Choose a video”. */
  label: string
  onFiles: (files: File[]) => void
  /** Gets the raw drop event instead of only its files. */
  onDropped?: (data: DataTransfer) => void
  /** Opens its own dialog instead of the field's. */
  onChoose?: () => void
  /** As for the browser's input: “.csv,.xlsx” or “video/*”. Only a hint; validate the files. */
  accept?: string
  isMultiple?: boolean
  /** Types and limits, before anything is chosen. */
  hint?: string
  error?: string | undefined
  isDisabled?: boolean
}

export function Dropzone({ label, onFiles, onDropped, onChoose, accept, isMultiple = false, hint, error, isDisabled = false }: Props) {
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const take = (list: FileList | null): void => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1)
    if (files.length > 0 && !isDisabled) onFiles(files)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (onDropped && !isDisabled) onDropped(event.dataTransfer)
    else take(event.dataTransfer.files)
  }
  return (
    <div
      className={`${classes.zone} ${isOver ? classes.over : ''} ${error ? classes.bad : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button
        variant="default"
        disabled={isDisabled}
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        aria-describedby={`${id}-hint`}
        onClick={() => (onChoose ? onChoose() : field.current?.click())}
      >
        {label}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        multiple={isMultiple}
        {...(accept !== undefined && { accept })}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Choosing the same file again must trigger a change.
          event.currentTarget.value = ''
        }}
      />
      <Text component="div" id={`${id}-hint`} variant="meta">
        <p>{isMultiple ? 'or drop files here' : 'or drop a file here'}</p>
        {hint && (
          <Text variant="caption" className={classes.hint}>
            {hint}
          </Text>
        )}
        {error && (
          <Flex component="p" c="red" fw={500} align="center" gap={6}>
            <StatusIcon name="missing" size={16} /> {error}
          </Flex>
        )}
      </Text>
    </div>
  )
}
