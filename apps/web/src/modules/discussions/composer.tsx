/** The field for a reply, docked to the foot of the thread: it keeps its words, and says whom it answers. */
import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { sentenceOf } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import classes from './composer.module.css'
import { useCreateComment } from './queries.ts'
import { TextTools } from './text-tools.tsx'

export type Target = { id: string; name: string }
type Kept = { content: string; target: Target | null }

export type ComposerHandle = { replyTo: (target: Target | null) => void }

type Props = {
  courseId: string
  discussionId: string
  isPhone: boolean
  onSent: (comment: { id: string; isReply: boolean }) => void
  ref: Ref<ComposerHandle>
}

const empty: Kept = { content: '', target: null }

export function Composer({ courseId, discussionId, isPhone, onSent, ref }: Props) {
  const { value, setValue, clear } = useDraft<Kept>(`comment:${discussionId}`, empty)
  const { content, target } = value
  const me = useSession((session) => session.user)
  const create = useCreateComment()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isActive, setActive] = useState(content !== '')
  const isOpen = isActive || content !== '' || target !== null
  const hasText = content.trim() !== ''

  useImperativeHandle(ref, () => ({
    replyTo: (next) => {
      setValue((now) => ({ ...now, target: next }))
      field.current?.focus()
    },
  }))
  const send = (): void => {
    if (!hasText || create.isPending) return
    create.mutate(
      { params: { courseId, discussionId }, body: { content, parentId: target?.id ?? null } },
      {
        onSuccess: ({ id }) => {
          clear(empty)
          setActive(false)
          field.current?.blur()
          onSent({ id, isReply: target !== null })
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape') field.current?.blur()
  }
  const label = target ? `Reply to ${target.name}` : 'Write a reply'
  return (
    <form
      className={`${classes.composer} ${isOpen ? classes.open : ''}`}
      aria-label="Your reply"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onFocus={() => setActive(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setActive(false)
      }}
    >
      {target && (
        <p className={classes.target}>
          to <strong>{target.name}</strong>
          <ActionIcon size={24} aria-label="Reply to the discussion instead" onClick={() => setValue({ content, target: null })}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </p>
      )}
      {create.error && (
        <p className={classes.fault} role="alert">
          Not sent. {sentenceOf(create.error)} Your text is kept.
        </p>
      )}
      <div className={classes.line}>
        {me && !isPhone && <Avatar id={me.id} name={me.name} src={me.profileImageUrl} size={28} />}
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          autosize
          minRows={isOpen ? 2 : 1}
          maxRows={isPhone ? 6 : 10}
          value={content}
          variant={isPhone ? 'default' : 'unstyled'}
          className={classes.field ?? ''}
          onChange={(event) => setValue({ content: event.currentTarget.value, target })}
          onKeyDown={onKeyDown}
        />
        {!isPhone && (
          <span className={classes.deeds}>
            <TextTools field={field} value={content} onChange={(text) => setValue({ content: text, target })} />
            <Button type="submit" loading={create.isPending} title="Ctrl Enter">
              Reply
            </Button>
          </span>
        )}
      </div>
      {isPhone && isOpen && (
        <div className={classes.deeds}>
          <TextTools field={field} value={content} onChange={(text) => setValue({ content: text, target })} />
          <Button type="submit" loading={create.isPending} ml="auto">
            Reply
          </Button>
        </div>
      )}
    </form>
  )
}
