/** A labelled box under the player: a note belongs to the second at which typing began, and is saved automatically. */

import { Button, Flex, Text, Textarea } from '@mantine/core'
import { type RefObject, useEffect, useId, useState } from 'react'
import { isVisible } from '@lms/contract/rules/post-content'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { formatPosition } from '#lib/format-number.ts'
import { newId } from '#lib/ids.ts'
import { useAutosave } from '#lib/use-autosave.ts'
import { SaveStatus } from '#ui/status-badge.tsx'
import type { Notes } from './use-notes.ts'

/** `at` is null until something is typed. The id is sent with every save, so that lost responses create no duplicates. */
type NoteDraft = { text: string; at: number | null; id: string }

const emptyDraft = (): NoteDraft => ({ text: '', at: null, id: newId() })
/** Drafts stored by earlier versions have no id before their first save. */
const withId = (draft: Omit<NoteDraft, 'id'> & { id: string | null }): NoteDraft => ({ ...draft, id: draft.id ?? newId() })
const nothingSaved: NoteDraft = { text: '', at: null, id: '' }
const isSameNote = (one: NoteDraft, other: NoteDraft): boolean => one.id === other.id && one.text === other.text
/** The server's limit. */
const maxNoteLength = 5000

type Props = {
  mediaId: string
  video: RefObject<HTMLVideoElement | null>
  notes: Notes
  /** The target of Shift+N. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** The draft on this device outlives reloads and sign-outs; the server has it a moment later. */
function useNoteDraft({ mediaId, notes }: Pick<Props, 'mediaId' | 'notes'>) {
  const [first] = useState(emptyDraft)
  const { value: draft, setValue, discard } = useDraft<NoteDraft>(`note:${mediaId}`, first, { migrate: withId })
  /** The current draft: that of the last render may be older than a running save. */
  const now = (): NoteDraft => {
    let current = draft
    setValue((value) => (current = value))
    return current
  }
  const isEmpty = !isVisible(draft.text)
  const { saving, flush } = useAutosave({
    value: draft,
    saved: nothingSaved,
    isEqual: isSameNote,
    save: ({ id, at, text }) => notes.add({ id, at: at ?? 0, text }),
    isEnabled: !isEmpty,
  })
  const write = (text: string, place: number): void => setValue((current) => ({ ...current, text, at: current.at ?? place }))
  const done = async (): Promise<void> => {
    const { id } = draft
    if (isEmpty) {
      if (notes.query.data?.some((note) => note.id === id)) await notes.remove(id)
    } else {
      // Once more if something was typed during the save.
      for (let sent = ''; sent !== now().text;) {
        sent = now().text
        if (!(await flush())) return
      }
    }
    discard(emptyDraft())
  }
  return { draft, saving: isEmpty ? null : saving, write, done, flush }
}

export function NoteBox({ mediaId, video, notes, field }: Props) {
  const id = useId()
  const place = usePlaybackPosition(video)
  const { draft, saving, write, done, flush } = useNoteDraft({ mediaId, notes })
  const isWriting = draft.at !== null
  return (
    <Flex
      component="form"
      direction="column"
      gap={6}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWriting) void done().catch(() => undefined)
        else field.current?.focus()
      }}
    >
      <Text component="label" htmlFor={id} inherit fz="sm" fw={600} lh="sm">
        Note at {formatPosition(draft.at ?? place)}
      </Text>
      <Flex align="flex-start" gap={12}>
        <Textarea
          id={id}
          ref={field}
          flex={1}
          placeholder="Only you can read your notes"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={maxNoteLength}
          value={draft.text}
          error={saving?.state === 'failed' && getErrorMessage(saving.error)}
          onChange={(event) => write(event.currentTarget.value, video.current?.currentTime ?? place)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <Button type="submit" variant="default">
          Add note
        </Button>
      </Flex>
      {isWriting && saving && saving.state !== 'idle' && <SaveStatus state={saving.state} at={saving.at} onRetry={() => void flush()} />}
    </Flex>
  )
}

/** The position of a video in whole seconds, so that a component that shows it renders only once a second. */
function usePlaybackPosition(video: RefObject<HTMLVideoElement | null>): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const player = video.current
    if (!player) return undefined
    const follow = (): void => setSeconds(Math.floor(player.currentTime))
    follow()
    const events = ['timeupdate', 'seeked', 'loadedmetadata']
    for (const event of events) player.addEventListener(event, follow)
    return () => {
      for (const event of events) player.removeEventListener(event, follow)
    }
  }, [video])
  return seconds
}
