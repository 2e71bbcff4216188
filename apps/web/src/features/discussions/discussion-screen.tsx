/** One discussion: the post, its comments, and the reply field. */

import { ActionIcon, Badge, Button, Flex, Menu, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { Discussion } from '@lms/contract/discussions'
import { archivedText } from '@lms/contract/rules/course-state'
import { isolate } from '@lms/contract/rules/direction'
import { mayDeleteDiscussion, mayEditPost } from '@lms/contract/rules/discussions'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useCanIn, useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconDots, IconLink, IconLock, IconLockOpen, IconPencil, IconPin, IconPinnedOff, IconTrash } from '#ui/icons.ts'
import { RichText } from '#ui/rich-text.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { discussionQuery, useModerateDiscussion, useRemoveDiscussion, useUpdateDiscussion } from './api.ts'
import { formatPostTime, formatReplies, formatTimeWithin, getAuthorBadge, getDisplayName } from './format.ts'
import { EditPost } from './post-editor.tsx'
import { Replies } from './replies.tsx'
import classes from './discussion-screen.module.css'

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Who started a discussion and when, and whether it is pinned or locked. */
function PostHead({ discussion, now, menu }: { discussion: Discussion; now: number; menu: ReactNode }) {
  const { author, createdAt, editedAt, pinned, locked } = discussion
  const tag = getAuthorBadge(author)
  return (
    <Flex align="center" wrap="wrap" rowGap={4} columnGap={8} mt={4}>
      <Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={28} />
      <Text span variant="section" c="var(--c-ink)">
        {getDisplayName(author)}
      </Text>
      {tag && <Badge>{tag}</Badge>}
      <span>
        <time dateTime={createdAt}>{formatPostTime(createdAt, now)}</time>
        {editedAt && ` · edited ${formatTimeWithin(editedAt, now)}`}
      </span>
      {pinned && (
        <Badge>
          <IconPin {...small} /> Pinned
        </Badge>
      )}
      {locked && (
        <Badge>
          <IconLock {...small} /> Locked
        </Badge>
      )}
      {menu}
    </Flex>
  )
}

type MenuProps = { discussion: Discussion; isStaff: boolean; onEdit: (() => void) | undefined; onDelete: (() => void) | undefined }

function PostMenu({ discussion: { id, courseId, pinned, locked }, isStaff, onEdit, onDelete }: MenuProps) {
  const moderate = useModerateDiscussion()
  const change = (body: { pinned?: boolean; locked?: boolean }): void => moderate.mutate({ params: { courseId, discussionId: id }, body })
  const copy = (): void => void copyToClipboard(`${window.location.origin}${window.location.pathname}`, 'Link copied')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label="More for this discussion">
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={copy}>
          Copy link
        </Menu.Item>
        {onEdit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        {isStaff && (
          <>
            <Menu.Item
              leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
              onClick={() => change({ pinned: !pinned })}
            >
              {pinned ? 'Unpin' : 'Pin'}
            </Menu.Item>
            <Menu.Item
              leftSection={locked ? <IconLockOpen {...icon} /> : <IconLock {...icon} />}
              onClick={() => change({ locked: !locked })}
            >
              {locked ? 'Unlock' : 'Lock'}
            </Menu.Item>
          </>
        )}
        {onDelete && (
          <>
            <Menu.Divider />
            <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
              Delete discussion
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const ArchivedNote = () => (
  <div className={classes.locked}>
    <IconLock {...icon} />
    <p>{`${archivedText} Nobody can reply.`}</p>
  </div>
)

function LockedNote({ discussion, isStaff }: { discussion: Discussion; isStaff: boolean }) {
  const moderate = useModerateDiscussion()
  const { id, courseId, lockedBy } = discussion
  return (
    <div className={classes.locked}>
      <IconLock {...icon} />
      <p>{lockedBy ? `Locked by ${lockedBy}. Nobody can reply.` : 'Locked. Nobody can reply.'}</p>
      {isStaff && (
        <Button
          variant="default"
          size="sm"
          loading={moderate.isPending}
          onClick={() => moderate.mutate({ params: { courseId, discussionId: id }, body: { locked: false } })}
        >
          Unlock
        </Button>
      )}
    </div>
  )
}

const askAgainMs = 30_000

export function DiscussionScreen() {
  const { courseId = '', discussionId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const discussion = useScreenQuery({ ...discussionQuery({ params: { courseId, discussionId } }), refetchInterval: askAgainMs })
  return <Thread key={discussionId} course={course} discussion={discussion.data} isFetching={discussion.isFetching} />
}

type ThreadProps = { course: Course; discussion: Discussion; isFetching: boolean }

function Thread({ course, discussion, isFetching }: ThreadProps) {
  const may = useCan()
  const mayIn = useCanIn()
  const me = useSession((session) => session.user?.id)
  const now = useServerNow(60_000)
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const update = useUpdateDiscussion()
  const { author, courseId, id: discussionId } = discussion
  const isOwn = author?.id === me
  const isStaff = may('discussion.moderate', course.membership)
  const mayEdit = mayEditPost({ isOwn, isLocked: discussion.locked }, isStaff) && mayIn('discussion.write', course)
  const mayDelete = may('discussion.remove', course.membership, isOwn) && mayDeleteDiscussion(discussion, isStaff)
  return (
    <PageOfCourse
      course={course}
      tab="discussion"
      title={discussion.title}
      kind="thread"
      parent={{ label: 'Discussion', to: paths.discussions.to({ courseId }) }}
      meta={
        <PostHead
          discussion={discussion}
          now={now}
          menu={
            <PostMenu
              discussion={discussion}
              isStaff={isStaff}
              onEdit={mayEdit ? () => setEditing(true) : undefined}
              onDelete={mayDelete ? () => setDeleting(true) : undefined}
            />
          }
        />
      }
    >
      {isEditing ? (
        <EditPost
          courseId={courseId}
          initial={{ title: discussion.title, content: discussion.content }}
          isPending={update.isPending}
          error={update.error}
          draft={`discussion-edit:${discussionId}`}
          onClose={() => setEditing(false)}
          onSave={(body) => update.mutateAsync({ params: { courseId, discussionId }, body })}
        />
      ) : (
        <RichText html={discussion.content} />
      )}
      <Replies
        course={course}
        discussion={discussion}
        isFetching={isFetching}
        now={now}
        locked={
          course.status === 'ARCHIVED' ? <ArchivedNote /> : discussion.locked && <LockedNote discussion={discussion} isStaff={isStaff} />
        }
      />
      <DeleteDialog discussion={discussion} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </PageOfCourse>
  )
}

function DeleteDialog({ discussion, isOpen, onClose }: { discussion: Discussion; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useRemoveDiscussion()
  const { id, courseId, title, commentCount } = discussion
  const confirm = (): void =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify.success('Discussion deleted')
          void navigate(paths.discussions.to({ courseId }), { replace: true })
        },
        onSettled: onClose,
      },
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      isPending={remove.isPending}
      title={`Delete “${isolate(title)}”?`}
      cancelLabel="Keep it"
      confirmLabel="Delete discussion"
    >
      {commentCount > 0 ? `The discussion and its ${formatReplies(commentCount)} are deleted.` : 'Nobody has replied to it yet.'}
    </ConfirmDialog>
  )
}
