/** Why a check or an import did not happen, what is safe, and what to do. */
import { Button } from '@mantine/core'
import { isApiProblem } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import { FormatPicker } from './format-picker.tsx'
import type { ParseOptions } from './upload-import.ts'
import type { Failure } from './use-import.ts'

type Words = { title: string; text: string; isWorthRetrying?: boolean }

const storedNote = 'The file and your corrections are kept on this device.'

function getFailureText({ action, error }: Failure, fileName: string): Words {
  if (!isApiProblem(error)) return { title: 'Something went wrong on this page', text: storedNote, isWorthRetrying: true }
  const { problem, message, errors, status } = error
  if (problem === 'busy') return { title: 'The server is busy', text: `${message} ${storedNote}`, isWorthRetrying: true }
  if (problem === 'offline' || status >= 500) {
    const doubt = 'It may have finished the import all the same: trying again does nothing twice.'
    return { title: 'The server did not answer', text: action === 'import' ? `${doubt} ${storedNote}` : storedNote, isWorthRetrying: true }
  }
  if (problem === 'not-found')
    return { title: 'This course was removed or never existed', text: 'Nothing was saved. Choose another course, or none.' }
  if (problem === 'rate-limited') return { title: 'That was too often', text: `${message} ${storedNote}`, isWorthRetrying: true }
  if (problem === 'forbidden') return { title: 'You may not import these people', text: message }
  if (errors.some(({ pointer }) => pointer === '?encoding' || pointer === '?delimiter'))
    return { title: `${fileName} cannot be read like that`, text: `${errors[0]?.detail ?? message} Nothing was saved.` }
  return { title: `${fileName} cannot be imported`, text: `${errors[0]?.detail ?? message} Nothing was saved.` }
}

/** A text file that is refused for its contents may be read in another way; a workbook may not. */
const isText = ({ error }: Failure, fileName: string): boolean =>
  isApiProblem(error) && error.problem === 'validation-failed' && error.errors.length > 0 && !/\.xlsx$/i.test(fileName)

type Props = {
  failure: Failure
  fileName: string
  onRetry: () => void
  /** Where the file can still be read in another way. */
  reading?: { wish: ParseOptions; onRead: (wish: ParseOptions) => void }
}

export function FailureNote({ failure, fileName, onRetry, reading }: Props) {
  const { title, text, isWorthRetrying } = getFailureText(failure, fileName)
  const retry = (
    <Button variant="default" size="sm" onClick={onRetry}>
      Try again
    </Button>
  )
  const choice = reading && isText(failure, fileName) && <FormatPicker wish={reading.wish} onChange={reading.onRead} />
  return (
    <Alert
      tone="bad"
      role="alert"
      title={title}
      requestId={isApiProblem(failure.error) ? failure.error.instance : undefined}
      action={isWorthRetrying ? retry : choice}
    >
      {text}
      {choice && ' Or read it differently:'}
    </Alert>
  )
}
