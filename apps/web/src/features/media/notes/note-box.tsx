/** One labelled box under the player: what is typed belongs to the second at which the typing began, and is saved as it goes. */
import { Button, Textarea } from '@mantine/core'
import { type RefObject, useId, useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { newId } from '#lib/ids.ts'
import { clock, position } from '#lib/format-date.ts'
import { SaveStatus } from '#ui/save-status.tsx'
import classes from './notes.module.css'
import { useAutosave } from './use-autosave.ts'
import type { Notes } from './use-notes.ts'
import { usePlaybackPosition } from './use-playback-position.ts'

/** `at` is null until something is typed. The id goes along with every save, so that it is one note whatever answers are lost. */
type NoteDraft = { text: string; at: number | null; id: string }

const emptyDraft = (): NoteDraft => ({ text: '', at: null, id: newId() })
/** Drafts had no id before their first save, once. */
const withId = (kept: Omit<NoteDraft, 'id'> & { id: string | null }): NoteDraft => ({ ...kept, id: kept.id ?? newId() })
/** As much as the server takes. */
const longest = 5000

type Props = {
  mediaId: string
  video: RefObject<HTMLVideoElement | null>
  notes: Notes
  /** What Shift+N leads to. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** The draft on this device outlives reloads and sign-outs; the server has it a moment later. */
function useNoteDraft({ mediaId, notes }: Pick<Props, 'mediaId' | 'notes'>) {
  const [first] = useState(emptyDraft)
  const { value: draft, setValue, clear } = useDraft<NoteDraft>(`note:${mediaId}`, first, withId)
  /** The draft of this very moment: the one of the last drawing may be older than a running save. */
  const now = (): NoteDraft => {
    let current = draft
    setValue((value) => (current = value))
    return current
  }
  const { saving, type, flush, forget } = useAutosave((text) => {
    const { id, at } = now()
    return notes.add({ id, at: at ?? 0, text })
  })
  const write = (text: string, place: number): void => {
    setValue((current) => ({ ...current, text, at: current.at ?? place }))
    if (text.trim()) type(text)
    else forget()
  }
  const done = async (): Promise<void> => {
    const { text, id } = now()
    if (text.trim()) {
      // What a reload brought back may not have been saved at all.
      type(text)
      if (!(await flush())) return
    } else {
      forget()
      if (notes.query.data?.some((note) => note.id === id)) await notes.remove(id)
    }
    clear(emptyDraft())
  }
  return { draft, saving, write, done, flush }
}

export function NoteBox({ mediaId, video, notes, field }: Props) {
  const id = useId()
  const place = usePlaybackPosition(video)
  const { draft, saving, write, done, flush } = useNoteDraft({ mediaId, notes })
  const isWriting = draft.at !== null
  return (
    <form
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWriting) void done().catch(() => undefined)
        else field.current?.focus()
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Note at {position(draft.at ?? place)}
      </label>
      <div className={classes.line}>
        <Textarea
          id={id}
          ref={field}
          className={classes.field}
          placeholder="Only you can read your notes"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={longest}
          value={draft.text}
          error={saving.state === 'failed' ? saving.why : undefined}
          onChange={(event) => write(event.currentTarget.value, video.current?.currentTime ?? place)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <Button type="submit" variant="default">
          Add note
        </Button>
      </div>
      {isWriting && saving.state !== 'idle' && (
        <SaveStatus state={saving.state} {...(saving.state === 'saved' && { at: clock(saving.at) })} onRetry={() => void flush()} />
      )}
    </form>
  )
}
