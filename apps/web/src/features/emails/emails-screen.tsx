/** The emails of a course: scheduled and sent ones, and the details of the selected one. */

import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CourseEmail } from '@lms/contract/course-emails'
import type { Course } from '@lms/contract/courses'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { getPage, useLastPage, useSearch, withParams } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useRefetchAt } from '#lib/use-refetch-at.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlainRows } from '#ui/former-rows.tsx'
import { IconPencil } from '#ui/icons.ts'
import { LoadingScreen } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Section } from '#ui/row.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { emailsQuery } from './api.ts'
import { openComposer } from './composer-store.ts'
import { EmailDetails, EmailRow, isLeaving } from './email-details.tsx'
import { NotSetUpNote } from './not-set-up-note.tsx'
import classes from './emails.module.css'

const limit = 20

export const isWaiting = ({ state }: CourseEmail): boolean => state === 'SCHEDULED' || state === 'SENDING'

export function EmailsScreen() {
  const { courseId = '' } = useParams()
  const isWide = useIsWide()
  const [search, change] = useSearch()
  const page = getPage(search)
  const course = useScreenQuery(courseQuery({ params: { id: courseId } })).data
  const { title, timeZone } = course
  const list = useQuery({
    ...emailsQuery({ params: { courseId }, query: { page, limit } }),
    placeholderData: keepPreviousData,
    // Milliseconds.
    refetchInterval: ({ state }) => (state.data?.items.some((one) => isLeaving(one, serverNow())) ? 3000 : false),
  })
  useRefetchAt(list, list.data?.items.filter(isWaiting).map(({ sendAt }) => sendAt) ?? [], ['courseEmails'])
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  if (list.isPending) return <LoadingScreen />
  const items = list.data?.items ?? []
  const named = search.get('email')
  const chosen = named ?? (isWide ? (items.find((one) => !isWaiting(one)) ?? items[0])?.id : undefined)
  // On narrow screens a chosen email takes the place of the list.
  const parent =
    !isWide && named !== null
      ? { label: 'Emails', to: `?${withParams(search, { email: null, tab: null, page: search.get('page') })}` }
      : undefined
  const write = (
    <Button
      leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
      onClick={() => openComposer({ courseId, sendTo: ['STUDENTS'] })}
    >
      Write email
    </Button>
  )
  const isListShown = isWide || named === null
  return (
    <PageOfCourse
      course={course}
      tab="emails"
      kind="wide"
      title="Emails"
      parent={parent}
      actions={isListShown && write}
      meta={
        list.data && (
          <>
            <span>{pluralize(list.data.total, 'email')} to this course</span>
            {list.data.failed > 0 && <span>{list.data.failed} could not be delivered</span>}
          </>
        )
      }
    >
      <NotSetUpNote />
      <QueryPart query={list} what="The emails">
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState title="No emails to this course yet.">Write to everyone, or to those who have not submitted something.</EmptyState>
          ) : (
            <div className={classes.columns}>
              {isListShown && (
                <div className={classes.list}>
                  <EmailGroups course={course} emails={items} page={page} chosen={isWide ? chosen : undefined} />
                  <Pagination page={page} limit={limit} total={total} label="Emails" />
                </div>
              )}
              {(isWide || named !== null) && chosen && (
                <EmailDetails key={chosen} courseId={courseId} id={chosen} title={title} timeZone={timeZone} />
              )}
            </div>
          )
        }
      </QueryPart>
    </PageOfCourse>
  )
}

type GroupsProps = {
  course: Pick<Course, 'id' | 'title' | 'timeZone'>
  emails: readonly CourseEmail[]
  page: number
  /** The one whose details are beside the list. */
  chosen: string | undefined
}

function EmailGroups({ course, emails, page, chosen }: GroupsProps) {
  const [search] = useSearch()
  const groups = [
    { name: 'Waiting', items: emails.filter(isWaiting) },
    { name: 'Sent', items: emails.filter((one) => !isWaiting(one)) },
  ]
  return (
    <PlainRows className={classes.list}>
      {groups.map(
        ({ name, items }) =>
          items.length > 0 && (
            <Section key={name} title={name} {...(page === 1 && { count: items.length })}>
              <ul>
                {items.map((email) => (
                  <EmailRow
                    key={email.id}
                    courseId={course.id}
                    email={email}
                    title={course.title}
                    timeZone={course.timeZone}
                    to={`?${withParams(search, { email: email.id, tab: null, people: null, page: search.get('page') })}`}
                    isCurrent={email.id === chosen}
                  />
                ))}
              </ul>
            </Section>
          ),
      )}
    </PlainRows>
  )
}
