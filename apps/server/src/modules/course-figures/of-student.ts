/** How far a student is in each course of a page, from the statements and rules of marks and attendance. */

import type { StudentFigures } from '@lms/contract/course-figures'
import { getAttendanceRate } from '@lms/contract/rules/attendance-rate'
import type { Db } from '#db/client.ts'
import { listRates } from '#modules/attendance/rates.ts'
import { isShown, readOwnWork, toOwnCells } from '#modules/marks/own-cells.ts'
import { listEnrolments, listGradebookColumns } from '#modules/marks/queries.ts'
import { toFigures } from '#modules/marks/rules.ts'

/** As the student sees them: no mark that is held is in it. */
export async function listStudentFigures(db: Db, studentId: string, courseIds: string[], now: Date): Promise<Map<string, StudentFigures>> {
  if (courseIds.length === 0) return new Map()
  const [gradebooks, enrolments, rates] = await Promise.all([
    listGradebookColumns(db, courseIds, now),
    listEnrolments(db, courseIds, studentId),
    listRates(db, courseIds, studentId, now),
  ])
  const columnsOf = (courseId: string) => gradebooks.get(courseId)?.columns.filter(isShown) ?? []
  const ownOf = await readOwnWork(db, courseIds.flatMap(columnsOf), studentId)
  return new Map(
    enrolments.map(({ courseId, enrolled }) => {
      const columns = columnsOf(courseId)
      const attendance = rates.get(courseId) ?? getAttendanceRate([])
      return [courseId, { ...toFigures(columns, toOwnCells(columns, ownOf, enrolled, now)), attendance }]
    }),
  )
}
