/** Courses whose sign-ups wait for a decision by the viewer; nothing while there are none. */

import type { TeacherHome } from '@lms/contract/home'
import { formatWaiting } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Row, Rows, Section } from '#ui/row.tsx'

export function SignUpsWaiting({ signUps, now }: { signUps: TeacherHome['signUps']; now: number }) {
  if (signUps.total === 0) return null
  return (
    <Section title="Sign-ups to decide" count={signUps.total}>
      <Rows label="Sign-ups to decide">
        {signUps.items.map(({ courseId, courseTitle, waiting, oldestSentAt }) => (
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
