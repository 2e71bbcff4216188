/** What marking a session has to say: how far it is, whether it is saved, and its two actions. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Alert, DraftRestoredAlert } from '#ui/alert.tsx'
import { SaveStatus } from '#ui/status.tsx'
import type { MarkForm } from './use-mark-form.ts'

export const formatMarkedCount = (marking: MarkForm, total: number): string => `${total - marking.unmarked} of ${total} marked`

export function MarkFormState({ marking }: { marking: MarkForm }) {
  const retry = (): void => void marking.save()
  if (marking.isWaiting) return <SaveStatus state="offline" />
  if (marking.isSaving) return <SaveStatus state="saving" />
  if (marking.failure) return <SaveStatus state={marking.failure.isOffline ? 'offline' : 'failed'} onRetry={retry} />
  if (marking.changed > 0) return <span role="status">{marking.changed} unsaved</span>
  return marking.savedAt ? <SaveStatus state="saved" at={marking.savedAt} /> : null
}

/** One blue button: saving while there is something to save, else the rest of the class. */
export function MarkFormActions({ marking }: { marking: MarkForm }) {
  const { changed, unmarked, isSaving } = marking
  useEffect(() => {
    const save = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void marking.save()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  })
  return (
    <>
      {unmarked > 0 && (
        <Button variant={changed > 0 ? 'default' : 'filled'} onClick={marking.restPresent}>
          Mark {unmarked} as present
        </Button>
      )}
      {changed > 0 && !marking.isWaiting && (
        <Button loading={isSaving} onClick={() => void marking.save()}>
          Save {changed} {changed === 1 ? 'mark' : 'marks'}
        </Button>
      )}
    </>
  )
}

export function MarkFormAlerts({ marking }: { marking: MarkForm }) {
  const named = Object.keys(marking.errors).length
  return (
    <>
      {marking.failure && (
        <Alert tone="bad" role="alert" title="Nothing was saved">
          {marking.failure.words} {named > 0 ? 'The rows are named below.' : 'Your marks are kept on this device.'}
        </Alert>
      )}
      <DraftRestoredAlert from={marking.failure ? null : marking.restoredFrom} onDiscard={marking.discard} />
    </>
  )
}
