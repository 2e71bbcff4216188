/** How the file was read, so that a wrong column or encoding is noticed before anyone is added; and how to change that. */

import { Button, NativeSelect } from '@mantine/core'
import { Fragment } from 'react'
import { Alert } from '#ui/alert.tsx'
import { ColumnSection, otherSheetsText } from '#ui/import/column-section.tsx'
import shared from '#ui/import/import.module.css'
import { FormatPicker } from './failure-note.tsx'
import { findContradictions, type ReviewRow } from './import-rows.ts'
import { aboveText, contradictionText, notReadText, rowsText } from './labels.ts'
import { autoDetect, hasSameParseOptions, type ImportOptions, type ParseOptions, type Reply } from './upload-import.ts'
import classes from './import.module.css'

type Props = {
  detected: Reply['detected']
  terms: ImportOptions
  rows: readonly ReviewRow[]
  parseOptions: ParseOptions
  onRead: (parseOptions: ParseOptions) => void
  onSkip: (rows: readonly number[]) => void
}

export function DetectedFormat({ detected, terms, rows, parseOptions, onRead, onSkip }: Props) {
  const { format, columns, read, questions } = detected
  const isChanged = !hasSameParseOptions(parseOptions, autoDetect) && questions.length === 0
  return (
    <div className={`${shared.quiet} ${classes.line}`}>
      <ColumnSection
        text={<ReadText detected={detected} />}
        isOpenAtFirst={isChanged}
        questions={questions.map(({ field, text, options, chosen }) => (
          <NativeSelect
            key={field}
            className={`${classes.question} ${chosen === null ? classes.open : ''}`}
            label={text}
            data={[...(chosen === null ? [{ value: '', label: 'Choose a column' }] : []), ...options]}
            value={chosen ?? ''}
            onChange={({ currentTarget: { value } }) => value && onRead({ ...parseOptions, [field]: value })}
          />
        ))}
        columns={columns}
        read={read}
        onChange={(change) => onRead({ ...parseOptions, ...change })}
      >
        {format === 'CSV' && <FormatPicker parseOptions={parseOptions} found={detected} onChange={onRead} />}
      </ColumnSection>
      {findContradictions(detected.notRead, rows, terms.role).map(({ column, kind, rows: against }) => (
        <Alert
          key={`${column} ${kind}`}
          tone="warn"
          title={contradictionText(column, kind, against.length, terms)}
          action={
            <Button variant="default" size="sm" onClick={() => onSkip(against)}>
              Leave out {against.length === 1 ? 'this row' : `these ${rowsText(against.length)}`}
            </Button>
          }
        />
      ))}
    </div>
  )
}

function ReadText({ detected: { nameColumn, emailColumn, aboveHeader, samples, notRead, otherSheets } }: Pick<Props, 'detected'>) {
  return (
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
      {notRead.map(({ column, values }) => (
        <Fragment key={column}> {notReadText(column, values)}</Fragment>
      ))}
      {otherSheets.length > 0 && <> {otherSheetsText(otherSheets)}</>}
    </p>
  )
}
