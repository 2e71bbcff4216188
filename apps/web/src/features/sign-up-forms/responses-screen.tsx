/** The responses to a course's sign-up form: tabs, filters, table, summary, and decisions. */

import { Box, Button, Flex, SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { isFormOpen } from '@lms/contract/rules/course-state'
import { hasOptions } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { api, downloadBlob } from '#lib/api.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { IconDownload } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useHasSideColumn } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { CourseError } from '#features/courses/use-course.tsx'
import { useReadNotices } from '#features/notices/api.ts'
import { formQuery } from './api.ts'
import { formatOpenUntil, responseStatusLabels, shorten } from './labels.ts'
import { ResponseChoice, useDecide } from './response-choice.tsx'
import { ResponsePanel } from './response-panel.tsx'
import { ResponseSummary, Seats } from './response-summary.tsx'
import { focusResponse, type ResponseList, type ResponseTab, useResponseList } from './response-table.tsx'
import classes from './responses.module.css'

const countKeys = {
  PENDING: 'review',
  APPROVED: 'enrolled',
  WAITLISTED: 'waitlisted',
  REJECTED: 'declined',
  LEFT: 'left',
  ALL: 'all',
} as const

const views = [
  { value: 'list', label: 'Responses' },
  { value: 'summary', label: 'Summary' },
]

const emptyTexts: Record<ResponseTab, string> = {
  PENDING: 'No responses to review.',
  APPROVED: 'Nobody is enrolled through this form yet.',
  WAITLISTED: 'Nobody is on the waiting list.',
  REJECTED: 'Nobody was declined.',
  LEFT: 'Nobody has left the course.',
  ALL: 'No responses yet.',
}

export function ResponsesScreen() {
  const { courseId = '' } = useParams()
  const may = useCan()
  const email = useSession((session) => session.user?.email)
  const root = useCoursesBreadcrumb()
  const now = useServerNow()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const form = useQuery(formQuery({ params: { courseId } }))
  const mayReview = course.data !== undefined && may('form.review', course.data.membership)
  const responses = useResponseList(courseId, mayReview ? form.data : undefined)
  const decide = useDecide(courseId)
  const hasColumn = useHasSideColumn()
  const { list, tab, matching, sort, total, isFiltered } = responses
  const download = useMutation({
    mutationFn: () => api.signupResponses.exportResponses({ params: { courseId }, query: { ...matching, sort } }),
    onSuccess: (file) => downloadBlob(file, `${course.data?.title ?? 'Course'}, sign-up responses.csv`),
  })
  useReadNotices(list.data?.items.map(({ id }) => id) ?? [], list.dataUpdatedAt)
  const error = course.error ?? form.error
  if (error) return <CourseError queries={[course, form]} />
  if (course.data && !mayReview) return <NoAccess email={email} help="Trainers see the responses of the courses that they teach." />
  // All parts appear together, so that none moves another.
  if (!course.data || form.data === undefined || (form.data && list.isPending)) return <LoadingScreen />
  if (form.data === null)
    return (
      <Page title="Responses" crumbs={[root, { label: course.data.title, to: paths.course.to({ courseId }) }, { label: 'Sign-up form' }]}>
        <EmptyState
          title="This course has no sign-up form"
          action={
            may('form.write') && (
              <Button component={Link} to={paths.signUpForm.to({ courseId })}>
                Write the form
              </Button>
            )
          }
        >
          Its answers will be listed here.
        </EmptyState>
      </Page>
    )
  const { questions, status, closesAt, responseCount } = form.data
  const { timeZone, title } = course.data
  const { items = [], counts, versions = [] } = list.data ?? {}
  const seats = list.data?.seats ?? { taken: course.data.studentCount, total: course.data.seats }
  const seatsLeft = seats.total === null ? null : Math.max(0, seats.total - seats.taken)
  const opened = items.find(({ id }) => id === responses.opened)
  const panel = opened && (
    <ResponsePanel
      items={items}
      item={opened}
      versions={versions}
      onOpen={(id) => {
        responses.open(id, { replace: true })
        if (id === null) requestAnimationFrame(() => focusResponse(opened.id))
      }}
      seatsLeft={seatsLeft}
      decide={decide}
    />
  )
  const summary = <ResponseSummary courseId={courseId} responses={responses} />
  const until = formatOpenUntil(isFormOpen({ status, closesAt }, now), closesAt, timeZone)
  return (
    <Page
      kind="wide"
      title="Responses"
      crumbs={[
        root,
        { label: title, to: paths.course.to({ courseId }) },
        { label: 'Sign-up form', ...(may('form.write') && { to: paths.signUpForm.to({ courseId }) }) },
      ]}
      meta={
        <>
          <span>{pluralize(counts?.all ?? responseCount ?? 0, 'response')}</span>
          <span>{until}</span>
          <span>{form.data.autoApprove ? 'Everyone who answers is enrolled' : 'Staff review each response'}</span>
        </>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            loading={download.isPending}
            disabled={total === 0}
            onClick={() => download.mutate()}
          >
            Export {total}
          </Button>
          {may('form.write') && (
            <Button variant="default" component={Link} to={paths.signUpForm.to({ courseId })}>
              Edit form
            </Button>
          )}
        </>
      }
    >
      {!hasColumn && <Seats {...seats} />}
      {!hasColumn && (
        <SegmentedControl
          fullWidth
          aria-label="View"
          data={views}
          value={responses.isSummary ? 'summary' : 'list'}
          onChange={(view) => responses.showSummary(view === 'summary')}
        />
      )}
      <div className={panel && hasColumn ? `${classes.columns} ${classes.withPanel}` : classes.columns}>
        {(hasColumn || !responses.isSummary) && (
          <Box miw={0}>
            <NavTabs
              label="Responses by state"
              current={tab}
              tabs={responses.tabsWith(counts).map((key) => ({
                key,
                label: key === 'ALL' ? 'All' : responseStatusLabels[key],
                // Of all responses: a search or a filter would contradict them.
                count: isFiltered ? undefined : counts?.[countKeys[key]],
                to: responses.toTab(key),
              }))}
            />
            <Filters questions={questions} responses={responses} />
            <FormerRows isFormer={list.isPlaceholderData}>
              {list.isError && !list.data && <LoadFailed title="The responses could not be loaded" {...toLoadError(list)} />}
              {list.data && total > 0 && (
                <>
                  <ResponseChoice
                    courseId={courseId}
                    items={items}
                    questions={questions}
                    responses={responses}
                    seatsLeft={seatsLeft}
                    decide={decide}
                  />
                  <Pagination page={responses.page} limit={responses.limit} total={total} label="Responses" />
                </>
              )}
            </FormerRows>
            {list.data && total === 0 && (
              <EmptyState isFramed={!isFiltered && tab === 'ALL'} title={isFiltered ? 'No response matches' : emptyTexts[tab]}>
                {isFiltered ? 'Try another filter.' : 'Students find the form on the details page of the course.'}
              </EmptyState>
            )}
          </Box>
        )}
        {hasColumn && !panel && (
          <Flex component="aside" direction="column" gap={28} aria-label="Summary">
            <Seats {...seats} />
            {summary}
          </Flex>
        )}
        {!hasColumn && responses.isSummary && summary}
        {panel}
      </div>
    </Page>
  )
}

function Filters({ questions, responses }: { questions: readonly FormQuestion[]; responses: ResponseList }) {
  return (
    <Flex align="center" wrap="wrap" gap={8} m="12px 0" role="search">
      <SearchField
        label="Name or email"
        value={responses.text}
        found={responses.list.isPlaceholderData ? null : (responses.list.data?.total ?? null)}
        onChange={responses.setText}
      />
      {questions
        .filter(({ type }) => hasOptions(type))
        .slice(0, 3)
        .map(({ id, label, options }) => (
          <FilterMenu
            key={id}
            label={shorten(label)}
            value={responses.choiceOf(id)}
            options={[{ value: 'all', label: 'All' }, ...options.map((option) => ({ value: option, label: option }))]}
            onChange={(option) => responses.setChoice(id, option)}
          />
        ))}
      {responses.isFiltered && <ClearFilters onClick={responses.clearFilters} />}
    </Flex>
  )
}
