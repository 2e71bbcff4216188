/** An administrator's first page: what needs attention, how the school is doing, and in a new school the first steps. */

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { SchoolHome as Home, TeacherHome } from '@lms/contract/home'
import { formatLongDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconMail, IconPlus, IconSchool, IconShield, IconUserStar } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { CatalogueRow } from '#features/courses/catalogue-row.tsx'
import { Activity } from './activity.tsx'
import { Attention } from './attention.tsx'
import { hasOpenSteps, StartSteps } from './start-steps.tsx'
import { TeachingTasks } from './teacher-home.tsx'
import classes from './dashboard.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function RecentCourses({ courses }: Pick<Home, 'courses'>) {
  const may = useCan()
  const more = courses.total > courses.items.length
  return (
    <Section
      title="Recent courses"
      action={courses.total > 0 && <Link to={paths.courses.to()}>{more ? `All ${courses.total} courses` : 'All courses'}</Link>}
    >
      {courses.total === 0 ? (
        <EmptyState title="No courses yet">Courses appear here when you create them.</EmptyState>
      ) : (
        <Rows label="Recent courses">
          {courses.items.map((course) => (
            <CatalogueRow key={course.id} course={course} mayOpen={may('week.read', course.membership)} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

const usersOf = (filter: { role?: string; status?: string }) => paths.users.to({ page: 1, role: 'all', course: 'all', ...filter })

function People({ people: { students, trainers, admins, invited } }: Pick<Home, 'people'>) {
  const rows = [
    { name: 'Students', count: students, to: usersOf({ role: 'USER' }), Icon: IconSchool },
    { name: 'Trainers', count: trainers, to: usersOf({ role: 'TRAINER' }), Icon: IconUserStar },
    { name: 'Admins', count: admins, to: usersOf({ role: 'ADMIN' }), Icon: IconShield },
  ]
  return (
    <Section
      title="People"
      count={(students + trainers + admins).toLocaleString('en-GB')}
      action={<Link to={paths.userNew.to()}>Add people</Link>}
    >
      <Rows label="People">
        {rows.map(({ name, count, to, Icon }) => (
          <Row key={name} to={to} icon={<Icon {...icon} />} name={name} fact={count.toLocaleString('en-GB')} factTone="strong" />
        ))}
        {invited > 0 && (
          <Row
            to={usersOf({ status: 'INVITED' })}
            icon={<IconMail {...icon} />}
            name="Invited, not accepted"
            fact={invited.toLocaleString('en-GB')}
            factTone="warn"
          />
        )}
      </Rows>
    </Section>
  )
}

type Props = {
  home: Home
  /** What waits for an admin who teaches; null for others. */
  teacher: TeacherHome | null
}

export function SchoolHome({ home, teacher }: Props) {
  const now = useServerNow(60_000)
  const hidesSteps = useSession(({ user }) => user?.preferences?.startSteps) === 'HIDDEN'
  const showsSteps = !hidesSteps && hasOpenSteps(home)
  const actions = (
    <>
      <Button variant="default" component={Link} to={paths.usersImport.to()}>
        Import Users
      </Button>
      <Button component={Link} to={paths.courseNew.to()} leftSection={<IconPlus {...icon} />}>
        New course
      </Button>
    </>
  )
  return (
    // While the steps are shown, the next of them has the blue button.
    <Page title="Dashboard" meta={<span>{formatLongDay(now)}</span>} {...(!showsSteps && { actions })}>
      {showsSteps && <StartSteps home={home} />}
      {(home.attention.length > 0 || !showsSteps) && <Attention attention={home.attention} checkedAt={home.checkedAt} />}
      {teacher && <TeachingTasks home={teacher} now={now} />}
      <Activity weeks={home.activity} people={home.people} />
      <div className={classes.columns}>
        <RecentCourses courses={home.courses} />
        <People people={home.people} />
      </div>
    </Page>
  )
}
