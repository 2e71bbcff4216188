/** All of one's notes to a video, in the order of their places, and a file of them. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '#lib/api.ts'
import { toLoadError } from '#lib/load-error.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { NoteRow, type NoteRowProps } from './note-row.tsx'
import classes from './notes.module.css'
import { notesFile, notesFileName } from './notes-file.ts'

type Props = Pick<NoteRowProps, 'notes' | 'onSeek' | 'draw'> & {
  title: string
  /** The words that were said at a place, where there are captions. */
  saidAt: (seconds: number) => string | undefined
}

export function NoteList({ notes, title, saidAt, ...row }: Props) {
  const { query } = notes
  if (query.isError) return <LoadFailed title="Your notes did not load" {...toLoadError(query)} />
  if (query.isPending) return <SkeletonText lines={3} />
  if (query.data.length === 0)
    return <p className={classes.none}>No notes yet. Each belongs to a place in the video, and only you can read it.</p>
  const save = (): void => {
    const text = notesFile(title, `${location.origin}${location.pathname}`, query.data)
    saveFile(new Blob([text], { type: 'text/markdown' }), notesFileName(title))
  }
  return (
    <div>
      <ul className={classes.list} aria-label="My notes">
        {query.data.map((note) => (
          <NoteRow key={note.id} note={note} notes={notes} said={saidAt(note.at)} {...row} />
        ))}
      </ul>
      <Button
        className={classes.save ?? ''}
        variant="subtle"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={save}
      >
        Download as Markdown
      </Button>
    </div>
  )
}

/** How many of the newest stand under the box: what was just written is seen without another tab. */
const newest = 2

export function NewestNotes({ notes, saidAt, ...row }: Omit<Props, 'title'>) {
  const latest = (notes.query.data ?? []).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, newest)
  if (latest.length === 0) return null
  return (
    <ul className={`${classes.list} ${classes.newest}`} aria-label="Newest notes">
      {latest.map((note) => (
        <NoteRow key={note.id} note={note} notes={notes} said={saidAt(note.at)} {...row} />
      ))}
    </ul>
  )
}
