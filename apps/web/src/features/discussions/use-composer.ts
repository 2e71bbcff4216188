/** What a reply is made of, stored on this device until it is sent: its text, and whom it answers. */
import type { Reply } from '@lms/contract/discussions'
import { useRef } from 'react'
import { isEqual, useDraft } from '#lib/drafts.ts'
import { isApiProblem } from '#lib/api.ts'
import { useCreateComment } from './api.ts'
import type { Place } from './use-thread.ts'

/** `rootId` is the comment of the top level that the branch belongs to. */
export type ReplyTarget = { id: string; rootId: string; name: string }
type CommentDraft = { content: string; target: ReplyTarget | null }

const empty: CommentDraft = { content: '', target: null }

export const commentDraftKey = (discussionId: string): string => `comment:${discussionId}`

export type Posted = { reply: Reply; rootId: string | null }

export function useComposer({ courseId, discussionId }: Place, onSent: (posted: Posted) => void) {
  const { value, setValue, clear } = useDraft<CommentDraft>(commentDraftKey(discussionId), empty)
  const sent = useRef<CommentDraft | null>(null)
  const finish = (): void => {
    let now = value
    setValue((current) => (now = current))
    // What was written while it was being sent is not sent.
    if (isEqual(now, sent.current)) clear(empty)
  }
  const create = useCreateComment({ onSaved: finish })
  const { content, target } = value
  const send = (): void => {
    if (content === '' || create.isPending) return
    sent.current = value
    create.mutate(
      { params: { courseId, discussionId }, body: { content, parentId: target?.id ?? null } },
      { onSuccess: (reply) => onSent({ reply, rootId: target?.rootId ?? null }) },
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
      clear(empty)
      create.reset()
    },
    isPending: create.isPending,
    error,
    /** The same text that was posted a moment ago. */
    firstId: first,
  }
}
