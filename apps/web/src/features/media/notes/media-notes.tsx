/** Private notes on the page of a video: the box under the player, and the list next to it. */

import { Button, Text } from '@mantine/core'
import { useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Media } from '@lms/contract/media'
import type { MediaNote } from '@lms/contract/media-notes'
import { downloadBlob } from '#lib/download.ts'
import { IconDownload } from '#ui/icons.ts'
import { SkeletonText } from '#ui/loading.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { saidAt, useTranscript } from '../cues.ts'
import { seek } from '../use-resume.ts'
import { NoteBox } from './note-box.tsx'
import { NoteRow, type NoteRowProps } from './note-row.tsx'
import { useNotes, notesFile, notesFileName } from './use-notes.ts'
import classes from './notes.module.css'

type Props = Pick<NoteRowProps, 'notes' | 'onSeek'> & {
  title: string
  /** The captions at a position, if there are any. */
  saidAt: (seconds: number) => string | undefined
}

/** All of the user's notes on a video, by position, with a download. */
function NoteList({ notes, title, saidAt, ...row }: Props) {
  const save = (all: readonly MediaNote[]): void => {
    const text = notesFile(title, `${location.origin}${location.pathname}`, all)
    downloadBlob(new Blob([text], { type: 'text/markdown' }), notesFileName(title))
  }
  return (
    <QueryPart query={notes.query} what="Your notes" loading={<SkeletonText lines={3} />}>
      {(all) =>
        all.length === 0 ? (
          <Text variant="meta">No notes yet. Each belongs to a place in the video, and only you can read it.</Text>
        ) : (
          <div>
            <ul aria-label="My notes">
              {all.map((note) => (
                <NoteRow key={note.id} note={note} notes={notes} said={saidAt(note.at)} {...row} />
              ))}
            </ul>
            <Button
              className={classes.save ?? ''}
              variant="subtle"
              size="sm"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              onClick={() => save(all)}
            >
              Download as Markdown
            </Button>
          </div>
        )
      }
    </QueryPart>
  )
}

/** How many of the newest are shown under the box: a new note is seen without changing the tab. */
const newestCount = 2

function NewestNotes({ notes, saidAt, ...row }: Omit<Props, 'title'>) {
  const latest = (notes.query.data ?? []).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, newestCount)
  if (latest.length === 0) return null
  return (
    <ul className={classes.newest} aria-label="Newest notes">
      {latest.map((note) => (
        <NoteRow key={note.id} note={note} notes={notes} said={saidAt(note.at)} {...row} />
      ))}
    </ul>
  )
}

export type NotesDesk = ReturnType<typeof useNotesDesk>

/** Shared by both parts. `open` scrolls to the box. */
export function useNotesDesk(media: Media, video: RefObject<HTMLVideoElement | null>, open: () => void) {
  const field = useRef<HTMLTextAreaElement>(null)
  const notes = useNotes({ courseId: media.courseId, mediaId: media.id })
  const cues = useTranscript(media.captions.find((caption) => caption.default) ?? media.captions[0]).data ?? []
  const shown = {
    notes,
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

/** Under the player, if the whole list fits next to it. */
export const NotesUnderPlayer = ({ desk }: { desk: NotesDesk }) => (
  <div>
    <NotesBox desk={desk} />
    <NewestNotes {...desk.shown} />
  </div>
)

export const AllNotes = ({ desk: { media, shown } }: { desk: NotesDesk }) => <NoteList title={media.title} {...shown} />
