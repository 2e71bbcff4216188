/** The page of a join link: the course with its dates and description, and one click to enrol in it. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { JoinOffer } from '@lms/contract/join-links'
import { isolate } from '@lms/contract/rules/direction'
import { joinCodeLength } from '@lms/contract/rules/join-code'
import { getErrorMessage, isNotFound } from '#lib/api-errors.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { NotFound } from '#ui/blocked-page.tsx'
import { Page } from '#ui/page.tsx'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Section } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { CourseCover } from '#features/courses/course-cover.tsx'
import { formatDates, formatTrainers } from '#features/courses/format.ts'
import { joinOfferQuery, useJoinCourse } from './api.ts'

function Offer({ token, offer: { course, blocker } }: { token: string; offer: JoinOffer }) {
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const join = useJoinCourse()
  const dates = formatDates(course)
  const send = (): void =>
    join.mutate(
      { params: { token } },
      {
        onSuccess: ({ courseId }) => {
          notify.success(`You are enrolled in ${isolate(course.title)}`)
          void navigate(paths.course.to({ courseId }), { replace: true })
        },
      },
    )
  return (
    <Page
      title={course.title}
      cover={<CourseCover id={course.id} title={course.title} src={course.coverImageUrl} />}
      meta={
        <>
          <span>{formatTrainers(course) || 'Trainer to be announced'}</span>
          {dates && <span>{dates}</span>}
        </>
      }
    >
      {blocker ? (
        <Alert title="You cannot join now">{blocker}</Alert>
      ) : (
        <>
          <p>You are signed in as {user?.email}. Join to open the course.</p>
          {join.isError && (
            <Alert tone="bad" title="You are not enrolled" role="alert">
              {getErrorMessage(join.error)}
            </Alert>
          )}
          <div>
            <Button loading={join.isPending} onClick={send}>
              Join course
            </Button>
          </div>
        </>
      )}
      {course.description.trim() !== '' && (
        <Section title="About this course">
          <RichText html={course.description} />
        </Section>
      )}
    </Page>
  )
}

export function JoinScreen() {
  const { token: given = '' } = useParams()
  const token = given.length === joinCodeLength ? given.toUpperCase() : given
  const offer = useQuery(joinOfferQuery({ params: { token } }))
  if (offer.isError && isNotFound(offer.error))
    return (
      <NotFound title="This join link does not work" to={paths.courses.to()} toLabel="Go to Courses">
        It was reset or switched off, or a letter is wrong. Ask your trainer for the current link or code.
      </NotFound>
    )
  return (
    <QueryBoundary queries={[offer]} what="course" to={paths.courses.to()} toLabel="Go to Courses">
      {([found]) =>
        found.isMember ? <Navigate to={paths.course.to({ courseId: found.course.id })} replace /> : <Offer token={token} offer={found} />
      }
    </QueryBoundary>
  )
}
