/** One note: its time leads to its position in the video, and its text, with its Markdown, can be edited in place. */

import { ActionIcon, Flex, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState, Fragment } from 'react'
import type { MediaNote } from '@lms/contract/media'
import { getLinkHost } from '@lms/contract/rules/https-url'
import { isVisible } from '@lms/contract/rules/post-content'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { formatPosition } from '#lib/format-number.ts'
import { useAutosave } from '#lib/use-autosave.ts'
import { IconCheck, IconPencil, IconTrash } from '#ui/icons.ts'
import { SaveStatus } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { type Block, parseBlocks, type Inline } from './markdown.ts'
import type { Notes } from './use-notes.ts'
import classes from './note-row.module.css'
import shared from './notes.module.css'

type Props = {
  note: MediaNote
  notes: Notes
  /** The captions at that position. */
  said?: string | undefined
  onSeek: (seconds: number) => void
}

export type NoteRowProps = Props

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const isEqualText = (one: string, other: string): boolean => one === other

function Editor({ note, notes, onDone }: Pick<Props, 'note' | 'notes'> & { onDone: () => void }) {
  const { value: text, setValue: setText, saved: settle } = useDraft(`note-edit:${note.id}`, note.text)
  const isEmpty = !isVisible(text)
  const [saved] = useState(note.text)
  const { saving, flush } = useAutosave({
    value: text,
    saved,
    isEqual: isEqualText,
    save: async (next) => {
      await notes.change(note.id, next)
      settle(next, next)
    },
    isEnabled: !isEmpty,
  })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const done = async (): Promise<void> => {
    if (isEmpty || (await flush())) onDone()
  }
  return (
    <Stack gap={6}>
      <Flex align="flex-start" gap={12}>
        <Textarea
          flex={1}
          aria-label={`Note at ${formatPosition(note.at)}`}
          autosize
          ref={field}
          maxLength={5000}
          value={text}
          error={isEmpty ? 'An empty note is not saved. Delete it instead.' : saving.state === 'failed' && getErrorMessage(saving.error)}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) void done()
          }}
        />
        <ActionIcon size="var(--h-md)" aria-label="Done" title="Done" onClick={() => void done()}>
          <IconCheck {...icon} />
        </ActionIcon>
      </Flex>
      {saving.state !== 'idle' && <SaveStatus state={saving.state} at={saving.at} onRetry={() => void flush()} />}
    </Stack>
  )
}

export function NoteRow({ note, notes, said, onSeek }: Props) {
  const [isEditing, setEditing] = useState(false)
  const place = formatPosition(note.at)
  const undo = (): void =>
    void notes
      .add({ id: note.id, at: note.at, text: note.text })
      .catch(() => notify.error('The note did not come back.', { link: { label: 'Try again', onClick: undo } }))
  const remove = async (): Promise<void> => {
    try {
      await notes.remove(note.id)
      notify.info('Note deleted', { link: { label: 'Undo', onClick: undo }, isOnlyWay: true })
    } catch {
      // The call reports its own errors.
    }
  }
  return (
    <li className={shared.note}>
      <button type="button" className={classes.place} aria-label={`Go to ${place}`} onClick={() => onSeek(note.at)}>
        {place}
      </button>
      {isEditing ? (
        <Editor note={note} notes={notes} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.words}>
          <NoteText content={note.text} />{' '}
          {said && (
            <Text span inherit c="dimmed">
              “{said}”
            </Text>
          )}
        </div>
      )}
      {!isEditing && (
        <Flex component="span">
          <ActionIcon aria-label={`Edit the note at ${place}`} title="Edit" onClick={() => setEditing(true)}>
            <IconPencil {...icon} />
          </ActionIcon>
          <ActionIcon aria-label={`Delete the note at ${place}`} title="Delete" onClick={() => void remove()}>
            <IconTrash {...icon} />
          </ActionIcon>
        </Flex>
      )}
    </li>
  )
}

function Piece({ part }: { part: Inline }) {
  if (typeof part === 'string') return part
  if (part.kind === 'strong') return <strong>{part.text}</strong>
  if (part.kind === 'code') return <code>{part.text}</code>
  const host = getLinkHost(part.href, part.text)
  return (
    <>
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
      {host && (
        <Text span inherit c="dimmed">
          {' '}
          ({host})
        </Text>
      )}
    </>
  )
}

/* The parts of a text have no keys but their index, and it is always rendered as a whole. */
const Line = ({ parts }: { parts: readonly Inline[] }) => parts.map((part, index) => <Piece key={index} part={part} />)

function Drawn({ block }: { block: Block }) {
  if (block.kind === 'pre') {
    return (
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    )
  }
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((parts, index) => (
          <li key={index}>
            <Line parts={parts} />
          </li>
        ))}
      </ul>
    )
  }
  return block.kind === 'quote' ? (
    <blockquote>
      <Line parts={block.parts} />
    </blockquote>
  ) : (
    <p>
      <Line parts={block.parts} />
    </p>
  )
}

function NoteText({ content }: { content: string }) {
  return (
    <div className={classes.text}>
      {parseBlocks(content).map((block, index) => (
        <Fragment key={index}>
          <Drawn block={block} />
        </Fragment>
      ))}
    </div>
  )
}
