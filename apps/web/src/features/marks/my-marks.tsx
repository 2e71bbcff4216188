/** One's own marks in a course: what is missing first, then the marks, and how the total is made. */
import type { Course } from '@lms/contract/courses'
import type { MyMark } from '@lms/contract/marks'
import { getWeight } from '@lms/contract/rules/totals'
import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { CoursePicker, formatTrainers, useCourseOptions } from '#features/courses/index.ts'
import { useCoursesBreadcrumb } from '#lib/courses-breadcrumb.ts'
import { dueTime } from '#lib/format-date.ts'
import { toLoadError } from '#lib/load-error.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { StatusIcon } from '#ui/status.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { myMarksQuery } from './api.ts'
import { ColumnHeads, LateCost, MarkRow, MissingRow, UnmarkedRow } from './my-mark-rows.tsx'
import classes from './my-marks.module.css'
import { TotalCard } from './total-card.tsx'

function OtherCourses({ course }: { course: Course }) {
  const navigate = useNavigate()
  const { found } = useCourseOptions(course.id, 'taught')
  return <CoursePicker found={found} chosen={course} onChange={(courseId) => void navigate(paths.marks.to({ courseId }))} />
}

export function MyMarks({ course }: { course: Course }) {
  const courseId = course.id
  const root = useCoursesBreadcrumb()
  const isPhone = useIsPhone()
  const marks = useQuery(myMarksQuery({ params: { courseId } }))
  const all = marks.data?.items ?? []
  const inState = (state: MyMark['state']) => all.filter((item) => item.state === state)
  const [missing, returned, excused] = [inState('MISSING'), inState('RETURNED'), inState('EXCUSED')]
  // The newest mark is looked for first.
  const graded = inState('GRADED').toSorted((one, other) => ((one.gradedAt ?? '') < (other.gradedAt ?? '') ? 1 : -1))
  const [waiting, later] = [inState('TO_GRADE'), inState('NOT_DUE')]
  const next = later.find(({ dueAt }) => dueAt !== null)
  const open = missing.find(({ canSubmit }) => canSubmit)
  const toOf = (item: MyMark) => paths.assignment.to({ courseId, weekId: item.weekId, assignmentId: item.id })
  const columns = {
    hasMedians: marks.data?.showMedians === true && all.some(({ median }) => median !== null),
    hasWeights: all.some(({ weight }) => weight !== null),
  }
  const total = marks.data && all.length > 0 && <TotalCard {...marks.data} />
  const note = marks.data && (
    <p className={classes.small}>
      {marks.data.showMedians && 'Medians are shown once 5 marks are in. '}
      Only you and the trainers see your marks.
    </p>
  )
  return (
    <Page
      title="My marks"
      crumbs={[root, { label: course.title, to: paths.course.to({ courseId }) }]}
      meta={
        <>
          {!isPhone && <OtherCourses course={course} />}
          {!isPhone && <span>{formatTrainers(course)}</span>}
          {marks.data && <span>{`${pluralize(graded.length, 'mark')}, ${missing.length} missing, ${waiting.length} waiting`}</span>}
        </>
      }
      side={
        !isPhone && (
          <div className={classes.side}>
            {total}
            {note}
          </div>
        )
      }
    >
      {marks.isPending && <SkeletonRows count={6} />}
      {marks.isError && !marks.data && <LoadFailed title="The marks could not be loaded." {...toLoadError(marks)} />}
      {marks.data && all.length === 0 && <EmptyState title="No assignments yet.">Your marks are shown here.</EmptyState>}
      <div className={classes.groups}>
        {missing.length > 0 && (
          <Section title="Missing" count={missing.length} isOverdue>
            <Rows>
              {missing.map((item) => (
                <MissingRow key={item.id} item={item} to={toOf(item)} isFirst={item === open} />
              ))}
            </Rows>
          </Section>
        )}
        {isPhone && total}
        {returned.length > 0 && (
          <MarkSection title="Returned" items={returned} heads={<ColumnHeads {...columns} />}>
            {(item) => <MarkRow key={item.id} item={item} to={toOf(item)} {...columns} />}
          </MarkSection>
        )}
        {marks.data && all.length > 0 && (
          <MarkSection title="Marks" items={graded} heads={graded.length > 0 && <ColumnHeads {...columns} />}>
            {(item) => <MarkRow key={item.id} item={item} to={toOf(item)} {...columns} />}
          </MarkSection>
        )}
        {marks.data && all.length > 0 && graded.length === 0 && (
          <p className={classes.note}>No marks yet.{next?.dueAt && ` Next due: ${next.title}, ${dueTime(next.dueAt)}.`}</p>
        )}
        {waiting.length > 0 && (
          <MarkSection title="Waiting for a mark" items={waiting}>
            {(item) => <UnmarkedRow key={item.id} item={item} to={toOf(item)} {...columns} />}
          </MarkSection>
        )}
        {excused.length > 0 && (
          <MarkSection title="Excused" items={excused}>
            {(item) => (
              <Row
                key={item.id}
                to={toOf(item)}
                glyph={<StatusIcon name="excused" />}
                name={item.title}
                meta={`Week ${item.weekNumber} · not in your total`}
              />
            )}
          </MarkSection>
        )}
        {later.length > 0 && (
          <NotDue items={later} hasWeights={columns.hasWeights}>
            {later.map((item) => (
              <UnmarkedRow key={item.id} item={item} to={toOf(item)} {...columns} />
            ))}
          </NotDue>
        )}
        {isPhone && note}
      </div>
      {isPhone && open && (
        <BottomDock
          state={
            <>
              <div className={classes.count}>{missing.length} missing</div>
              <LateCost item={open} />
            </>
          }
        >
          <Button component={Link} to={toOf(open)}>
            Open assignment
          </Button>
        </BottomDock>
      )}
    </Page>
  )
}

type MarkSectionProps = { title: string; items: readonly MyMark[]; heads?: ReactNode; children: (item: MyMark) => ReactNode }

function MarkSection({ title, items, heads, children }: MarkSectionProps) {
  return (
    <div className={classes.marks}>
      <Section title={title} count={items.length} action={heads}>
        <Rows>{items.map(children)}</Rows>
      </Section>
    </div>
  )
}

function NotDue({ items, hasWeights, children }: { items: readonly MyMark[]; hasWeights: boolean; children: ReactNode }) {
  return (
    <details className={`${classes.notDue} ${classes.marks}`}>
      <summary>
        <IconChevronRight className={classes.turn} size={18} stroke={1.75} aria-hidden />
        <h2>
          Not due yet <span>{items.length}</span>
        </h2>
        {hasWeights && (
          <span className={classes.note}>{Math.round(100 * items.reduce((sum, item) => sum + getWeight(item), 0)) / 100}&nbsp;%</span>
        )}
      </summary>
      <Rows>{children}</Rows>
    </details>
  )
}
