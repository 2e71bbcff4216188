/** Numbers over a whole class. They are kept in memory until a row or a deadline that they depend on changes. */

import { sql, type SQL } from 'drizzle-orm'
import { isPast } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { classWork, courseId, now, ofColumns, toValues, totals, type Asked, type View } from '#modules/marks/class/queries.ts'

export interface ClassSummary {
  students: number
  /** Of each assignment. */
  assignments: {
    id: string
    graded: number
    toGrade: number
    missing: number
    median: number | null
    lowest: number | null
    highest: number | null
    spread: number[]
  }[]
  /** Of all existing totals. */
  medianTotal: number | null
  totals: number
  /** Longest waiting for a mark. */
  oldest: { submissionId: string; assignmentId: string } | null
}

const inFifth = (place: number) => sql`count(*) filter (where is_graded and fifth = ${place}::float8)`
const classSummary = prepared((db, view: View) =>
  db.execute<ClassSummary & Record<string, unknown>>(sql`
    with ${classWork(view)},
    of_assignment as (
      select assignment.id, (count(*) filter (where is_graded))::int as graded, (count(*) filter (where is_waiting))::int as "toGrade",
        (count(*) filter (where is_missing))::int as missing,
        round((percentile_cont(0.5) within group (order by marks) filter (where is_graded))::numeric, 2)::float8 as median,
        min(marks) filter (where is_graded) as lowest, max(marks) filter (where is_graded) as highest,
        array[${sql.join([0, 1, 2, 3, 4].map(inFifth), sql`, `)}]::int[] as spread
      from assignment left join work on work.id = assignment.id where exists (select from student) group by assignment.id),
    oldest as (
      select submission_id as "submissionId", id as "assignmentId" from work where is_waiting order by submitted_at, submission_id limit 1)
    select (select count(*)::int from student) as students, coalesce((select jsonb_agg(summary) from of_assignment summary), '[]') as assignments,
      round(percentile_cont(0.5) within group (order by total)::numeric, 6)::float8 as "medianTotal", count(total)::int as totals,
      (select to_jsonb(longest) from oldest longest) as oldest
    from (${totals}) totals`),
)

/** The rows themselves are not read: a row that is changed gets the number of the transaction, which is never used again. */
const versions = (from: SQL): SQL => sql`(select coalesce(sum(hashint8extended(xmin::text::int8, 0)), 0) from ${from})`
const countPast = (at: SQL): SQL => sql`count(*) filter (where ${isPast(at, now)})`
/**
 * Equal only while the summary is: the versions of all rows that it is computed from, and how many extensions are over. With the database
 * and its start, because another one, or a restored one, has its own transactions. A tenth of the cost of a summary.
 */
const classVersion = prepared((db) =>
  db.execute<{ version: string }>(sql`
    select concat_ws(' ', (select oid from pg_database where datname = current_database()), extract(epoch from pg_postmaster_start_time()),
      ${versions(sql`submissions where assignment_id = ${ofColumns}`)}, ${versions(sql`assignment_exceptions where assignment_id = ${ofColumns}`)},
      ${versions(sql`enrolments where course_id = ${courseId}`)},
      (select ${countPast(sql`due_at`)} + ${countPast(sql`closes_at`)} + ${countPast(sql`reopened_until`)} from assignment_exceptions
        where assignment_id = ${ofColumns})) as version`),
)

/** Computed each time. */
export const computeSummary = async (db: Db, asked: Asked, view: View): Promise<ClassSummary> =>
  (await classSummary(db, toValues(asked), view)).rows[0]!

/** By course and view, those used last at the end. */
const kept = new Map<string, { version: string; summary: ClassSummary }>()
/** A summary of a large course takes some 30 kB. */
const mostKept = 200

/** Numbers over the whole class. */
export async function summarizeClass(db: Db, asked: Asked, view: View = 'staff'): Promise<ClassSummary> {
  const values = toValues(asked)
  const { rows } = await classVersion(db, values)
  // Whether an assignment is over for those without an extension is among the values of its column.
  const version = `${rows[0]!.version} ${values.columns}`
  const key = `${asked.courseId} ${view}`
  const known = kept.get(key)
  kept.delete(key)
  // Read after its version: it may be newer, and is computed again the next time.
  const summary = known?.version === version ? known.summary : await computeSummary(db, asked, view)
  kept.set(key, { version, summary })
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return summary
}
