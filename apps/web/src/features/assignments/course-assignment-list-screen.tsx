/** Assignments for staff: submitted and waiting work, and the next one to grade. */

import { Button, Flex, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AssignmentRow, countMyAssignments, WorkCounts } from '@lms/contract/assignments'
import { canEver } from '@lms/contract/policy'
import type { Reply } from '@lms/contract/route'
import { restorableDays, restorableUntil } from '@lms/contract/rules/deletion'
import { isolate } from '@lms/contract/rules/direction'
import { formatDay, formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { IconPlus } from '#ui/icons.ts'
import { useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { RestoreButton, Row, Rows, Section } from '#ui/row.tsx'
import { StatusBadge, StatusText } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { CourseField, useCourseOptions } from '#features/courses/course-picker.tsx'
import { GradeNext } from '#features/submissions/grading-queue.tsx'
import { assignmentCountsQuery, courseAssignmentsQuery, toGradeQuery, useRestoreAssignment } from './api.ts'
import { WeekPicker } from './assignment-actions.tsx'
import { countToGrade, groupTitles } from './group-assignments.ts'
import { GroupRows } from './group-rows.tsx'
import classes from './assignments.module.css'

/** Trainers choose among the courses they teach, or see them all; admins must choose one of all courses, because they teach none. */
function useCourseChoice() {
  const role = useSession((session) => session.user?.role)
  const isAdmin = role !== undefined && canEver(role, 'media.library')
  const [search, change] = useSearch()
  const of = isAdmin ? ('all' as const) : ('taught' as const)
  const { first, found } = useCourseOptions(search.get('course'), of)
  const courses = first.data?.items ?? []
  const chosen = search.get('course') ?? (isAdmin ? (courses.find(({ status }) => status === 'PUBLISHED') ?? courses[0])?.id : undefined)
  const only = courses.length === 1 ? courses[0]!.id : null
  const count = first.data?.total ?? 0
  return { isAdmin, of, found, count, only, chosen: chosen ?? 'all', first, isPending: isAdmin && first.isPending, change }
}

function NewAssignment({ of, courseId }: { of: 'all' | 'taught'; courseId: string | null }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? courseId
  const course = useQuery({ ...courseQuery({ params: { id: id ?? '' } }), enabled: isOpen && id !== null })
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        New assignment
      </Button>
      <WeekPicker
        title="Which week is it for?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        courseField={<CourseField label="Course" of={of} value={id} allowDeselect={false} onChange={(next) => next && setChosen(next)} />}
        courseId={id}
        weeks={course.data?.weeks}
        label={({ number }) => `Continue in week ${number}`}
        onChoose={(weekId) => void navigate(paths.assignmentNew.to({ courseId: id!, weekId }))}
      />
    </>
  )
}

export function CourseAssignmentListScreen() {
  const { isAdmin, of, found, count, only, chosen, first, isPending, change } = useCourseChoice()
  const isAll = chosen === 'all'
  const courseId = isAll ? undefined : chosen
  const counts = useQuery({ ...assignmentCountsQuery({ query: { courseId } }), enabled: !isPending, placeholderData: keepPreviousData })
  const waiting = counts.data?.toGrade ?? 0
  const next = useQuery({ ...toGradeQuery(1, courseId), enabled: waiting > 0 })
  const isFirstLoad = useFirstLoad(first, counts)
  const options = isAdmin ? [] : [{ value: 'all', label: 'All' }]
  const oldest = waiting > 0 ? next.data?.items[0] : undefined
  const actions = (
    <>
      {count > 0 && <NewAssignment of={of} courseId={isAll ? only : chosen} />}
      {oldest && <GradeNext courseId={oldest.courseId} assignmentId={oldest.id} />}
    </>
  )
  if (isFirstLoad) return <LoadingScreen />
  return (
    <Page
      title="Assignments"
      kind="wide"
      meta={counts.data && <span role="status">{waiting === 0 ? 'Nothing waits to be graded' : `${waiting} to grade`}</span>}
      actions={actions}
    >
      <div>
        {options.length + count > 1 && (
          <FilterBar count={isAdmin || isAll ? 0 : 1} onClear={() => change({ course: null })}>
            <FilterMenu
              label="Course"
              value={chosen}
              off={isAdmin ? chosen : 'all'}
              options={options}
              found={found}
              onChange={(value) => change({ course: value === 'all' ? null : value })}
            />
          </FilterBar>
        )}
        <QueryPart query={counts} what="The assignments" loading={8}>
          {({ groups }) => (
            <>
              <ClassGroups groups={groups} courseId={courseId} />
              {!isAll && <DeletedAssignments courseId={chosen} />}
            </>
          )}
        </QueryPart>
      </div>
    </Page>
  )
}

type GroupsProps = { groups: Reply<typeof countMyAssignments>['groups']; courseId: string | undefined }

function ClassGroups({ groups, courseId }: GroupsProps) {
  const isPhone = useIsPhone()
  const isAll = courseId === undefined
  if (groups.length === 0)
    return (
      <EmptyState title={isAll ? 'No assignments yet' : 'No assignments in this course'}>
        Open a week and choose “Add assignment”.
      </EmptyState>
    )
  return (
    <Stack gap={28} mt={20}>
      {groups.map(({ group, count }) => (
        <Section key={group} title={groupTitles[group]} count={count}>
          <GroupRows group={group} courseId={courseId} count={count} isTable={!isPhone}>
            {(rows) => (isPhone ? <ClassRows rows={rows} /> : <ClassTable name={groupTitles[group]} rows={rows} hasCourse={!isAll} />)}
          </GroupRows>
        </Section>
      ))}
    </Stack>
  )
}

/** An assignment that was deleted in the last 30 days, with a button to restore it. */
function DeletedRow({ row: { id, title, weekNumber, deletedAt } }: { row: AssignmentRow }) {
  const restore = useRestoreAssignment({ onSaved: () => notify.success(`${isolate(title)} is restored`) })
  const days = deletedAt ? `, deleted ${formatDay(deletedAt)}, restorable until ${formatDay(restorableUntil(deletedAt))}` : ''
  return (
    <Row
      name={title}
      meta={`Week ${weekNumber}${days}`}
      wraps
      controls={<RestoreButton title={title} isLoading={restore.isPending} onClick={() => restore.mutate({ params: { id } })} />}
    />
  )
}

function DeletedList({ courseId }: { courseId: string }) {
  const list = useQuery(courseAssignmentsQuery({ params: { courseId }, query: { deleted: 'true' } }))
  return (
    <QueryPart query={list} what="The deleted assignments" loading={2}>
      {(rows) =>
        rows.length === 0 ? (
          <p className={classes.also}>No assignment was deleted in the last {restorableDays} days.</p>
        ) : (
          <Rows label="Deleted assignments">
            {rows.map((row) => (
              <DeletedRow key={row.id} row={row} />
            ))}
          </Rows>
        )
      }
    </QueryPart>
  )
}

function DeletedAssignments({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.deleted} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Deleted assignments</summary>
      {isOpen && <DeletedList courseId={courseId} />}
    </details>
  )
}

const noWork: WorkCounts = { students: 0, submitted: 0, toGrade: 0, graded: 0, late: 0, oldest: null }

const toRosterPath = ({ courseId, id }: AssignmentRow): string => paths.submissions.to({ courseId, assignmentId: id })

/* The same widths in each part, so that the columns line up down the page. */
const columns: Column[] = [
  { key: 'name', label: 'Assignment' },
  { key: 'due', label: 'Due', width: '22%' },
  { key: 'submitted', label: 'Submitted', isNumber: true, width: '11%' },
  { key: 'graded', label: 'Graded', isNumber: true, width: '11%' },
  { key: 'late', label: 'Late', isNumber: true, width: '8%' },
  { key: 'wait', label: 'To grade', isNumber: true, width: '10%' },
]

function ClassTable({ name, rows, hasCourse }: { name: string; rows: readonly AssignmentRow[]; hasCourse: boolean }) {
  return (
    <DataTable label={name} columns={columns}>
      {rows.map((row) => {
        const counts = row.counts ?? noWork
        const waiting = countToGrade(counts)
        return (
          <DataRow key={row.id}>
            <NameCell
              name={row.title}
              to={toRosterPath(row)}
              meta={hasCourse ? `Week ${row.weekNumber}` : `${isolate(row.courseTitle)} · week ${row.weekNumber}`}
            />
            <Cell>
              <span className={classes.courseAssignmentsDue}>
                {row.dueAt ? formatDayAndTime(row.dueAt) : 'No due date'}
                {row.status === 'CLOSED' && <StatusBadge state="locked">Closed</StatusBadge>}
              </span>
            </Cell>
            <Cell isNumber>
              {counts.submitted} / {counts.students}
            </Cell>
            <Cell isNumber>
              {counts.graded} / {counts.submitted}
            </Cell>
            <Cell isNumber>
              {counts.late > 0 ? (
                <Text span inherit c="yellow">
                  {counts.late}
                </Text>
              ) : (
                '–'
              )}
            </Cell>
            <Cell isNumber>
              {waiting > 0 ? (
                <Text component="strong" inherit c="var(--c-ink)" fw={600}>
                  {waiting}
                </Text>
              ) : (
                '–'
              )}
            </Cell>
          </DataRow>
        )
      })}
    </DataTable>
  )
}

function ClassRows({ rows }: { rows: readonly AssignmentRow[] }) {
  return (
    <Rows label="Assignments">
      {rows.map((row) => {
        const counts = row.counts ?? noWork
        const waiting = countToGrade(counts)
        return (
          <Row
            key={row.id}
            to={toRosterPath(row)}
            name={row.title}
            meta={`${isolate(row.courseTitle)} · week ${row.weekNumber}`}
            {...(waiting > 0
              ? { fact: `${waiting} to grade`, factTone: 'strong' as const }
              : { fact: `${counts.graded} / ${counts.submitted} graded` })}
          >
            <Flex c="dimmed" fz="sm" lh="sm" gap={4}>
              {counts.submitted} / {counts.students} submitted
              {counts.late > 0 && (
                <>
                  {' · '}
                  <StatusText state="late">{counts.late} late</StatusText>
                </>
              )}
            </Flex>
          </Row>
        )
      })}
    </Rows>
  )
}
