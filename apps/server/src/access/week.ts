/** When a week lies open to students, in the code and in SQL. */
import { sql, type Placeholder } from 'drizzle-orm'
import { weeks } from '#db/schema/courses.ts'

/** What stands in a week that is published and unlocked; null stands for a week that is gone. */
export const isOpen = (week: { published: boolean; unlockAt: string | null } | null, now: Date): boolean =>
  week !== null && week.published && (week.unlockAt === null || new Date(week.unlockAt) <= now)

/** The same of a row of `weeks`; `now` may be a placeholder. */
export const unlockedWeek = (now: Date | Placeholder) =>
  sql<boolean>`(${weeks.deletedAt} is null and ${weeks.published} and (${weeks.unlockAt} is null or ${weeks.unlockAt} <= ${now instanceof Date ? now.toISOString() : now}::timestamptz))`
