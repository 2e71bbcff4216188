/** Why a check or an import did not happen, what is safe, and what to do. */
import { Button } from '@mantine/core'
import { isApiProblem } from '#lib/api.ts'
import { Note } from '#ui/note.tsx'
import type { Failure } from './use-import.ts'

type Words = { title: string; text: string; isWorthRetrying?: boolean }

const kept = 'The file and your corrections are kept on this device.'

function wordsOf({ deed, error }: Failure, fileName: string): Words {
  if (!isApiProblem(error)) return { title: 'Something went wrong on this page', text: kept, isWorthRetrying: true }
  const { problem, message, errors, status } = error
  if (problem === 'busy') return { title: 'The server is busy', text: `${message} ${kept}`, isWorthRetrying: true }
  if (problem === 'offline' || status >= 500) {
    const doubt = 'It may have finished the import all the same: trying again does nothing twice.'
    return { title: 'The server did not answer', text: deed === 'import' ? `${doubt} ${kept}` : kept, isWorthRetrying: true }
  }
  if (problem === 'not-found')
    return { title: 'This course was removed or never existed', text: 'Nothing was saved. Choose another course, or none.' }
  if (problem === 'rate-limited') return { title: 'That was too often', text: `${message} ${kept}`, isWorthRetrying: true }
  if (problem === 'forbidden') return { title: 'You may not import these people', text: message }
  return { title: `${fileName} cannot be imported`, text: `${errors[0]?.detail ?? message} Nothing was saved.` }
}

type Props = { failure: Failure; fileName: string; onRetry: () => void }

export function FailureNote({ failure, fileName, onRetry }: Props) {
  const { title, text, isWorthRetrying } = wordsOf(failure, fileName)
  const retry = (
    <Button variant="default" size="sm" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Note
      tone="bad"
      role="alert"
      title={title}
      requestId={isApiProblem(failure.error) ? failure.error.instance : undefined}
      action={isWorthRetrying && retry}
    >
      {text}
    </Note>
  )
}
