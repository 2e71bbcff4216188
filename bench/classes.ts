/** Courses of any size in which everyone has submitted everything, or is marked in every session; inserted directly into the database. */

import type { Run } from './servers/embedded.ts'

export interface Made {
  courseId: string
  assignmentId: string
  submissionId: string
}
/** Everyone has submitted everything; `gradedOfTen` in ten are graded, with feedback. */
export async function makeCourse(run: Run, students: number, assignments: number, gradedOfTen = 9): Promise<Made> {
  const idOf = async (statement: string, values: unknown[]) => (await run(`${statement} returning id`, values)).rows[0]!['id'] as string
  const courseId = await idOf(
    `insert into courses (id, title, mode, status, time_zone, created_by)
     select gen_random_uuid(), 'Course of ' || $1::text, 'RECORDED', 'PUBLISHED', 'UTC', (select id from users where role = 'ADMIN')`,
    [`${students} x ${assignments}`],
  )
  const weekId = await idOf(`insert into weeks (id, course_id, number, title, published) values (gen_random_uuid(), $1, 1, 'Week', true)`, [
    courseId,
  ])
  await run(
    `with made as (
       insert into users (id, name, email, role)
       select gen_random_uuid(), 'Student ' || n, 'student' || n || '@' || $1 || '.example.org', 'USER' from generate_series(1, $2::int) n returning id)
     insert into memberships (course_id, user_id, role, status) select $1::uuid, id, 'STUDENT', 'ACTIVE' from made`,
    [courseId, students],
  )
  await run(
    `insert into assignments (id, course_id, week_id, title, questions, max_marks, late_policy, due_at)
     select gen_random_uuid(), $1, $2, 'Assignment ' || n, '[{"id":"0198f6a0-0000-7000-8000-000000000001","type":"TEXT","prompt":"Why?","points":20,"required":true,"options":[]}]',
       20, '{"kind":"FLAG","percent":0,"floor":0}', now() - interval '1 day' from generate_series(1, $3::int) n`,
    [courseId, weekId, assignments],
  )
  await run(
    `with made as (
       insert into submissions (id, assignment_id, course_id, student_id, answers, status, attempt, submitted_at, effective_submitted_at, marks, feedback, graded_at, version)
       select gen_random_uuid(), a.id, a.course_id, m.user_id,
         '[{"questionId":"0198f6a0-0000-7000-8000-000000000001","value":"Because of what the table says about the second quarter."}]',
         case when isGraded then 'GRADED' else 'SUBMITTED' end, 1, now() - interval '2 days', now() - interval '2 days', case when isGraded then 14 end,
         case when isGraded then 'Your reading of the axis is exact. In the redraw, label the last bar.' end, case when isGraded then now() end, 1
       from assignments a join memberships m on m.course_id = a.course_id
       cross join lateral (select ('x' || substr(m.user_id::text, 1, 2))::bit(8)::int % 10 < $2 as isGraded) g
       where a.course_id = $1 returning id, submitted_at, answers, marks, feedback, graded_at)
     insert into submission_attempts (submission_id, attempt, answers, submitted_at, late, marks, feedback, graded_at)
     select id, 1, answers, submitted_at, false, marks, feedback, graded_at from made`,
    [courseId, gradedOfTen],
  )
  const { rows } = await run('select id, assignment_id from submissions where course_id = $1 limit 1', [courseId])
  return { courseId, assignmentId: rows[0]!['assignment_id'] as string, submissionId: rows[0]!['id'] as string }
}

/** Two live sessions a week, the last today, in all of which everyone is marked; returns the course's id. */
export async function makeMarkedCourse(run: Run, { students, weeks }: { students: number; weeks: number }): Promise<string> {
  const { courseId } = await makeCourse(run, students, 1)
  await run('update weeks set starts_on = current_date - $2::int * 7 where course_id = $1', [courseId, weeks - 1])
  await run(
    `insert into weeks (id, course_id, number, title, published, starts_on)
     select gen_random_uuid(), $1, n, 'Week', true, current_date - ($2::int - n) * 7 from generate_series(2, $2::int) n`,
    [courseId, weeks],
  )
  await run(
    `insert into media (id, course_id, week_id, title, type, position, starts_at, duration_minutes, time_zone)
     select gen_random_uuid(), $1, w.id, 'Session ' || w.number || ' ' || n, 'LIVE', n, w.starts_on + n * interval '1 hour', 60, 'UTC'
     from weeks w cross join generate_series(1, 2) n where w.course_id = $1`,
    [courseId],
  )
  await run(`update enrolments set periods = multirange(tstzrange(now() - interval '10 years', null)) where course_id = $1`, [courseId])
  await run(
    `insert into attendance (session_id, user_id, course_id, week_id, status, source, marked_by, marked_at)
     select m.id, s.user_id, m.course_id, m.week_id, (array['PRESENT', 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED'])[1 + abs(hashtext(m.id::text || s.user_id)) % 5], 'STAFF',
       (select id from users where role = 'ADMIN'), m.starts_at
     from media m join memberships s on s.course_id = m.course_id where m.course_id = $1`,
    [courseId],
  )
  return courseId
}
