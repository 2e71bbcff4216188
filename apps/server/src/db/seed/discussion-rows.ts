/** The demo's discussions as rows. Pure; relative to now. */

import { randomUUIDv7 } from 'node:crypto'
import { risingId } from '#db/rising-id.ts'
import type { comments, discussions } from '#db/schema/discussions.ts'
import type { Content, Row } from '#db/seed/content-rows.ts'

/** Discussions of the demo's first course. Times are hours before now. */
interface Post {
  by: string
  hours: number
  text: string
  replies?: Post[]
}
interface Thread extends Post {
  title: string
  pinned?: boolean
}

const threads: Thread[] = [
  {
    title: 'Bring one dataset you do not trust',
    by: 'Inês Carvalho',
    hours: 28,
    pinned: true,
    text: 'For Friday: bring one dataset you do not trust, and one sentence that says why. A hunch is enough. We take three of them apart together.',
    replies: [
      {
        by: 'Omar Haddad',
        hours: 20,
        text: 'Does a PDF count?',
        replies: [{ by: 'Inês Carvalho', hours: 19, text: 'A PDF counts double.' }],
      },
    ],
  },
  {
    title: 'Which deflator do we use for wages before 2005?',
    by: 'Priya Nair',
    hours: 50,
    text: 'The consumer index was rebased in 2005 and the two series overlap for one year only. If I chain them at the overlap, wages in the east fall by 4.1 %. If I use the producer index, they rise. Which of the two would you print?',
    replies: [
      {
        by: 'Inês Carvalho',
        hours: 47,
        text: 'Chain at the overlap, and print the sentence that says so. A producer index measures what a factory pays, not what a family can buy.',
        replies: [
          { by: 'Jonas Weber', hours: 28, text: 'Would you show both lines and let the reader see the gap?' },
          { by: 'Inês Carvalho', hours: 5, text: 'In the notebook, yes. In the article, one line and one honest footnote.' },
        ],
      },
      {
        by: 'Mei Tanaka',
        hours: 30,
        text: 'The statistics office has a chained series since last spring. It is on the second page of the download list.',
      },
      { by: 'Ana Li', hours: 26, text: 'That saved me an afternoon, thank you.' },
    ],
  },
  {
    title: 'Template for the method note',
    by: 'Tom Reyes',
    hours: 90,
    text: 'Four headings: where the data is from, what you changed, what you could not check, who you asked.',
    replies: [
      {
        by: 'Sofia Rossi',
        hours: 80,
        text: 'How long should it be?',
        replies: [{ by: 'Tom Reyes', hours: 79, text: 'One page. If it needs two, the data needs another look.' }],
      },
      { by: 'Łukasz Nowak', hours: 60, text: 'I added "what I left out". It was the longest part.' },
    ],
  },
  {
    title: 'My CSV opens with broken accents',
    by: 'Jonas Weber',
    hours: 9,
    text: 'Every é becomes two characters when I open the export on Windows. The file is fine in the browser.',
  },
  {
    title: 'May I use hospital data from two regions?',
    by: 'Mei Tanaka',
    hours: 2,
    text: 'One counts cases by where people live, the other by where they were treated. Is there an honest way to put them side by side?',
  },
]

export interface Talk {
  discussions: Row<typeof discussions>[]
  comments: Row<typeof comments>[]
}

const paragraph = (text: string): string => `<p>${text}</p>`

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
      content: paragraph(text),
      pinned,
      commentCount: own.length,
      topLevelCount: replies.length,
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
  return [
    { id, parentId, rootId, content: paragraph(text), by, hours },
    ...replies.flatMap((reply) => commentRows(reply, id, rootId ?? id)),
  ]
}
