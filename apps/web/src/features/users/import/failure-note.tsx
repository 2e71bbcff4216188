/** Why a preview or an import failed, what is safe, and what to do; a text file can be parsed differently. */

import { Button, NativeSelect } from '@mantine/core'
import { isolate } from '@lms/contract/rules/direction'
import type { ImportDelimiter } from '@lms/contract/rules/import-delimiters'
import type { ImportEncoding } from '@lms/contract/users'
import { isApiProblem, isNetworkError } from '#lib/api-errors.ts'
import { Alert } from '#ui/alert.tsx'
import shared from '#ui/import/import.module.css'
import { delimiterLabels, encodingLabels } from './labels.ts'
import { autoDetect, type ParseOptions } from './upload-import.ts'
import type { Failure } from './use-sending.ts'
import classes from './import.module.css'

type Words = { title: string; text: string; isWorthRetrying?: boolean }

const storedNote = 'The file and your corrections are kept on this device.'

function getFailureText({ action, error }: Failure, fileName: string): Words {
  if (!isApiProblem(error)) return { title: 'Something went wrong on this page', text: storedNote, isWorthRetrying: true }
  const { problem, message, errors } = error
  if (problem === 'busy') return { title: 'The server is busy', text: `${message} ${storedNote}`, isWorthRetrying: true }
  if (isNetworkError(error)) {
    const doubt = 'It may have finished the import all the same: trying again does nothing twice.'
    return { title: 'The server did not answer', text: action === 'import' ? `${doubt} ${storedNote}` : storedNote, isWorthRetrying: true }
  }
  if (problem === 'not-found')
    return { title: 'This course was removed or never existed', text: 'Nothing was saved. Choose another course, or none.' }
  if (problem === 'rate-limited') return { title: 'That was too often', text: `${message} ${storedNote}`, isWorthRetrying: true }
  if (problem === 'forbidden') return { title: 'You may not import these people', text: message }
  if (errors.some(({ pointer }) => pointer === '?encoding' || pointer === '?delimiter'))
    return { title: `${isolate(fileName)} cannot be read like that`, text: `${errors[0]?.detail ?? message} Nothing was saved.` }
  return { title: `${isolate(fileName)} cannot be imported`, text: `${errors[0]?.detail ?? message} Nothing was saved.` }
}

/** A text file that was rejected for its contents can be parsed with other options; a workbook cannot. */
const isText = ({ error }: Failure, fileName: string): boolean =>
  isApiProblem(error) && error.problem === 'validation-failed' && error.errors.length > 0 && !/\.xlsx$/i.test(fileName)

type Props = {
  failure: Failure
  fileName: string
  onRetry: () => void
  /** If the file can be parsed in another way. */
  reading?: { parseOptions: ParseOptions; onRead: (parseOptions: ParseOptions) => void }
}

export function FailureNote({ failure, fileName, onRetry, reading }: Props) {
  const { title, text, isWorthRetrying } = getFailureText(failure, fileName)
  const retry = (
    <Button variant="default" size="sm" onClick={onRetry}>
      Try again
    </Button>
  )
  const choice = reading && isText(failure, fileName) && <FormatPicker parseOptions={reading.parseOptions} onChange={reading.onRead} />
  return (
    <Alert
      tone="bad"
      role="alert"
      title={title}
      requestId={isApiProblem(failure.error) ? failure.error.instance : undefined}
      action={isWorthRetrying ? retry : choice}
    >
      {text}
      {choice && ' Or choose how the file is read:'}
    </Alert>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  words: Record<T, string>
  value: T | null
  /** The detected options. */
  found: T | null
  onChange: (value: T | null) => void
}

function Choice<T extends string>({ label, words, value, found, onChange }: ChoiceProps<T>) {
  const known = Object.keys(words).filter((key): key is T => key in words)
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: value === null && found ? `Automatic: ${words[found]}` : 'Automatic' },
        ...known.map((key) => ({ value: key, label: words[key] })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(known.find((key) => key === currentTarget.value) ?? null)}
    />
  )
}

/** The answers about columns belong to one way of reading the file. */
type PickerProps = {
  parseOptions: ParseOptions
  found?: { encoding: ImportEncoding | null; delimiter: ImportDelimiter | null } | undefined
  onChange: (parseOptions: ParseOptions) => void
}

export function FormatPicker({ parseOptions, found, onChange }: PickerProps) {
  return (
    <div className={`${shared.fields} ${classes.question}`} role="group" aria-label="How the file is read">
      <Choice
        label="Encoding"
        words={encodingLabels}
        value={parseOptions.encoding}
        found={found?.encoding ?? null}
        onChange={(encoding) => onChange({ ...autoDetect, delimiter: parseOptions.delimiter, encoding })}
      />
      <Choice
        label="Between the columns"
        words={delimiterLabels}
        value={parseOptions.delimiter}
        found={found?.delimiter ?? null}
        onChange={(delimiter) => onChange({ ...autoDetect, encoding: parseOptions.encoding, delimiter })}
      />
    </div>
  )
}
