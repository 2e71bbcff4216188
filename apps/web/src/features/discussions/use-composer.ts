/** What a reply is made of, kept on this device until it is sent: its words, and whom it answers. */
import { useRef } from 'react'
import { isEqual, useDraft } from '#lib/drafts.ts'
import { useCreateComment } from './api.ts'

export type Target = { id: string; name: string }
type Kept = { content: string; target: Target | null }

const empty: Kept = { content: '', target: null }

type Place = { courseId: string; discussionId: string }

export function useComposer({ courseId, discussionId }: Place, onSent: (comment: { id: string; isReply: boolean }) => void) {
  const { value, setValue, clear } = useDraft<Kept>(`comment:${discussionId}`, empty)
  const sent = useRef<Kept | null>(null)
  const finish = (): void => {
    let now = value
    setValue((current) => (now = current))
    // What was written meanwhile is not sent.
    if (isEqual(now, sent.current)) clear(empty)
  }
  const create = useCreateComment({ onSaved: finish })
  const { content, target } = value
  const send = (): void => {
    if (content.trim() === '' || create.isPending) return
    sent.current = value
    create.mutate(
      { params: { courseId, discussionId }, body: { content, parentId: target?.id ?? null } },
      { onSuccess: ({ id }) => onSent({ id, isReply: target !== null }) },
    )
  }
  return {
    content,
    target,
    setContent: (words: string): void => setValue((now) => ({ ...now, content: words })),
    setTarget: (next: Target | null): void => setValue((now) => ({ ...now, target: next })),
    send,
    isPending: create.isPending,
    error: create.error,
  }
}
