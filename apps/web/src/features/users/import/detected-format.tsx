/** How the file was read, so that a wrong column or encoding is seen before anybody is added; and the way to read it otherwise. */
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { FormatPicker } from './format-picker.tsx'
import { autoDetect, type Reply, type ParseOptions } from './upload-import.ts'
import { aboveText } from './labels.ts'
import classes from './detected-format.module.css'

type Props = { detected: Reply['detected']; wish: ParseOptions; onRead: (wish: ParseOptions) => void }

export function DetectedFormat({ detected, wish, onRead }: Props) {
  const { format, nameColumn, emailColumn, aboveHeader, samples } = detected
  const isChosen = wish.encoding !== autoDetect.encoding || wish.delimiter !== autoDetect.delimiter
  const [isOpen, setOpen] = useState(isChosen)
  const id = useId()
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <p>
          {nameColumn === null ? (
            'No column of names was found: only people who are here already can be enrolled. '
          ) : (
            <>
              Names from <b>{nameColumn}</b>, addresses from <b>{emailColumn}</b>.{' '}
            </>
          )}
          {samples.length > 0 && <>The first names read: {samples.join(', ')}.</>}
          {aboveHeader.length > 0 && <> {aboveText(aboveHeader)}</>}
        </p>
        {format === 'CSV' && (
          <Button
            variant="subtle"
            size="sm"
            className={classes.otherwise ?? ''}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            Read it differently
          </Button>
        )}
      </div>
      {format === 'CSV' && (
        <div id={id} hidden={!isOpen}>
          <FormatPicker wish={wish} found={detected} onChange={onRead} />
        </div>
      )}
    </div>
  )
}
