/** The responses to a course's sign-up form: tabs, filters, table, summary, and decisions. */

import { Button, Flex, SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isFormOpen } from '@lms/contract/rules/course-state'
import type { SignupForm } from '@lms/contract/signup-forms'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { IconDownload } from '#ui/icons.ts'
import { useHasSideColumn } from '#ui/use-breakpoint.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { formatOpenUntil } from './labels.ts'
import { useDecide } from './response-choice.tsx'
import { ResponsePanel } from './response-panel.tsx'
import { ResponseSummary, Seats } from './response-summary.tsx'
import { focusResponse, type ResponseList } from './response-table.tsx'
import { ResponsesInTab } from './responses-in-tab.tsx'
import classes from './responses.module.css'

const views = [
  { value: 'list', label: 'Responses' },
  { value: 'summary', label: 'Summary' },
]

type Props = { course: Course; form: SignupForm; responses: ResponseList }

export function ResponsesPage({ course, form, responses }: Props) {
  const { id: courseId } = course
  const decide = useDecide(courseId)
  const hasColumn = useHasSideColumn()
  const { list, isSummary } = responses
  const { items = [], versions = [], seats = { taken: course.studentCount, total: course.seats } } = list.data ?? {}
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
  return (
    <PageOfCourse
      course={course}
      tab="sign-up"
      kind="wide"
      title="Responses"
      meta={<ResponsesMeta course={course} form={form} responses={responses} />}
      actions={<ResponsesActions course={course} responses={responses} />}
    >
      {!hasColumn && <Seats {...seats} />}
      {!hasColumn && (
        <SegmentedControl
          fullWidth
          aria-label="View"
          data={views}
          value={isSummary ? 'summary' : 'list'}
          onChange={(view) => responses.showSummary(view === 'summary')}
        />
      )}
      <div className={panel && hasColumn ? `${classes.columns} ${classes.withPanel}` : classes.columns}>
        {(hasColumn || !isSummary) && (
          <ResponsesInTab courseId={courseId} questions={form.questions} responses={responses} seatsLeft={seatsLeft} decide={decide} />
        )}
        {hasColumn && !panel && (
          <Flex component="aside" direction="column" gap={28} aria-label="Summary">
            <Seats {...seats} />
            {summary}
          </Flex>
        )}
        {!hasColumn && isSummary && summary}
        {panel}
      </div>
    </PageOfCourse>
  )
}

function ResponsesMeta({ course, form, responses: { list } }: Props) {
  const now = useServerNow()
  const { status, closesAt, responseCount, autoApprove } = form
  return (
    <>
      <span>{pluralize(list.data?.counts?.all ?? responseCount ?? 0, 'response')}</span>
      <span>{formatOpenUntil(isFormOpen({ status, closesAt }, now), closesAt, course.timeZone)}</span>
      <span>{autoApprove ? 'Everyone who answers is enrolled' : 'Staff review each response'}</span>
    </>
  )
}

function ResponsesActions({ course, responses: { matching, sort, total } }: Omit<Props, 'form'>) {
  const { id: courseId } = course
  const may = useCan()
  const download = useMutation({
    mutationFn: () => api.signupResponses.exportResponses({ params: { courseId }, query: { ...matching, sort } }),
    onSuccess: (file) => downloadBlob(file, `${course.title}, sign-up responses.csv`),
  })
  return (
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
  )
}
