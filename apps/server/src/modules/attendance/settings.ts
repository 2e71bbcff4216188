/** What each course decides about attendance, in SQL. */

import { eq, sql, type SQL } from 'drizzle-orm'
import type { AttendanceSettings } from '@lms/contract/attendance'
import type { Db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'

/** The `AttendanceSettings` of a course, as JSON. */
export const settingsOf = (course: SQL): SQL =>
  sql`json_build_object('madeUpAs', ${course}.made_up_as, 'needed', ${course}.needed_attendance)`

/** Changes what is sent; returns all of them. */
export async function updateSettings(
  db: Db,
  courseId: string,
  { madeUpAs, needed }: { madeUpAs?: AttendanceSettings['madeUpAs'] | undefined; needed?: number | null | undefined },
): Promise<AttendanceSettings> {
  const [settings] = await db
    .update(courses)
    .set({ madeUpAs: madeUpAs ?? courses.madeUpAs, neededAttendance: needed === undefined ? courses.neededAttendance : needed })
    .where(eq(courses.id, courseId))
    .returning({ madeUpAs: courses.madeUpAs, needed: courses.neededAttendance })
  return settings!
}
