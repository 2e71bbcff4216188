/** What marking a session has to say: how far it is, whether it is saved, and its two deeds. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Note } from '#ui/note.tsx'
import { RestoredNote } from '#ui/restored-note.tsx'
import { SaveState } from '#ui/save-state.tsx'
import type { Marking } from './use-marking.ts'

export const markedWords = (marking: Marking, total: number): string => `${total - marking.unmarked} of ${total} marked`

export function MarkingState({ marking }: { marking: Marking }) {
  const retry = (): void => void marking.save()
  if (marking.isWaiting) return <SaveState state="offline" />
  if (marking.isSaving) return <SaveState state="saving" />
  if (marking.failure) return <SaveState state={marking.failure.isOffline ? 'offline' : 'failed'} onRetry={retry} />
  if (marking.changed > 0) return <span role="status">{marking.changed} unsaved</span>
  return marking.savedAt ? <SaveState state="saved" at={marking.savedAt} /> : null
}

/** One blue button: saving while there is something to save, else the rest of the class. */
export function MarkingActions({ marking }: { marking: Marking }) {
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

export function MarkingNotes({ marking }: { marking: Marking }) {
  const named = Object.keys(marking.faults).length
  return (
    <>
      {marking.failure && (
        <Note tone="bad" role="alert" title="Nothing was saved">
          {marking.failure.words} {named > 0 ? 'The rows are named below.' : 'Your marks are kept on this device.'}
        </Note>
      )}
      <RestoredNote from={marking.failure ? null : marking.restoredFrom} onDiscard={marking.discard} />
    </>
  )
}
