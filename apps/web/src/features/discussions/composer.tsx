/** The reply field at the bottom of the thread: keeps its text, and shows the comment that is replied to. */

import { ActionIcon, Box, Button, Flex, Text } from '@mantine/core'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Reply } from '@lms/contract/discussions'
import { isolate } from '@lms/contract/rules/direction'
import { toPlainText } from '@lms/contract/rules/post-content'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { IconX } from '#ui/icons.ts'
import { useFreshPictures } from '#features/files/fresh-pictures.ts'
import { useCreateComment } from './api.ts'
import { PostEditor } from './post-editor.tsx'
import type { PostInputHandle } from './post-input.tsx'
import type { ThreadParams } from './use-thread.ts'
import classes from './composer.module.css'

export type ComposerHandle = { replyTo: (target: ReplyTarget, quoted?: string) => void; focus: () => void }

type Props = {
  params: ThreadParams
  isPhone: boolean
  /** For questions that wait for a reply. */
  startsFocused: boolean
  onSent: (posted: Posted) => void
  onGoTo: (commentId: string) => void
  ref: Ref<ComposerHandle>
}

type State = ReturnType<typeof useComposer>

/** Why the reply was not posted, and possible actions. */
function Failure({ reply, onGoTo }: { reply: State; onGoTo: (commentId: string) => void }) {
  const { error, firstId } = reply
  if (firstId) {
    const show = (): void => {
      reply.discard()
      onGoTo(firstId)
    }
    return (
      <Alert tone="warn" title="You posted this a minute ago" role="alert">
        <button type="button" className={classes.link} onClick={show}>
          Go to your reply
        </button>
      </Alert>
    )
  }
  return (
    <Text variant="meta" c="red" fw={500} role="alert">
      Not posted. {getErrorMessage(error)}{' '}
      <button type="button" className={classes.link} onClick={reply.send}>
        Try again
      </button>{' '}
      <button type="button" className={classes.link} onClick={() => void copyToClipboard(toPlainText(reply.content), 'Text copied')}>
        Copy text
      </button>
    </Text>
  )
}

export const Composer = (props: Props) => useFreshPictures(commentDraftKey(props.params.discussionId), 'content') && <Writing {...props} />

function Writing({ params, isPhone, startsFocused, onSent, onGoTo, ref }: Props) {
  const me = useSession((session) => session.user)
  const editor = useRef<PostInputHandle>(null)
  const root = useRef<HTMLElement>(null)
  const attach = useFocusOnce(editor, startsFocused)
  const [isActive, setActive] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const reply = useComposer(params, (posted) => {
    if (posted.isWriting) return onSent(posted)
    setActive(false)
    if (document.activeElement instanceof HTMLElement && root.current?.contains(document.activeElement)) document.activeElement.blur()
    onSent(posted)
  })
  const { content, setContent, target, setTarget } = reply
  const send = (): void => {
    if (!isAdding) reply.send()
  }
  const isOpen = isActive || content !== '' || target !== null
  useImperativeHandle(ref, () => ({
    replyTo: (next, quoted) => {
      setTarget(next)
      if (quoted) editor.current?.quote(quoted)
      else editor.current?.focus()
    },
    focus: () => editor.current?.focus(),
  }))
  const label = target ? `Reply to ${isolate(target.name)}` : 'Write a reply'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only widens while something in it has the focus
    <section
      ref={root}
      className={`${classes.composer} ${isOpen ? classes.open : ''}`}
      aria-label="Your reply"
      onFocus={() => setActive(true)}
      onBlur={({ currentTarget, relatedTarget }) => setActive(currentTarget.contains(relatedTarget))}
    >
      {target && (
        <Text variant="meta" className={classes.target}>
          Reply to <strong>{target.name}</strong>
          <ActionIcon size={24} aria-label="Reply to the discussion instead" onClick={() => setTarget(null)}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Text>
      )}
      {reply.error && <Failure reply={reply} onGoTo={onGoTo} />}
      <Flex align="flex-start" gap={10}>
        {me && !isPhone && <Avatar id={me.id} name={me.name} src={me.profileImageUrl} size={28} />}
        <Box flex={1} miw={0}>
          <PostEditor
            ref={attach}
            layout="dock"
            courseId={params.courseId}
            label={label}
            placeholder={label}
            value={content}
            minHeight={24}
            onChange={setContent}
            onSubmit={send}
            onAdding={setAdding}
            onEscape={() => root.current?.querySelector<HTMLElement>(':focus')?.blur()}
            actions={
              <Button type="button" loading={reply.isPending || isAdding} title="Ctrl Enter" onClick={send}>
                Reply
              </Button>
            }
          />
        </Box>
      </Flex>
    </section>
  )
}

/** Its code comes later than the page. */
function useFocusOnce(editor: RefObject<PostInputHandle | null>, isWanted: boolean) {
  const isDone = useRef(!isWanted)
  const [attach] = useState(() => (handle: PostInputHandle | null): void => {
    editor.current = handle
    if (!handle || isDone.current) return
    isDone.current = true
    handle.focus()
  })
  return attach
}

/** `rootId` is the top-level comment of the branch. */
type ReplyTarget = { id: string; rootId: string; name: string }
type CommentDraft = { content: string; target: ReplyTarget | null }

const empty: CommentDraft = { content: '', target: null }

const commentDraftKey = (discussionId: string): string => `comment:${discussionId}`

/** `isWriting`: more was typed since it was sent, and the focus stays in the field. */
export type Posted = { reply: Reply; rootId: string | null; isWriting: boolean }

/** A reply stored on this device until it is sent: its text, and its parent comment. */
export function useComposer({ courseId, discussionId }: ThreadParams, onSent: (posted: Posted) => void) {
  const { value, setValue, saved, discard } = useDraft<CommentDraft>(commentDraftKey(discussionId), empty)
  const sent = useRef(empty)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  const create = useCreateComment({ onSaved: () => void saved(sent.current) })
  const { content, target } = value
  const send = (): void => {
    if (content === '' || create.isPending) return
    sent.current = value
    create.mutate(
      { params: { courseId, discussionId }, body: { content, parentId: target?.id ?? null } },
      {
        onSuccess: (reply) => {
          const now = latest.current.content
          onSent({ reply, rootId: target?.rootId ?? null, isWriting: now !== '' && now !== sent.current.content })
        },
      },
    )
  }
  const { error } = create
  const first = isApiProblem(error) && error.problem === 'already-posted' ? (error.current as { id: string }).id : null
  return {
    content,
    target,
    setContent: (content: string): void => setValue((now) => ({ ...now, content })),
    setTarget: (target: ReplyTarget | null): void => setValue((now) => ({ ...now, target })),
    send,
    discard: (): void => {
      discard()
      create.reset()
    },
    isPending: create.isPending,
    error,
    /** The id of the earlier reply if the same text was posted a moment ago. */
    firstId: first,
  }
}
