/** The details of a course for any signed-in user: its content, trainers, plan, and how to enrol. */

import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { formatDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { formatZone } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { IconArrowRight } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useReadNotices } from '#features/notices/api.ts'
import { SignUp, type SignUpMode } from '#features/sign-up-forms/sign-up.tsx'
import { WeekSquare } from '#features/weeks/week-progress.tsx'
import { courseQuery } from './api.ts'
import { CourseCover } from './course-cover.tsx'
import { CourseMeta } from './course-page.tsx'
import { EnrolButton } from './enrol-button.tsx'
import { seatsLeft, getEnrolmentStatus, signUpHash } from './format.ts'
import classes from './course-details-screen.module.css'

type Props = { course: Course; isFull?: boolean }

/** The button that opens the course or enrols in it, if there is one. */
function useWayIn(course: Course): ((isFull: boolean) => ReactNode) | null {
  const may = useCan()
  const now = useServerNow()
  const { id, title } = course
  if (may('week.read', course.membership)) {
    return (isFull) => (
      <Button
        component={Link}
        to={paths.course.to({ courseId: id })}
        fullWidth={isFull}
        rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
      >
        Go to course
      </Button>
    )
  }
  const { kind } = getEnrolmentStatus(course, now)
  return may('course.enroll') && kind === 'open' ? (isFull) => <EnrolButton courseId={id} title={title} isFull={isFull} /> : null
}

/** Why the student cannot enrol. */
function MyEnrolment({ course }: Props) {
  const now = useServerNow()
  const may = useCan()
  const status = getEnrolmentStatus(course, now)
  if (may('week.read', course.membership) || !may('course.enroll') || status.kind !== 'none') return null
  return <Alert title={status.word}>{status.reason}</Alert>
}

function Plan({ course }: Props) {
  if (course.plan.length === 0) return null
  return (
    <Section title="Plan" count={pluralize(course.plan.length, 'week')}>
      <Rows label="Plan">
        {course.plan.map(({ number, title }) => (
          <Row key={number} glyph={<WeekSquare number={number} />} name={title} />
        ))}
      </Rows>
    </Section>
  )
}

const enrolmentLabels: Record<Course['enrolment'], string> = { OPEN: 'Open', FORM: 'Sign-up form', INVITE: 'By invitation' }

function Side({ course }: Props) {
  const left = seatsLeft(course)
  const { startsOn, endsOn, weekCount } = course
  const weeks = weekCount > 0 ? `, ${pluralize(weekCount, 'week')}` : ''
  const facts = [
    ...(startsOn ? [{ name: 'Starts', fact: formatDay(startsOn, 'UTC') }] : []),
    ...(endsOn ? [{ name: 'Ends', fact: `${formatDay(endsOn, 'UTC')}${weeks}` }] : []),
    { name: 'Students', fact: String(course.studentCount) },
    ...(left === null ? [] : [{ name: 'Seats left', fact: `${left} of ${course.seats}` }]),
    { name: 'Enrolment', fact: enrolmentLabels[course.enrolment] },
    ...(startsOn ? [{ name: 'Time zone', fact: formatZone(course.timeZone) }] : []),
  ]
  return (
    <>
      <Section title="At a glance">
        <dl className={classes.facts}>
          {facts.map(({ name, fact }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {course.trainers.length > 0 && (
        <Section title={course.trainers.length === 1 ? 'Trainer' : 'Trainers'}>
          <Rows>
            {course.trainers.map(({ id, name, profileImageUrl }) => (
              <Row key={id} glyph={<Avatar id={id} name={name} src={profileImageUrl} />} name={name} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

/** Whether the user enrols with the course's sign-up form, or waits for its review. */
function useSignsUp(course: Course): boolean {
  const may = useCan()
  const status = course.membership?.status
  // Whatever the way into the course is by now.
  const isWaiting = status === 'PENDING' || status === 'WAITLISTED'
  return may('form.answer') && (isWaiting || (status !== 'ACTIVE' && course.enrolment === 'FORM' && course.status === 'PUBLISHED'))
}

function Details({ course }: Props) {
  const [openedAt] = useState(() => Date.now())
  // The decision on their sign-up.
  useReadNotices([course.id], openedAt)
  const isPhone = useIsPhone()
  const wayIn = useWayIn(course)
  const signsUp = useSignsUp(course)
  const { hash } = useLocation()
  const [mode, setMode] = useState<SignUpMode>(hash === signUpHash ? 'answer' : null)
  const [isFilling, setFilling] = useState(false)
  return (
    <>
      <Page
        title={course.title}
        crumbs={[{ label: 'Courses', to: paths.courses.to() }, { label: course.title }]}
        cover={<CourseCover id={course.id} title={course.title} src={course.coverImageUrl} />}
        meta={<CourseMeta course={course} />}
        actions={!isPhone && mode !== 'sent' && wayIn?.(false)}
        {...(!isFilling && { side: <Side course={course} /> })}
      >
        {(!signsUp || course.status === 'ARCHIVED') && mode !== 'sent' && <MyEnrolment course={course} />}
        {(signsUp || mode === 'sent') && <SignUp course={course} mode={mode} onMode={setMode} onFilling={setFilling} />}
        {!isFilling && course.description.trim() !== '' && (
          <Section title="About this course">
            <RichText html={course.description} />
          </Section>
        )}
        {!isFilling && <Plan course={course} />}
      </Page>
      {isPhone && mode !== 'sent' && wayIn && <BottomDock>{wayIn(true)}</BottomDock>}
    </>
  )
}

export function CourseDetailsScreen() {
  const { courseId = '' } = useParams()
  return <Details course={useScreenQuery(courseQuery({ params: { id: courseId } })).data} />
}
