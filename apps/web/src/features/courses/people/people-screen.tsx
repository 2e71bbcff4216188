/** The people of a course: who is at risk and why, progress, attendance, missing work; with emails, extensions, files and prints. */

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Course, StudentProgress } from '@lms/contract/courses'
import { formatLimits } from '@lms/contract/rules/at-risk'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { withParams } from '#lib/search-params.ts'
import { serverNow, useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { IconDots, IconDownload, IconPrinter, IconUserPlus } from '#ui/icons.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { openComposer } from '#features/emails/composer-store.ts'
import { JoinLinkLine } from '#features/join-links/join-link-line.tsx'
import { ExtendDialog } from '#features/submissions/student-dialogs.tsx'
import { AddStudents } from '#features/users/add-students.tsx'
import { RemoveFromCourse } from '#features/users/remove-from-course.tsx'
import { RemoveStudents } from '#features/users/remove-students.tsx'
import { buildWeekPlan } from '#features/weeks/week-plan.ts'
import { courseQuery } from '../api.ts'
import { PageOfCourse } from '../page-of-course.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { PeopleBar } from './people-bar.tsx'
import { countPeopleFilters, noPeopleFilters, PeopleFilters } from './people-filter.tsx'
import { PeoplePrint, type PrintKind } from './people-print.tsx'
import { PeopleTable, type Weeks } from './people-table.tsx'
import { useActionsForOne } from './use-actions-for-one.tsx'
import { usePeopleKeys } from './use-people-keys.ts'
import { rowsOfPage, useExport, usePeople } from './use-people.ts'
import { WeekLineLegend } from './week-line.tsx'
import classes from './people.module.css'

function toWeeks(course: Course): Weeks {
  const weeks = course.weeks ?? []
  const { nowNumber } = buildWeekPlan({ weeks, today: getToday(course.timeZone, serverNow()), endsOn: course.endsOn })
  return { numbers: weeks.map(({ number }) => number), now: nowNumber }
}

/** “24 students”, “2 trainers”, “Week 6 of 10”, and the join link. */
function Meta({ course, weeks: { numbers, now } }: { course: Course; weeks: Weeks }) {
  const may = useCan()
  // On a phone it would take a line of its own once it has loaded.
  const isPhone = useIsPhone()
  const isOn = now !== null && numbers.includes(now)
  return (
    <>
      <span>{pluralize(course.studentCount, 'student')}</span>
      <span>{pluralize(course.trainers.length, 'trainer')}</span>
      <span>{isOn ? `Week ${now} of ${numbers.length}` : pluralize(numbers.length, 'week')}</span>
      {may('course.publish', course.membership) && course.status !== 'ARCHIVED' && !isPhone && <JoinLinkLine courseId={course.id} />}
    </>
  )
}

type Printing = { kind: PrintKind; rows: readonly StudentProgress[] }

/** Loads all that match, then prints. */
function usePrinting(loadAll: ReturnType<typeof usePeople>['loadAll']) {
  const [printing, setPrinting] = useState<Printing | null>(null)
  const load = useMutation({
    // A class list goes from hand to hand: its order says nothing about anybody.
    mutationFn: async (kind: PrintKind) => ({ kind, rows: await loadAll(kind === 'list' ? 'name' : undefined) }),
    onSuccess: setPrinting,
  })
  return { printing, print: load.mutate, isPending: load.isPending, end: () => setPrinting(null) }
}

type ActionsProps = { course: Course; people: ReturnType<typeof usePeople>; printing: ReturnType<typeof usePrinting> }

function Actions({ course, people, printing }: ActionsProps) {
  const may = useCan()
  const [isAdding, setAdding] = useState(false)
  const file = useExport(course)
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  if (course.studentCount === 0 && !may('user.create')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter {...icon} />} loading={printing.isPending} onClick={() => printing.print('list')}>
        Print class list
      </Button>
      {may('user.update') && (
        <Button
          {...(people.selection.selected.size > 0 && { variant: 'default' })}
          leftSection={<IconUserPlus {...icon} />}
          onClick={() => setAdding(true)}
        >
          Add people
        </Button>
      )}
      {may('mail.send', course.membership) && course.studentCount > 0 && (
        <Button variant="default" onClick={() => openComposer({ courseId: course.id, sendTo: ['STUDENTS'] })}>
          Write email
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={40} aria-label="More about the people" loading={file.isPending}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => printing.print('progress')}>
            Print progress
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => file.mutate(people.matching)}>
            Export
          </Menu.Item>
          {may('user.create') && (
            <Menu.Item component={Link} to={paths.usersImport.to({ role: 'USER', courseId: course.id })}>
              Import students
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAdding && <AddStudents course={course} onClose={() => setAdding(false)} />}
    </>
  )
}

type ListProps = {
  course: Course
  weeks: Weeks
  people: ReturnType<typeof usePeople>
  actionsFor: ReturnType<typeof useActionsForOne>['actionsFor']
}

function PeopleList({ course, weeks, people, actionsFor }: ListProps) {
  const { list, filter, search, selection, change } = people
  const now = useServerNow(60_000)
  const may = useCan()
  const [isChanging, setChanging] = useState(false)
  const data = list.data
  if (list.isPending) return <SkeletonRows count={10} />
  if (!data) return <LoadFailed title="The people could not be loaded" {...toLoadError(list)} />
  if (data.total === 0) return <NoPeople course={course} onClear={() => change(noPeopleFilters)} />
  const isLast = filter.page * rowsOfPage >= data.total
  const heads = {
    atRisk: (
      <span className={classes.groupHead}>
        <span>{data.atRisk === 0 ? 'Nobody is at risk.' : `At risk ${data.atRisk}`}</span>
        <span className={classes.limits}>
          {formatLimits(data.limits)}
          {may('marks.write', course.membership) && (
            <>
              {' · '}
              <LinkButton label="Change when a student is at risk" onClick={() => setChanging(true)}>
                Change
              </LinkButton>
            </>
          )}
        </span>
      </span>
    ),
    others: data.total > data.atRisk && `Other students ${data.total - data.atRisk}`,
  }
  return (
    <>
      <PeopleTable
        rows={data.items}
        courseId={course.id}
        weeks={weeks}
        now={now}
        sort={filter.sort}
        sortTo={(sort) => `?${withParams(search, { sort: sort === 'risk' ? null : sort, page: null })}`}
        selection={selection}
        actionsFor={actionsFor}
        heads={heads}
        trainers={isLast && !countPeopleFilters(filter) && !filter.search ? course.trainers : []}
      />
      <Pagination page={filter.page} limit={rowsOfPage} total={data.total} label="Students" />
      {isChanging && <LimitsDialog courseId={course.id} limits={data.limits} onClose={() => setChanging(false)} />}
    </>
  )
}

function NoPeople({ course, onClear }: { course: Course; onClear: () => void }) {
  if (course.studentCount === 0) return <EmptyState title="No students yet">Share the join link or add people.</EmptyState>
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  )
  return <EmptyState title="No student matches." action={clear} />
}

export function PeopleScreen() {
  const { courseId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const people = usePeople(courseId)
  const { list, filter, selection } = people
  const weeks = toWeeks(course)
  const printing = usePrinting(people.loadAll)
  const keys = usePeopleKeys({
    rows: list.data?.items ?? [],
    selection,
    onPrint: () => printing.print('progress'),
    onWrite: (ids) => openComposer({ courseId, sendTo: ids.length > 0 ? ids : ['STUDENTS'] }),
  })
  const one = useActionsForOne({ course, ExtendDialog, RemoveDialog: RemoveFromCourse })
  const found = list.isPlaceholderData ? null : (list.data?.total ?? null)
  return (
    <PageOfCourse
      course={course}
      tab="people"
      title="People"
      kind="wide"
      meta={<Meta course={course} weeks={weeks} />}
      actions={<Actions course={course} people={people} printing={printing} />}
    >
      {course.studentCount > 0 && <PeopleFilters filter={filter} found={found} end={<WeekLineLegend />} />}
      <div {...keys}>
        <FormerRows isFormer={list.isPlaceholderData}>
          <PeopleList course={course} weeks={weeks} people={people} actionsFor={one.actionsFor} />
        </FormerRows>
      </div>
      <PeopleBar course={course} selection={selection} ExtendDialog={ExtendDialog} RemoveDialog={RemoveStudents} />
      {one.dialog}
      {printing.printing && <PeoplePrint {...printing.printing} course={course} onPrinted={printing.end} />}
    </PageOfCourse>
  )
}
