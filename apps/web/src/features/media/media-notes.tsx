/** One's own notes on the page of a video: the box under the player, and the list beside it. */
import type { Media } from '@lms/contract/media'
import { type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { PostBody } from '#features/discussions/index.ts'
import { NoteBox } from './notes/note-box.tsx'
import { NewestNotes, NoteList } from './notes/note-list.tsx'
import { useNotes } from './notes/use-notes.ts'
import { seek } from './seek.ts'
import { saidAt } from './cues.ts'
import { useTranscript } from './use-transcript.ts'

export type NotesDesk = ReturnType<typeof useNotesDesk>

/** What both places of the notes share. `open` brings the box to where it can be seen. */
export function useNotesDesk(media: Media, video: RefObject<HTMLVideoElement | null>, open: () => void) {
  const field = useRef<HTMLTextAreaElement>(null)
  const notes = useNotes({ courseId: media.courseId, mediaId: media.id })
  const cues = useTranscript(media.captions.find((caption) => caption.default) ?? media.captions[0]).data ?? []
  const shown = {
    notes,
    draw: (text: string): ReactNode => <PostBody content={text} voice="talk" />,
    saidAt: (seconds: number): string | undefined => saidAt(cues, seconds),
    onSeek: (seconds: number): void => {
      seek(video.current, seconds)
      video.current?.scrollIntoView({ block: 'nearest' })
    },
  }
  const write = (): void => {
    flushSync(open)
    field.current?.focus()
  }
  return { media, video, field, shown, write }
}

export const NotesBox = ({ desk: { media, video, field, shown } }: { desk: NotesDesk }) => (
  <NoteBox mediaId={media.id} video={video} notes={shown.notes} field={field} />
)

/** Under the player, where there is room beside it for the whole list. */
export const NotesUnderPlayer = ({ desk }: { desk: NotesDesk }) => (
  <div>
    <NotesBox desk={desk} />
    <NewestNotes {...desk.shown} />
  </div>
)

export const AllNotes = ({ desk: { media, shown } }: { desk: NotesDesk }) => <NoteList title={media.title} {...shown} />
