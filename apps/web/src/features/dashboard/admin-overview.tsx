/** An admin's overview: counts with links to their lists, the newest courses, and shortcuts. */

import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Role } from '@lms/contract/policy'
import { longDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Icon } from '#ui/icon.tsx'
import { IconFileImport, IconMovie, IconPlus, IconUserPlus } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { coursesQuery } from '#features/courses/api.ts'
import { CatalogueRow } from '#features/courses/course-row.tsx'
import { usersQuery } from '#features/users/api.ts'
import { MailNote } from '#features/users/mail-state.tsx'
import { SignUpsWaiting } from './sign-ups-waiting.tsx'
import classes from './admin-overview.module.css'
import shared from './dashboard.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Count = { one: string; many: string; to: string; total: number | undefined; hasFailed: boolean }

/** Admins and super admins are only counted if there are any. */
const isShown = ({ one, total }: Count): boolean => total !== 0 || !/admin/i.test(one)

function usePeople(role: Role, one: string): Count {
  const { data, isError } = useQuery(usersQuery({ query: { role, limit: 1 } }))
  return { one, many: `${one}s`, to: paths.users.to({ page: 1, role, course: 'all' }), total: data?.total, hasFailed: isError }
}

function useCourses(status: 'PUBLISHED' | 'DRAFT', one: string): Count {
  const { data, isError } = useQuery(coursesQuery({ query: { status, limit: 1 } }))
  return { one, many: `${one}s`, to: paths.courses.to({ status }), total: data?.total, hasFailed: isError }
}

function Counts() {
  const counts = [
    useCourses('PUBLISHED', 'Active course'),
    useCourses('DRAFT', 'Draft'),
    usePeople('USER', 'Student'),
    usePeople('TRAINER', 'Trainer'),
    usePeople('ADMIN', 'Admin'),
    usePeople('SUPER_ADMIN', 'Super admin'),
  ]
  return (
    <ul className={classes.counts} aria-label="Counts">
      {counts.filter(isShown).map(({ one, many, to, total, hasFailed }) => (
        <li key={one}>
          <Link to={to} className={classes.count}>
            <Stat size="lg">{hasFailed ? '–' : (total ?? '\u00a0')}</Stat>
            <Text span variant="meta" className={classes.label}>
              {hasFailed ? `${many}, could not be loaded` : total === 1 ? one : many}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function RecentCourses() {
  const may = useCan()
  const list = useQuery(coursesQuery({ query: { sort: '-createdAt', limit: 6 } }))
  const content = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The courses could not be loaded" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={4} />
    if (list.data.total === 0) {
      return (
        <EmptyState title="There are no courses yet">Create a course, then add videos, sessions and assignments week by week.</EmptyState>
      )
    }
    return (
      <Rows label="Recent courses">
        {list.data.items.map((course) => (
          <CatalogueRow key={course.id} course={course} mayEnrol={false} mayOpen={may('week.read', course.membership)} />
        ))}
      </Rows>
    )
  }
  return (
    <Section title="Recent courses" action={<Link to={paths.courses.to()}>All courses</Link>}>
      {content()}
    </Section>
  )
}

const shortcuts: readonly { name: string; meta: string; to: string; Icon: Icon }[] = [
  { name: 'Import Users', meta: 'Many people from a file', to: paths.usersImport.to(), Icon: IconFileImport },
  { name: 'Add User', meta: 'One person, by email', to: paths.userNew.to(), Icon: IconUserPlus },
  { name: 'All Media', meta: 'Every video, and where it is used', to: paths.allMedia.to({ page: 1 }), Icon: IconMovie },
]

export function AdminOverview() {
  const now = useServerNow(60_000)
  const create = (
    <Button component={Link} to={paths.courseNew.to()} leftSection={<IconPlus {...icon} />}>
      New course
    </Button>
  )
  return (
    <Page title="Dashboard" meta={<span>{longDay(now)}</span>} actions={create}>
      <MailNote />
      <Counts />
      <SignUpsWaiting now={now} />
      <div className={shared.columns}>
        <RecentCourses />
        <Section title="People and media">
          <Rows>
            {shortcuts.map(({ name, meta, to, Icon }) => (
              <Row key={name} to={to} glyph={<Icon {...icon} />} name={name} meta={meta} />
            ))}
          </Rows>
        </Section>
      </div>
    </Page>
  )
}
