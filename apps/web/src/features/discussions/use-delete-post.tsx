/** Deleting a comment or the whole discussion, each after a question. */
import type { Discussion, Reply } from '@lms/contract/discussions'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useRemoveComment, useRemoveDiscussion } from './api.ts'
import { getDisplayName, formatReplies } from './format.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'

type Removal = { askComment: (comment: Reply) => void; askDiscussion: () => void; dialogs: ReactNode }

export function useDeletePost(discussion: Discussion): Removal {
  const navigate = useNavigate()
  const [comment, setComment] = useState<Reply | null>(null)
  const [isAsking, setAsking] = useState(false)
  const removeComment = useRemoveComment()
  const removeDiscussion = useRemoveDiscussion()
  const { id, courseId, title, commentCount } = discussion

  const dropComment = (): void =>
    removeComment.mutate(
      { params: { discussionId: id, commentId: comment?.id ?? '' } },
      { onSuccess: () => void notify.success('Comment removed'), onSettled: () => setComment(null) },
    )
  const dropDiscussion = (): void =>
    removeDiscussion.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify.success('Discussion deleted')
          void navigate(paths.discussions.to({ courseId }), { replace: true })
        },
        onSettled: () => setAsking(false),
      },
    )
  const dialogs = (
    <>
      <ConfirmDialog
        isOpen={comment !== null}
        onClose={() => setComment(null)}
        onConfirm={dropComment}
        isPending={removeComment.isPending}
        title="Delete this comment?"
        cancelLabel="Keep it"
        confirmLabel="Delete comment"
      >
        The words of {comment && getDisplayName(comment.author)} go and cannot be brought back. Replies to them stay.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={dropDiscussion}
        isPending={removeDiscussion.isPending}
        title={`Delete “${title}”?`}
        cancelLabel="Keep it"
        confirmLabel="Delete discussion"
      >
        {commentCount > 0
          ? `The post and ${formatReplies(commentCount)} leave the course.`
          : 'The post leaves the course. Nobody has answered it yet.'}
      </ConfirmDialog>
    </>
  )
  return { askComment: setComment, askDiscussion: () => setAsking(true), dialogs }
}
