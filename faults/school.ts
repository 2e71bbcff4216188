/** The data of the writers: courses, users with sessions, and work to submit and to mark. */

import { createHash, randomBytes } from 'node:crypto'
import { openDatabase } from '@lms/server/db/client'
import { courses } from '@lms/server/db/schema/courses'
import { sessions } from '@lms/server/db/schema/users'
import { givenOn } from '../apps/server/test/given.ts'

export interface Person {
  id: string
  token: string
}

/** One of eight concurrent writers, each with its own data. */
export interface Desk {
  student: Person
  courseId: string
  weekId: string
  discussionId: string
  questionId: string
  /** To submit repeatedly. */
  homework: string[]
  /** To save drafts of. */
  drafts: string[]
  /** Submissions to mark. */
  handedIn: string[]
  /** Live sessions to mark attendance in. */
  sessionIds: string[]
}

export interface School {
  admin: Person
  trainer: Person
  desks: Desk[]
  /** Courses to enrol in. */
  open: string[]
}

export async function makeSchool(url: string, writers = 8): Promise<School> {
  const database = openDatabase(url)
  const { db } = database
  const given = givenOn(db)
  const signedIn = async (id: string): Promise<Person> => {
    const token = randomBytes(32).toString('base64url')
    const tokenHash = createHash('sha256').update(token).digest('hex')
    await db.insert(sessions).values({ userId: id, tokenHash, expiresAt: '2100-01-01T00:00:00Z', lastUsedAt: new Date().toISOString() })
    return { id, token }
  }
  try {
    const [admin, teacher] = [await given.user({ role: 'SUPER_ADMIN' }), await given.user({ role: 'TRAINER' })]
    const desk = async (): Promise<Desk> => {
      const { course } = await given.course()
      await given.member(course.id, teacher)
      const student = await given.student()
      await given.member(course.id, student)
      const { week } = await given.week({ courseId: course.id })
      const place = { courseId: course.id, weekId: week.id }
      const { discussion } = await given.discussion({ courseId: course.id, authorId: student.id })
      const question = given.question()
      const assignments = async (count: number) =>
        Promise.all(
          Array.from(
            { length: count },
            async () => (await given.assignment({ ...place, questions: [question], maxAttempts: 1000 })).assignment.id,
          ),
        )
      const submissions = Array.from({ length: 10 }, async () => {
        const made = await given.submission({ studentId: student.id, assignment: { ...place, questions: [question] } })
        return made.submission.id
      })
      const live = Array.from({ length: 10 }, async () => (await given.live({ ...place, startsAt: new Date().toISOString() })).media.id)
      return {
        ...place,
        student: await signedIn(student.id),
        discussionId: discussion.id,
        questionId: question.id,
        homework: await assignments(40),
        drafts: await assignments(10),
        handedIn: await Promise.all(submissions),
        sessionIds: await Promise.all(live),
      }
    }
    const desks: Desk[] = []
    for (let n = 0; n < writers; n++) desks.push(await desk())
    const open = await db
      .insert(courses)
      .values(Array.from({ length: 400 }, (_, n) => ({ title: `Open ${n}`, status: 'PUBLISHED' as const })))
      .returning({ id: courses.id })
    return { admin: await signedIn(admin.id), trainer: await signedIn(teacher.id), desks, open: open.map(({ id }) => id) }
  } finally {
    await database.close()
  }
}
