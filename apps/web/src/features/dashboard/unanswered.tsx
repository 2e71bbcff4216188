/** Questions of students in my courses that staff have not answered, the longest waiting first. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { unansweredQuery } from '#features/discussions/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { formatWaiting } from './to-grade.tsx'

export const longestUnanswered = unansweredQuery({ query: { limit: 5 } })

/** Nothing at all where everybody has an answer. */
export function Unanswered({ now }: { now: number }) {
  // The page around it has asked already.
  const questions = useQuery({ ...longestUnanswered, refetchOnMount: false })
  if (questions.isError && !questions.data)
    return <LoadFailed title="The unanswered questions could not be loaded" {...toLoadError(questions)} />
  const { items, total } = questions.data ?? { items: [], total: 0 }
  if (total === 0) return null
  const [courseId, ...others] = new Set(items.map((item) => item.courseId))
  return (
    <Section
      title="Unanswered questions"
      count={total}
      action={courseId && others.length === 0 && <Link to={`${paths.discussions.to({ courseId })}?filter=unanswered`}>Open forum</Link>}
    >
      <Rows label="Unanswered questions">
        {items.map(({ id, courseId, courseTitle, title, author, createdAt }) => (
          <Row
            key={id}
            to={paths.discussion.to({ courseId, discussionId: id })}
            glyph={author && <Avatar id={author.id} name={author.name} src={author.profileImageUrl} />}
            name={title}
            meta={[author?.name, others.length > 0 && courseTitle].filter(Boolean).join(' · ')}
            fact={formatWaiting(createdAt, now)}
          />
        ))}
      </Rows>
    </Section>
  )
}
