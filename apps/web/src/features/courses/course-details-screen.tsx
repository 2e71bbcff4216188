/** What a course is, for anybody who is signed in: what it teaches, who teaches it, its plan, and the way in. */
import type { Course } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { counted, seatsLeft, getEnrolmentStatus } from './format.ts'
import { CourseMeta } from './course-meta.tsx'
import { EnrolButton } from './enrol-button.tsx'
import { courseQuery } from './api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { CourseCover } from '#ui/course-cover.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Alert } from '#ui/alert.tsx'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { WeekSquare } from '#ui/week-square.tsx'
import classes from './course-details-screen.module.css'

type Props = { course: Course; isFull?: boolean }

/** The one thing to do about the course; nothing where there is none. */
function useWayIn(course: Course): ((isFull: boolean) => ReactNode) | null {
  const may = useCan()
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
  const { kind } = getEnrolmentStatus(course)
  return may('course.enroll') && kind === 'open' ? (isFull) => <EnrolButton courseId={id} title={title} isFull={isFull} /> : null
}

/** Why there is nothing to press. */
function Standing({ course }: Props) {
  const may = useCan()
  const standing = getEnrolmentStatus(course)
  if (may('week.read', course.membership) || !may('course.enroll') || standing.kind !== 'none') return null
  return <Alert title={standing.word}>{standing.reason}</Alert>
}

function Plan({ course }: Props) {
  if (course.plan.length === 0) return null
  return (
    <Section title="Plan" count={counted(course.plan.length, 'week')}>
      <Rows label="Plan">
        {course.plan.map(({ number, title }) => (
          <Row key={number} glyph={<WeekSquare number={number} />} name={title} />
        ))}
      </Rows>
    </Section>
  )
}

function Side({ course }: Props) {
  const left = seatsLeft(course)
  const facts = [
    { name: 'Students', fact: String(course.studentCount) },
    ...(left === null ? [] : [{ name: 'Places left', fact: `${left} of ${course.seats}` }]),
    ...(course.startsOn ? [{ name: 'Time zone', fact: course.timeZone.replaceAll('_', ' ') }] : []),
  ]
  return (
    <>
      {course.trainers.length > 0 && (
        <Section title={course.trainers.length === 1 ? 'Trainer' : 'Trainers'}>
          <Rows>
            {course.trainers.map(({ id, name, profileImageUrl }) => (
              <Row key={id} glyph={<Avatar id={id} name={name} src={profileImageUrl} />} name={name} />
            ))}
          </Rows>
        </Section>
      )}
      <Section title="Facts">
        <dl className={classes.facts}>
          {facts.map(({ name, fact }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

function Details({ course }: Props) {
  const isPhone = useIsPhone()
  const wayIn = useWayIn(course)
  return (
    <>
      <Page
        title={course.title}
        crumbs={[{ label: 'Courses', to: paths.courses.to() }, { label: course.title }]}
        cover={<CourseCover id={course.id} title={course.title} src={course.coverImageUrl} />}
        meta={<CourseMeta course={course} />}
        actions={!isPhone && wayIn?.(false)}
        side={<Side course={course} />}
      >
        <Standing course={course} />
        {course.description.trim() !== '' && (
          <Section title="About this course">
            <RichText html={course.description} />
          </Section>
        )}
        <Plan course={course} />
      </Page>
      {isPhone && wayIn && <BottomDock>{wayIn(true)}</BottomDock>}
    </>
  )
}

export function CourseDetailsScreen() {
  const { courseId = '' } = useParams()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  if (course.isError)
    return (
      <ErrorPage
        what="course"
        error={course.error}
        onRetry={() => void course.refetch()}
        isRetrying={course.isFetching}
        to={paths.courses.to()}
        toLabel="Go to Courses"
      />
    )
  return course.isPending ? <LoadingScreen /> : <Details course={course.data} />
}
