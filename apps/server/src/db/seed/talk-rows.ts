/** The demo's discussions as rows; pure, relative to now. */
import { randomUUIDv7 } from 'node:crypto'
import type { comments, discussions } from '#db/schema/discussions.ts'
import type { Content, Row } from '#db/seed/content-rows.ts'
import { threads, type Post } from '#db/seed/discussions.ts'

export interface Talk {
  discussions: Row<typeof discussions>[]
  comments: Row<typeof comments>[]
}

/** Comments are read in the order of their ids, and two of one millisecond have none by themselves. */
let last = ''
function risingId(): string {
  let id = randomUUIDv7()
  while (id <= last) id = randomUUIDv7()
  return (last = id)
}

const iso = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

export function talkRows(content: Content, now: Date): Talk {
  const talk: Talk = { discussions: [], comments: [] }
  const authorOf = (name: string) => content.users.find((user) => user.name === name)!.id
  const isStaff = (id: string) => content.users.some((user) => user.id === id && user.role !== 'USER')
  const courseId = content.courses[0]!.id
  for (const { title, by, hours, text, pinned = false, replies = [] } of threads) {
    const discussionId = randomUUIDv7()
    const made = replies.flatMap((reply) => commentRows(reply, null, null))
    const own = made.map(({ hours, by, ...comment }) => ({ ...comment, discussionId, authorId: authorOf(by), createdAt: iso(now, hours) }))
    const latest = Math.min(hours, ...made.map((comment) => comment.hours))
    talk.discussions.push({
      id: discussionId,
      courseId,
      authorId: authorOf(by),
      title,
      content: text,
      pinned,
      commentCount: own.length,
      staffReplyId: own.find(({ authorId }) => isStaff(authorId))?.id ?? null,
      createdAt: iso(now, hours),
      lastActivityAt: iso(now, latest),
    })
    talk.comments.push(...own)
  }
  return talk
}

interface Comment {
  id: string
  parentId: string | null
  rootId: string | null
  content: string
  by: string
  hours: number
}

function commentRows({ by, hours, text, replies = [] }: Post, parentId: string | null, rootId: string | null): Comment[] {
  const id = risingId()
  return [{ id, parentId, rootId, content: text, by, hours }, ...replies.flatMap((reply) => commentRows(reply, id, rootId ?? id))]
}
