/** What students did in a school made for measuring: attendance, submissions, discussions. Uses the helpers of `school.ts`. */
import { sql, type SQL } from 'drizzle-orm'

/** Discussions of course 0, and comments of its first one. */
interface Forum {
  discussions: number
  thread: number
}

/** Of 100 students, those who did an item of a week that is over. */
const share = 78
/** Discussions in each course but course 0. */
const ordinaryForum = 50
/** Of the questions, one in so many is still unanswered; of the others a trainer wrote the last comment. */
const unanswered = 25
/** Comments of each course's first discussion, and of the others in course 0 and in the other courses. */
const [firstThread, largeForumThread, ordinaryThread] = [40, 7, 6]

export function activityStatements(size: Forum): SQL[] {
  return [attendanceRows, ...submissionStatements, ...discussionStatements(size)]
}

const attendanceRows = sql`
  insert into attendance (session_id, user_id, course_id, week_id, status, source, marked_by, marked_at, position, ranges, coverage, watched_at, joined_at, updated_at)
  select medium.id, student.id, course.id, medium.week_id,
    case when is_video then 'PRESENT' when luck < 5 then 'ABSENT' when luck < 10 then 'LATE' else 'PRESENT' end,
    case when is_video then 'VIDEO' when luck < 40 then 'STAFF' else 'JOIN' end,
    case when not is_video and luck < 40 then course.trainer end, at,
    case when is_video then 890 else 0 end, case when is_video then '[[0,890]]' else '[]' end::jsonb, case when is_video then 0.989 end,
    case when is_video then at end, case when not is_video and luck >= 40 then at end, at
  from seed_courses course
  join media medium on medium.course_id = course.id
  join weeks week on week.id = medium.week_id and week.number < course.week_now
  join seed_students student using (c)
  cross join lateral (
    select medium.type = 'RECORDED' as is_video, pg_temp.chance(student.k, course.c * 31 + week.number * 2 + medium.position) as luck
  ) item
  cross join lateral (select coalesce(medium.starts_at, week.starts_on + interval '1 day') + student.k * interval '1 second' as at) time
  where luck < ${share}::int`

const submissionStatements: SQL[] = [
  sql`create temp table seed_submissions on commit drop as
    select row_number() over (order by course.c, week.number, student.k) as n, course.c, course.trainer, student.id as student_id,
      assignment.id as assignment_id, assignment.course_id, assignment.due_at - (1 + luck) * interval '40 minutes' as at,
      case when luck < 4 then 'DRAFT' when week.number = course.week_now - 1 and luck < 40 then 'SUBMITTED' when luck < 8 then 'RETURNED' else 'GRADED' end as status,
      6 + luck % 5 as marks,
      (select jsonb_agg(jsonb_build_object('questionId', question ->> 'id', 'value', 'I compared both tables by hand, and the totals differ in row ' || luck || '.'))
        from jsonb_array_elements(assignment.questions) question) as answers,
      (select jsonb_agg(jsonb_build_object('questionId', question ->> 'id', 'marks', 6 + luck % 5)) from jsonb_array_elements(assignment.questions) question) as question_marks
    from seed_courses course
    join assignments assignment on assignment.course_id = course.id
    join weeks week on week.id = assignment.week_id and week.number < course.week_now
    join seed_students student using (c)
    cross join lateral (select pg_temp.chance(student.k, course.c * 17 + week.number) as luck) item
    where luck < ${share}::int`,
  sql`insert into submissions (id, assignment_id, course_id, student_id, answers, draft, draft_version, status, attempt, submitted_at, counts_at,
      marks, question_marks, feedback, graded_by, graded_at, version, created_at, updated_at)
    select pg_temp.seed_id('submission', n), assignment_id, course_id, student_id, case when is_draft then '[]'::jsonb else answers end, case when is_draft then answers end,
      1, status, case when is_draft then 0 else 1 end, case when not is_draft then at end, case when not is_draft then at end,
      case when is_marked then marks * 2 end, case when is_marked then question_marks else '[]'::jsonb end,
      case when is_marked then 'Clear, and every number has a source.' end, case when is_marked then trainer end,
      case when is_marked then at + interval '2 days' end, case when is_draft then 0 when is_marked then 2 else 1 end,
      at, case when is_marked then at + interval '2 days' else at end
    from seed_submissions cross join lateral (select status = 'DRAFT' as is_draft, status in ('GRADED', 'RETURNED') as is_marked) state`,
  sql`insert into submission_attempts (submission_id, attempt, answers, submitted_at, late, marks, question_marks, feedback, graded_by, graded_at)
    select id, 1, answers, submitted_at, late, marks, question_marks, feedback, graded_by, graded_at from submissions where status <> 'DRAFT'`,
  sql`insert into mark_changes (id, submission_id, changed_by, changed_at, action, new_marks, new_feedback)
    select id, id, graded_by, graded_at, case status when 'RETURNED' then 'RETURN' else 'GRADE' end, marks, feedback from submissions where graded_by is not null`,
]

const discussionStatements = (size: Forum): SQL[] => [
  // first: how many comments the discussions before this one have.
  sql`create temp table seed_discussions on commit drop as
    select c, d, course_id, comments, sum(comments) over (order by c, d) - comments as first, row_number() over (order by c, d) as n,
      (d + 1) % ${unanswered}::int > 0 as is_answered, now() - interval '30 days' + d * interval '8 minutes' as at
    from (
      select c, d, id as course_id, case when c = 0 and d = 0 then ${size.thread}::int when d = 0 then ${firstThread}::int
        when c = 0 and ${size.discussions}::int > ${ordinaryForum}::int then ${largeForumThread}::int else ${ordinaryThread}::int end as comments
      from seed_courses, generate_series(0, case when c = 0 then ${size.discussions}::int else ${ordinaryForum}::int end - 1) d
    ) forum`,
  sql`insert into discussions (id, course_id, author_id, title, content, pinned, comment_count, staff_reply_id, created_at, last_activity_at)
    select pg_temp.seed_id('discussion', seed.n), seed.course_id, student.id, 'Question ' || (seed.d + 1) || ' about the reading',
      'On page ' || (3 + seed.d % 90) || ' the table does not add up to 100. Is the rest missing, or is it rounding?',
      seed.d = 0, comments, case when is_answered then pg_temp.seed_id('post', (first + comments)::bigint) end, at, at + comments * interval '30 seconds'
    from seed_discussions seed join seed_courses course using (c)
    join seed_students student on student.c = seed.c and student.k = seed.d * 7 % course.students`,
  // Each fifth comment is a reply to the one before it.
  sql`insert into comments (id, discussion_id, author_id, parent_id, root_id, content, created_at)
    select pg_temp.seed_id('post', (first + i)::bigint), pg_temp.seed_id('discussion', seed.n),
      case when is_answered and i = comments then course.trainer else student.id end,
      case when i % 5 = 0 then pg_temp.seed_id('post', (first + i - 1)::bigint) end, case when i % 5 = 0 then pg_temp.seed_id('post', (first + i - 1)::bigint) end,
      'It is rounding: the ' || (1 + i % 9) || ' rows below one per cent are left out.', at + i * interval '30 seconds'
    from seed_discussions seed join seed_courses course using (c) cross join generate_series(1, comments) i
    join seed_students student on student.c = seed.c and student.k = (seed.d + i) * 13 % course.students`,
]
