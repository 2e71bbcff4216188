/** Hides names from a grader: all grading calls send numbers instead of students. */

import { and, eq, sql } from 'drizzle-orm'
import { sourceExtensions, sourceType } from '@lms/contract/file-types'
import type { Person } from '@lms/contract/values'
import { prepared, type Db } from '#db/drizzle.ts'
import { hiddenNames, studentNumbers } from '#db/schema/grading.ts'

/** Students who enrolled after the names were hidden have no number until someone next opens their work. */
export const asNumber = (id: string, number: number | null): Person => ({
  id,
  name: number === null ? 'New student' : `Student ${number}`,
  profileImageUrl: null,
})

const getExtension = (text: string): string => /\.[^.]*$/.exec(text)?.[0] ?? ''

/** Keys of source files all have the same extension, so the name contains the language; other words after a dot may be the student's. */
export function asFileNumber(number: number, { key, contentType, name }: { key: string; contentType: string; name: string }): string {
  const ending = getExtension(name).toLowerCase()
  const isLanguage = contentType === sourceType && sourceExtensions.includes(ending.slice(1))
  return `file-${number}${isLanguage ? ending : getExtension(key)}`
}

/** The reason for excusing a student may contain their name. */
export const withoutReason = (excuseReason: string | null): string | null => excuseReason && 'Excused'

const { placeholder } = sql
const ofGrader = and(eq(hiddenNames.assignmentId, placeholder('assignmentId')), eq(hiddenNames.userId, placeholder('userId')))

/** For statements with the values `assignmentId` and `userId`. */
export const isGradedWithoutNames = sql<boolean>`exists (select from ${hiddenNames} where ${ofGrader})`

const findHidden = prepared((db) => db.select({ userId: hiddenNames.userId }).from(hiddenNames).where(ofGrader))
export const hasHiddenNames = async (db: Db, assignmentId: string, userId: string): Promise<boolean> =>
  (await findHidden(db, { assignmentId, userId })).length > 0

const hiddenStudent = prepared((db) =>
  db
    .select({ number: studentNumbers.number })
    .from(hiddenNames)
    .leftJoin(
      studentNumbers,
      and(eq(studentNumbers.assignmentId, hiddenNames.assignmentId), eq(studentNumbers.studentId, placeholder('studentId'))),
    )
    .where(ofGrader),
)
/** The number shown to the grader instead of the student; undefined if names are shown. */
export async function findHiddenStudent(db: Db, { assignmentId, studentId }: { assignmentId: string; studentId: string }, userId: string) {
  const [found] = await hiddenStudent(db, { assignmentId, studentId, userId })
  return found
}

export async function writeHiddenNames(db: Db, assignmentId: string, userId: string, isHidden: boolean): Promise<void> {
  if (isHidden) await db.insert(hiddenNames).values({ assignmentId, userId }).onConflictDoNothing()
  else await db.delete(hiddenNames).where(and(eq(hiddenNames.assignmentId, assignmentId), eq(hiddenNames.userId, userId)))
}

/** Gives numbers to the students of the course who have none, in random order, so that neither names nor dates can be inferred. */
export async function addStudentNumbers(db: Db, { assignmentId, courseId }: { assignmentId: string; courseId: string }): Promise<void> {
  // Two concurrent graders would assign the same numbers.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`student-numbers:${assignmentId}`}, 0))`)
  await db.execute(sql`
    insert into student_numbers (assignment_id, student_id, number)
    select ${assignmentId}::uuid, student.user_id,
      coalesce((select max(number) from student_numbers where assignment_id = ${assignmentId}), 0) + row_number() over (order by random())
    from course_students student
    where student.course_id = ${courseId}
      and not exists (select from student_numbers numbered where numbered.assignment_id = ${assignmentId} and numbered.student_id = student.user_id)`)
}
