/** The comments of a discussion, earlier and later ones on demand, and the composer at their foot. */

import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Comment, Reply } from '@lms/contract/discussions'
import { formatDayAndTime } from '#lib/format-date.ts'
import { IconArrowDown } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Section } from '#ui/row.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { VersionsDialog } from './comment-item.tsx'
import { CommentThread } from './comment-thread.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { formatNew } from './format.ts'
import { NextUnreadBar } from './next-unread-bar.tsx'
import { type RepliesProps, type RepliesState, useReplies } from './use-replies.ts'
import { goToNextNew } from './use-thread.ts'
import classes from './replies.module.css'

/** Estimated height in pixels of a comment that was not rendered yet. */
const guessedHeight = 120
/** Comments that the browser skips or renders together: it observes each group, and renders those nearby. */
const groupSize = 10

/** The groups of a page do not change when other pages are loaded. */
const inGroups = (key: string, comments: Comment[]) =>
  Array.from({ length: Math.ceil(comments.length / groupSize) }, (_, n) => ({
    key: `${key} ${n}`,
    items: comments.slice(n * groupSize, (n + 1) * groupSize),
  }))

export function Replies({ locked, ...props }: RepliesProps & { locked: ReactNode }) {
  const { commentCount, createdAt } = props.discussion
  const composer = useRef<ComposerHandle>(null)
  const state = useReplies(props, composer)
  const { params, list, shown, rights, versionsOf, closeVersions } = state
  return (
    <>
      <div className={classes.replies}>
        <Section title="Replies" count={commentCount} action={<NewReplies count={state.newCount} />}>
          {shown === null && !list.isError && <SkeletonRows count={3} />}
          {list.isError && !list.data && <LoadFailed title="The replies could not be loaded" {...toLoadError(list)} />}
          {state.isLinkedDeleted && <p className={classes.none}>The reply that this link leads to was deleted.</p>}
          {shown && state.comments.length + state.added.length === 0 && (
            <p className={classes.none}>{rights.mayWrite ? 'No replies yet. Be the first.' : 'No replies yet.'}</p>
          )}
          <EarlierReplies state={state} />
          <ReplyGroups state={state} createdAt={createdAt} />
          <LaterReplies state={state} commentCount={commentCount} />
        </Section>
      </div>
      <Arrivals state={state} />
      {locked}
      <Foot state={state} composer={composer} />
      <VersionsDialog params={params} commentId={versionsOf} onClose={closeVersions} />
    </>
  )
}

const NewReplies = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={classes.news}>
      {formatNew(count)}
      <Button variant="subtle" size="sm" title="N" onClick={goToNextNew}>
        Go to first new
      </Button>
    </span>
  )

/** The field, or in its place the way to the next discussion: behind the bar, the field keeps what is typed. */
function Foot({ state, composer }: PartProps & { composer: RefObject<ComposerHandle | null> }) {
  const isPhone = useIsPhone()
  const { next, mayReply, params, onSent, goTo } = state
  if (!mayReply && !next.bar) return null
  const close = (): void => {
    flushSync(next.closeBar)
    composer.current?.focus()
  }
  const foot = (
    <>
      {next.bar && <NextUnreadBar next={next} onClose={close} />}
      {mayReply && (
        <div className={next.bar ? classes.away : classes.field}>
          <Composer
            ref={composer}
            params={params}
            isPhone={isPhone}
            startsFocused={next.isReplying && !isPhone}
            onSent={onSent}
            onGoTo={goTo}
          />
        </div>
      )}
    </>
  )
  return isPhone ? <BottomDock>{foot}</BottomDock> : foot
}

type PartProps = { state: RepliesState }

const EarlierReplies = ({ state: { list, goToEnd } }: PartProps) =>
  list.hasPreviousPage && (
    <div className={classes.more}>
      <Button variant="default" loading={list.isFetchingPreviousPage} onClick={() => void list.fetchPreviousPage()}>
        Show earlier replies
      </Button>
      <Button variant="subtle" onClick={goToEnd('first')}>
        Go to the first reply
      </Button>
    </div>
  )

function ReplyGroups({ state, createdAt }: PartProps & { createdAt: string }) {
  const { shown, added, view, firstNewId, since, repliesTo } = state
  const groups = shown?.pages.flatMap(({ items }, index, { length }) =>
    inGroups(JSON.stringify(shown.pageParams[index]), index === length - 1 ? [...items, ...added] : items),
  )
  const newSince = since > createdAt ? `New since ${formatDayAndTime(since)}` : 'New'
  return groups?.map(({ key, items }) => (
    <ul key={key} className={classes.group} style={{ containIntrinsicSize: `auto ${items.length * guessedHeight}px` }}>
      {items.map((comment) => (
        <CommentThread
          key={comment.id}
          comment={comment}
          view={view}
          firstNewId={firstNewId}
          newSince={newSince}
          posted={repliesTo(comment.id)}
        />
      ))}
    </ul>
  ))
}

const LaterReplies = ({ state: { list, comments, goToEnd }, commentCount }: PartProps & { commentCount: number }) =>
  list.hasNextPage && (
    <div className={classes.more}>
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more replies
      </Button>
      {list.isFetchNextPageError ? (
        <span role="alert">They could not be loaded. Try again.</span>
      ) : (
        <span>{`${countShown(comments)} of ${commentCount} shown`}</span>
      )}
      <Button variant="subtle" onClick={goToEnd('last')}>
        Go to the last reply
      </Button>
    </div>
  )

/** Deleted ones have a place, and are not counted. */
const countShown = (comments: readonly Comment[]): number =>
  comments.flatMap((comment): Reply[] => [comment, ...comment.replies]).filter(({ deleted }) => !deleted).length

/** Replies by others that came since; nothing moves until they are asked for. */
const Arrivals = ({ state: { arrivals, showArrivals } }: PartProps) =>
  arrivals > 0 && (
    <div className={classes.arrivals} role="status">
      <Button
        variant="default"
        leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
        loading={showArrivals.isPending}
        onClick={() => showArrivals.mutate()}
      >
        {`${arrivals} new ${arrivals === 1 ? 'reply' : 'replies'}. Show`}
      </Button>
    </div>
  )
