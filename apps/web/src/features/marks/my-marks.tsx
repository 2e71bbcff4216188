/** A student's own marks in a course: missing work first, then the marks. */

import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { getMyMarks, MyMark } from '@lms/contract/marks'
import type { Reply } from '@lms/contract/route'
import { isolate } from '@lms/contract/rules/direction'
import { roundMarks } from '@lms/contract/rules/marks'
import { formatDueTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconChevronRight } from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { CoursePicker, useCourseOptions } from '#features/courses/course-picker.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { myMarksQuery } from './api.ts'
import { ColumnHeads, LateCost, MarkRow, MissingRow, UnmarkedRow } from './my-mark-rows.tsx'
import { sumWeights, TotalCard } from './total-card.tsx'
import classes from './my-marks.module.css'

function OtherCourses({ course }: { course: Course }) {
  const navigate = useNavigate()
  const { found } = useCourseOptions(course.id, 'taught')
  return <CoursePicker found={found} chosen={course} onChange={(courseId) => void navigate(paths.marks.to({ courseId }))} />
}

type Marks = Reply<typeof getMyMarks>

function groupMarks(all: readonly MyMark[]) {
  const inState = (state: MyMark['state']) => all.filter((item) => item.state === state)
  return {
    missing: inState('MISSING'),
    returned: inState('RETURNED'),
    // The newest mark is looked for first.
    graded: inState('GRADED').toSorted((one, other) => ((one.gradedAt ?? '') < (other.gradedAt ?? '') ? 1 : -1)),
    waiting: inState('TO_GRADE'),
    later: inState('NOT_DUE'),
    excused: inState('EXCUSED'),
    beforeJoining: inState('BEFORE_JOINING'),
  }
}
type Groups = ReturnType<typeof groupMarks>

const findOpen = ({ missing }: Groups) => missing.find(({ canSubmit }) => canSubmit)

type GetLink = (item: MyMark) => string

export function MyMarks({ course }: { course: Course }) {
  const courseId = course.id
  const isPhone = useIsPhone()
  const query = useQuery(myMarksQuery({ params: { courseId } }))
  useRefetchAt(query, query.data?.items.flatMap(getEnds) ?? [], ['marks'])
  const groups = groupMarks(query.data?.items ?? [])
  const getLink: GetLink = (item) => paths.assignment.to({ courseId, weekId: item.weekId, assignmentId: item.id })
  const { graded, missing, waiting } = groups
  return (
    <PageOfCourse
      course={course}
      tab="marks"
      title="My marks"
      meta={<>{query.data && <span>{`${pluralize(graded.length, 'mark')}, ${missing.length} missing, ${waiting.length} waiting`}</span>}</>}
      side={
        !isPhone && (
          <Stack gap={10}>
            {query.data && <Total marks={query.data} />}
            {query.data && <Note marks={query.data} />}
          </Stack>
        )
      }
    >
      {!isPhone && (
        <div>
          <OtherCourses course={course} />
        </div>
      )}
      <QueryPart query={query} what="The marks" loading={6}>
        {(marks) =>
          marks.items.length === 0 ? (
            <>
              <EmptyState title="No assignments yet.">Your marks are shown here.</EmptyState>
              {isPhone && <Note marks={marks} />}
            </>
          ) : (
            <MarkSections marks={marks} groups={groups} getLink={getLink} />
          )
        }
      </QueryPart>
      {isPhone && <MissingDock groups={groups} getLink={getLink} />}
    </PageOfCourse>
  )
}

const Total = ({ marks }: { marks: Marks }) => marks.items.length > 0 && <TotalCard {...marks} />

const Note = ({ marks }: { marks: Marks }) => (
  <Text variant="caption" c="dimmed">
    {marks.showMedians && 'Medians are shown once 5 marks are in. '}
    Only you and the trainers see your marks.
  </Text>
)

function MissingDock({ groups, getLink }: { groups: Groups; getLink: GetLink }) {
  const open = findOpen(groups)
  if (!open) return null
  return (
    <BottomDock
      state={
        <>
          <div className={classes.count}>{groups.missing.length} missing</div>
          <LateCost item={open} />
        </>
      }
    >
      <Button component={Link} to={getLink(open)}>
        Open assignment
      </Button>
    </BottomDock>
  )
}

function MarkSections({ marks, groups, getLink }: { marks: Marks; groups: Groups; getLink: GetLink }) {
  const isPhone = useIsPhone()
  const { missing, returned, graded, waiting, later, excused, beforeJoining } = groups
  const open = findOpen(groups)
  const next = later.find(({ dueAt }) => dueAt !== null)
  const columns = {
    hasMedians: marks.showMedians && marks.items.some(({ median }) => median !== null),
    hasWeights: marks.items.some(({ weight }) => weight !== null),
  }
  return (
    <Stack gap={16}>
      {missing.length > 0 && (
        <Section title="Missing" count={missing.length} isOverdue>
          <Rows>
            {missing.map((item) => (
              <MissingRow key={item.id} item={item} to={getLink(item)} isFirst={item === open} />
            ))}
          </Rows>
        </Section>
      )}
      {isPhone && <Total marks={marks} />}
      {returned.length > 0 && (
        <MarkSection title="Returned" items={returned} heads={<ColumnHeads {...columns} />}>
          {(item) => <MarkRow key={item.id} item={item} to={getLink(item)} {...columns} />}
        </MarkSection>
      )}
      <MarkSection title="Marks" items={graded} heads={graded.length > 0 && <ColumnHeads {...columns} />}>
        {(item) => <MarkRow key={item.id} item={item} to={getLink(item)} {...columns} />}
      </MarkSection>
      {graded.length === 0 && (
        <Text variant="meta">No marks yet.{next?.dueAt && ` Next due: ${isolate(next.title)}, ${formatDueTime(next.dueAt)}.`}</Text>
      )}
      {waiting.length > 0 && (
        <MarkSection title="Waiting for a mark" items={waiting}>
          {(item) => <UnmarkedRow key={item.id} item={item} to={getLink(item)} {...columns} />}
        </MarkSection>
      )}
      <NotOwed title="Excused" glyph="excused" items={excused} getLink={getLink} />
      <NotOwed title="Before you enrolled" glyph="before-joining" items={beforeJoining} getLink={getLink} />
      {later.length > 0 && (
        <NotDue items={later} hasWeights={columns.hasWeights}>
          {later.map((item) => (
            <UnmarkedRow key={item.id} item={item} to={getLink(item)} {...columns} />
          ))}
        </NotDue>
      )}
      {isPhone && <Note marks={marks} />}
    </Stack>
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

type NotOwedProps = { title: string; glyph: StatusName; items: readonly MyMark[]; getLink: (item: MyMark) => string }

function NotOwed({ title, glyph, items, getLink }: NotOwedProps) {
  if (items.length === 0) return null
  return (
    <MarkSection title={title} items={items}>
      {(item) => (
        <Row
          key={item.id}
          to={getLink(item)}
          glyph={<StatusIcon name={glyph} />}
          name={item.title}
          meta={`Week ${item.weekNumber} · not in your total`}
        />
      )}
    </MarkSection>
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
          <Text span variant="meta">
            {roundMarks(sumWeights(items))}&nbsp;%
          </Text>
        )}
      </summary>
      <Rows>{children}</Rows>
    </details>
  )
}
