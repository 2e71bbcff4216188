/** Questions in my courses that nobody has answered, the longest waiting first. */
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { discussionsQuery } from '#modules/discussions/queries.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { waitingWords } from './to-grade.tsx'
import type { Desk } from './use-desk.ts'

const most = 5

/** Nothing at all where everybody has an answer. */
export function Unanswered({ desks, now }: { desks: readonly Desk[]; now: number }) {
  const lists = useQueries({
    queries: desks.map(({ course }) => discussionsQuery({ params: { courseId: course.id }, query: { limit: 50 } })),
  })
  const open = lists
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ commentCount, locked, author }) => commentCount === 0 && !locked && author?.role === 'STUDENT')
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  if (open.length === 0) return null
  const only = desks.length === 1 ? desks[0]?.course.id : undefined
  return (
    <Section
      title="Unanswered questions"
      count={open.length}
      action={only && <Link to={paths.discussions.to({ courseId: only })}>Open forum</Link>}
    >
      <Rows label="Unanswered questions">
        {open.slice(0, most).map(({ id, courseId, title, author, createdAt }) => (
          <Row
            key={id}
            to={paths.discussion.to({ courseId, discussionId: id })}
            glyph={author && <Avatar id={author.id} name={author.name} src={author.profileImageUrl} />}
            name={title}
            meta={author?.name}
            fact={waitingWords(createdAt, now)}
          />
        ))}
      </Rows>
    </Section>
  )
}
