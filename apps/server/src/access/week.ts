/** When a week lies open to students, in the code and in SQL. */
import { sql } from 'drizzle-orm'
import { weeks } from '#db/schema/courses.ts'

/** What stands in a week that is published and unlocked; null stands for a week that is gone. */
export const isOpen = (week: { published: boolean; unlockAt: string | null } | null, now: Date): boolean =>
  week !== null && week.published && (week.unlockAt === null || new Date(week.unlockAt) <= now)

/** The same of a row of `weeks`. */
export const openWeek = (now: Date) =>
  sql<boolean>`(${weeks.deletedAt} is null and ${weeks.published} and (${weeks.unlockAt} is null or ${weeks.unlockAt} <= ${now.toISOString()}::timestamptz))`
