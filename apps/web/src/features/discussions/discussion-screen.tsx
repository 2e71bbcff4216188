/** One discussion: the post, what was said to it, and the field to answer. */
import type { Discussion } from '@lms/contract/discussions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { courseQuery } from '#features/courses/api.ts'
import { PostHead } from './post-head.tsx'
import { PostBody } from './post-body.tsx'
import { discussionQuery } from './api.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { useDiscussionCrumbs } from './discussion-crumbs.ts'
import { Replies } from './replies.tsx'
import { useDeletePost } from './use-delete-post.tsx'

export function DiscussionScreen() {
  const { courseId = '', discussionId = '' } = useParams()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const discussion = useQuery(discussionQuery({ params: { courseId, discussionId } }))
  const failed = [discussion, course].find(({ isError, data }) => isError && !data)
  if (failed) {
    const retry = (): void => void failed.refetch()
    return (
      <ErrorPage
        error={failed.error}
        what="discussion"
        onRetry={retry}
        isRetrying={failed.isFetching}
        to={paths.discussions.to({ courseId })}
        toLabel="Go to the discussions"
        help="An admin can add you to the course."
      />
    )
  }
  if (!course.data || !discussion.data) return <LoadingScreen />
  return <Thread course={course.data} discussion={discussion.data} />
}

function Thread({ course, discussion }: { course: Course; discussion: Discussion }) {
  const may = useCan()
  const me = useSession((session) => session.user?.id)
  const now = useServerNow(60_000)
  const crumbs = useDiscussionCrumbs(course, true)
  const removal = useDeletePost(discussion)
  const { author } = discussion
  const mayDelete = may('discussion.remove', course.membership, author?.id === me)
  return (
    <Page
      title={discussion.title}
      kind="thread"
      crumbs={crumbs}
      meta={<PostHead discussion={discussion} now={now} onDelete={mayDelete ? removal.askDiscussion : undefined} />}
    >
      <PostBody content={discussion.content} voice="book" />
      <Replies
        discussion={discussion}
        now={now}
        mayWrite={may('discussion.write', course.membership) && !discussion.locked}
        mayDelete={(comment) => may('discussion.remove', course.membership, comment.author?.id === me)}
        onDelete={removal.askComment}
      />
      {removal.dialogs}
    </Page>
  )
}
