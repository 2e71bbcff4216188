/** The field for a reply, docked to the foot of the thread: it keeps its words, and says whom it answers. */
import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import classes from './composer.module.css'
import { FormattingToolbar } from './formatting-toolbar.tsx'
import { type Target, useComposer } from './use-composer.ts'

export type ComposerHandle = { replyTo: (target: Target) => void }

type Props = {
  courseId: string
  discussionId: string
  isPhone: boolean
  onSent: (comment: { id: string; isReply: boolean }) => void
  ref: Ref<ComposerHandle>
}

function Heading({ reply }: { reply: Pick<ReturnType<typeof useComposer>, 'target' | 'setTarget' | 'error'> }) {
  const { target, setTarget, error } = reply
  return (
    <>
      {target && (
        <p className={classes.target}>
          to <strong>{target.name}</strong>
          <ActionIcon size={24} aria-label="Reply to the discussion instead" onClick={() => setTarget(null)}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </p>
      )}
      {error && (
        <p className={classes.fault} role="alert">
          Not sent. {getErrorMessage(error)} Your text is kept.
        </p>
      )}
    </>
  )
}

export function Composer({ courseId, discussionId, isPhone, onSent, ref }: Props) {
  const me = useSession((session) => session.user)
  const field = useRef<HTMLTextAreaElement>(null)
  const reply = useComposer({ courseId, discussionId }, (comment) => {
    field.current?.blur()
    onSent(comment)
  })
  const { content, setContent, target, setTarget, send } = reply
  const [isActive, setActive] = useState(false)
  const isOpen = isActive || content !== '' || target !== null
  useImperativeHandle(ref, () => ({
    replyTo: (next) => {
      setTarget(next)
      field.current?.focus()
    },
  }))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') field.current?.blur()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const label = target ? `Reply to ${target.name}` : 'Write a reply'
  const actions = (
    <div className={classes.actions}>
      <FormattingToolbar field={field} value={content} onChange={setContent} />
      <Button type="button" loading={reply.isPending} title="Ctrl Enter" className={classes.send ?? ''} onClick={send}>
        Reply
      </Button>
    </div>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only widens while something in it has the focus
    <section
      className={`${classes.composer} ${isOpen ? classes.open : ''}`}
      aria-label="Your reply"
      onFocus={() => setActive(true)}
      onBlur={({ currentTarget, relatedTarget }) => setActive(currentTarget.contains(relatedTarget))}
    >
      <Heading reply={reply} />
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
          onChange={(event) => setContent(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {!isPhone && actions}
      </div>
      {isPhone && isOpen && actions}
    </section>
  )
}
