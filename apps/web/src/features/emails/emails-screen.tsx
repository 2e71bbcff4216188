/** The emails of a course: scheduled and sent ones, and the details of the selected one. */

import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CourseEmail } from '@lms/contract/course-emails'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { getPage, useLastPage, useSearch, withParams } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useRefetchAt } from '#lib/use-refetch-at.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows, PlainRows } from '#ui/former-rows.tsx'
import { IconPencil } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Section } from '#ui/row.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
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
  const root = useCoursesBreadcrumb()
  const { title, timeZone } = useScreenQuery(courseQuery({ params: { id: courseId } })).data
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
  const crumbs = [
    root,
    { label: title, to: paths.course.to({ courseId }) },
    {
      label: 'Emails',
      ...(!isWide && named !== null && { to: `?${withParams(search, { email: null, tab: null, page: search.get('page') })}` }),
    },
  ]
  const write = (
    <Button
      leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
      onClick={() => openComposer({ courseId, sendTo: ['STUDENTS'] })}
    >
      Write email
    </Button>
  )
  const groups = [
    { name: 'Waiting', emails: items.filter(isWaiting) },
    { name: 'Sent', emails: items.filter((one) => !isWaiting(one)) },
  ].filter(({ emails }) => emails.length > 0)
  const details = chosen && <EmailDetails key={chosen} courseId={courseId} id={chosen} title={title} timeZone={timeZone} />
  return (
    <Page
      kind="wide"
      title="Emails"
      crumbs={crumbs}
      actions={(isWide || named === null) && write}
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
      {list.isError && !list.data && <LoadFailed title="The emails could not be loaded" {...toLoadError(list)} />}
      {list.data?.total === 0 && (
        <EmptyState title="No emails to this course yet.">Write to everyone, or to those who have not submitted something.</EmptyState>
      )}
      <FormerRows isFormer={list.isPlaceholderData}>
        {items.length > 0 && (
          <div className={classes.columns}>
            {(isWide || named === null) && (
              <div className={classes.list}>
                <PlainRows className={classes.list}>
                  {groups.map(({ name, emails }) => (
                    <Section key={name} title={name} {...(page === 1 && { count: emails.length })}>
                      <ul>
                        {emails.map((one) => (
                          <EmailRow
                            key={one.id}
                            courseId={courseId}
                            email={one}
                            title={title}
                            timeZone={timeZone}
                            to={`?${withParams(search, { email: one.id, tab: null, people: null, page: search.get('page') })}`}
                            isCurrent={isWide && one.id === chosen}
                          />
                        ))}
                      </ul>
                    </Section>
                  ))}
                </PlainRows>
                <Pagination page={page} limit={limit} total={list.data?.total ?? 0} label="Emails" />
              </div>
            )}
            {(isWide || named !== null) && details}
          </div>
        )}
      </FormerRows>
    </Page>
  )
}
