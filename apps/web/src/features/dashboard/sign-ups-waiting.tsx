/** Courses whose sign-ups wait for a decision by the viewer; nothing while there are none. */

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { waitingQuery } from '#features/sign-up-forms/api.ts'
import { formatWaiting } from './to-grade.tsx'

/** The rest follows as these are decided. */
export const longestWaiting = waitingQuery({ query: { limit: 5 } })

export function SignUpsWaiting({ now }: { now: number }) {
  const list = useQuery(longestWaiting)
  if (list.isError) return <LoadFailed title="The sign-ups could not be loaded" {...toLoadError(list)} />
  if (!list.data || list.data.total === 0) return null
  return (
    <Section title="Sign-ups to decide" count={list.data.total}>
      <Rows label="Sign-ups to decide">
        {list.data.items.map(({ courseId, courseTitle, waiting, oldestSentAt }) => (
          <Row
            key={courseId}
            to={paths.signUpResponses.to({ courseId })}
            name={courseTitle}
            meta={`${pluralize(waiting, 'person', 'people')} waiting`}
            fact={formatWaiting(oldestSentAt, now)}
          />
        ))}
      </Rows>
    </Section>
  )
}
