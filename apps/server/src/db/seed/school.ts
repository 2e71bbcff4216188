/** A school of a given size for benchmarks: users, courses and their content, one statement per table. */

import { sql, type SQL } from 'drizzle-orm'
import { allowWaiting, type Database, type Db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { demoAccounts, demoPassword } from '#db/seed/people.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { countAllAtRisk } from '#modules/courses/progress/students-at-risk.ts'

/** Discussions of course 0, and comments of its first one. */
interface Forum {
  discussions: number
  thread: number
}

/** Percentage of students who did an item of a past week. */
const share = 78
/** Discussions in each course except course 0. */
const ordinaryForum = 50
/** One in so many questions is still unanswered; the last comment on the others is by a trainer. */
const unanswered = 25
/** Comments on each course's first discussion, on the others in course 0, and on those in other courses. */
const [firstThread, largeForumThread, ordinaryThread] = [40, 7, 6]

function activityStatements(size: Forum): SQL[] {
  return [attendanceRows, ...submissionStatements, ...discussionStatements(size), ...emailStatements, ...signUpStatements]
}

const attendanceRows = sql`
  insert into attendance (session_id, user_id, course_id, week_id, status, source, marked_by, marked_at, position, watched_ranges, coverage, watched_at, joined_at, updated_at)
  select media_item.id, student.id, course.id, media_item.week_id,
    case when is_video then 'PRESENT' when luck < 5 then 'ABSENT' when luck < 10 then 'LATE' else 'PRESENT' end,
    case when is_video then 'VIDEO' when luck < 40 then 'STAFF' else 'JOIN' end,
    case when not is_video and luck < 40 then course.trainer end, at,
    case when is_video then 890 else 0 end, case when is_video then '[[0,890]]' else '[]' end::jsonb, case when is_video then 0.989 end,
    case when is_video then at end, case when not is_video and luck >= 40 then at end, at
  from seed_courses course
  join media media_item on media_item.course_id = course.id
  join weeks week on week.id = media_item.week_id and week.number < course.week_now
  join seed_students student using (c)
  cross join lateral (
    select media_item.type = 'RECORDED' as is_video, pg_temp.chance(student.k, course.c * 31 + week.number * 2 + media_item.position) as luck
  ) item
  cross join lateral (select coalesce(media_item.starts_at, week.starts_on + interval '1 day') + student.k * interval '1 second' as at) time
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
  sql`insert into submissions (id, assignment_id, course_id, student_id, answers, draft, draft_version, status, attempt, submitted_at, effective_submitted_at,
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
  sql`insert into grade_changes (id, submission_id, changed_by, changed_at, action, new_marks, new_feedback)
    select id, id, graded_by, graded_at, case status when 'RETURNED' then 'RETURN' else 'GRADE' end, marks, feedback from submissions where graded_by is not null`,
]

const discussionStatements = (size: Forum): SQL[] => [
  // first: number of comments in the previous discussions.
  sql`create temp table seed_discussions on commit drop as
    select c, d, course_id, comments, sum(comments) over (order by c, d) - comments as first, row_number() over (order by c, d) as n,
      (d + 1) % ${unanswered}::int > 0 as is_answered, now() - interval '30 days' + d * interval '8 minutes' as at
    from (
      select c, d, id as course_id, case when c = 0 and d = 0 then ${size.thread}::int when d = 0 then ${firstThread}::int
        when c = 0 and ${size.discussions}::int > ${ordinaryForum}::int then ${largeForumThread}::int else ${ordinaryThread}::int end as comments
      from seed_courses, generate_series(0, case when c = 0 then ${size.discussions}::int else ${ordinaryForum}::int end - 1) d
    ) forum`,
  sql`insert into discussions (id, course_id, author_id, title, content, pinned, comment_count, top_level_count, staff_reply_id, created_at, last_activity_at)
    select pg_temp.seed_id('discussion', seed.n), seed.course_id, student.id, 'Question ' || (seed.d + 1) || ' about the reading',
      '<p>On page ' || (3 + seed.d % 90) || ' the table does not add up to 100. Is the rest missing, or is it rounding?</p>',
      seed.d = 0, comments, comments - comments / 5, case when is_answered then pg_temp.seed_id('post', (first + comments)::bigint) end, at, at + comments * interval '30 seconds'
    from seed_discussions seed join seed_courses course using (c)
    join seed_students student on student.c = seed.c and student.k = seed.d * 7 % course.students`,
  // Each fifth comment is a reply to the previous one.
  sql`insert into comments (id, discussion_id, author_id, parent_id, root_id, content, created_at)
    select pg_temp.seed_id('post', (first + i)::bigint), pg_temp.seed_id('discussion', seed.n),
      case when is_answered and i = comments then course.trainer else student.id end,
      case when i % 5 = 0 then pg_temp.seed_id('post', (first + i - 1)::bigint) end, case when i % 5 = 0 then pg_temp.seed_id('post', (first + i - 1)::bigint) end,
      '<p>It is rounding: the ' || (1 + i % 9) || ' rows below one per cent are left out.</p>', at + i * interval '30 seconds'
    from seed_discussions seed join seed_courses course using (c) cross join generate_series(1, comments) i
    join seed_students student on student.c = seed.c and student.k = (seed.d + i) * 13 % course.students`,
]

/** One email to each course, delivered to its students. */
const emailStatements: SQL[] = [
  sql`insert into course_emails (id, course_id, sender_id, subject, body, audience, state, send_at, recipients, created_at)
    select pg_temp.seed_id('letter', c), id, trainer, 'Welcome', '<p>The first week is open.</p>', '{"to":["STUDENTS"],"except":[]}', 'SENT', starts_on, students, starts_on
    from seed_courses`,
  sql`insert into emails (id, batch_id, user_id, to_address, kind, subject, html, text, state, created_at, sent_at)
    select pg_temp.seed_id('email', row_number() over (order by c, k)), pg_temp.seed_id('letter', c), users.id, users.email, 'COURSE', 'Welcome', '', '',
      case when k % 50 = 0 then 'FAILED' else 'SENT' end, course.starts_on, case when k % 50 > 0 then course.starts_on end
    from seed_courses course join seed_students student using (c) join users on users.id = student.id`,
]

/** A sign-up form on each course, to which its students responded. */
const signUpStatements: SQL[] = [
  sql`insert into signup_forms (id, course_id, status) select pg_temp.seed_id('form', c), id, 'CLOSED' from seed_courses`,
  sql`insert into signup_form_versions (form_id, version, questions)
    select id, 1, jsonb_build_array(jsonb_build_object('id', pg_temp.seed_id('question', 3), 'label', 'Why this course?', 'help', '', 'type', 'LONG_TEXT',
      'required', true, 'options', '[]'::jsonb)) from signup_forms`,
  sql`insert into signup_responses (id, form_id, user_id, version, answers, status, sent_at, decided_at)
    select pg_temp.seed_id('response', row_number() over (order by c, k)), pg_temp.seed_id('form', c), student.id, 1,
      jsonb_build_array(jsonb_build_object('questionId', pg_temp.seed_id('question', 3), 'value', 'I work with numbers all day.')),
      'APPROVED', course.starts_on - (k % 400) * interval '1 hour', course.starts_on
    from seed_courses course join seed_students student using (c)`,
]

/** Course 0 has the largest class and the largest forum, and its first discussion is the longest; the others are alike in every size. */
export const schoolSizes = {
  small: { users: 1_000, courses: 20, class: 200, discussions: 50, thread: 40 },
  large: { users: 10_000, courses: 200, class: 2_000, discussions: 5_000, thread: 10_000 },
}
export type SchoolSize = keyof typeof schoolSizes

/** Students of every course except course 0. */
const ordinaryClass = 200
const weeksPerCourse = 10
const admins = 4

/**
 * Fills a database that has no users; false if it has some. Only the demo accounts have a password, so that the refusal to serve a
 * school with demo accounts applies here too. Some statements take a minute: use a long timeout.
 */
export async function seedSchool({ db, transaction }: Pick<Database, 'db' | 'transaction'>, name: SchoolSize): Promise<boolean> {
  const passwordHash = await hashPassword(demoPassword)
  const isEmpty = await transaction(async (tx) => {
    await tx.execute(sql`lock table users in share row exclusive mode`)
    if ((await tx.$count(users)) > 0) return false
    for (const statement of listStatements(schoolSizes[name], passwordHash)) await tx.execute(statement)
    return true
  })
  if (!isEmpty) return false
  await vacuum(db)
  await transaction(async (tx) => {
    await allowWaiting(tx)
    await countAllAtRisk(tx, new Date())
  })
  return true
}

/** Plans and index-only scans as in a database that has been in use for a while. */
async function vacuum(db: Db): Promise<void> {
  await db.execute(sql`vacuum analyze`)
}

function listStatements(size: (typeof schoolSizes)[SchoolSize], passwordHash: string): SQL[] {
  return [...helpers(size), insertUsers(size, passwordHash), ...courseStatements(size), ...activityStatements(size)]
}

/** Temporary tables and functions that the statements share; they end with the transaction or the connection. */
function helpers(size: (typeof schoolSizes)[SchoolSize]): SQL[] {
  const trainers = size.users / 50
  const firstStudent = admins + trainers
  const students = size.users - firstStudent
  return [
    // Version 7, increasing with the number, and unique across tables: contains the first letter of the kind.
    sql`create function pg_temp.seed_id(kind text, n bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex(1767225600000 + n), 12, '0') || '7' || lpad(to_hex(ascii(kind)), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid $$`,
    // 0 to 99, spread evenly, and the same on every run.
    sql`create function pg_temp.chance(one bigint, other bigint) returns integer language sql immutable as $$
      select (((one + 3) * 7919 + (other + 1) * 104729) % 100)::int $$`,
    // Weeks before week_now are over: seven of the first ten courses, one or two of the others.
    sql`create temp table seed_courses on commit drop as
      select c, pg_temp.seed_id('course', c) as id, case when c < 10 then 8 else 2 + c % 2 end as week_now,
        case when c = 0 then ${size.class}::int else ${ordinaryClass}::int end as students,
        (date_trunc('week', now()) - (case when c < 10 then 7 else 1 + c % 2 end) * interval '7 days')::date as starts_on,
        pg_temp.seed_id('user', ${admins}::int + c % ${trainers}::int) as trainer
      from generate_series(0, ${size.courses}::int - 1) c`,
    sql`create temp table seed_students on commit drop as
      select c, k, pg_temp.seed_id('user', ${firstStudent}::int + case when c = 0 then k else ((c - 1) * ${ordinaryClass}::int + k) % ${students}::int end) as id
      from seed_courses, generate_series(0, students - 1) k`,
    sql`create unique index on seed_students (c, k)`,
    sql`analyze seed_students`,
  ]
}

const givenNames =
  'Amara Björn Chloé Diego Emeka Fatima Gita Hana Ines Jonas Kwame Leila Mateo Nadia Omar Priya Quentin Rosa Sofia Tomás Uma Viktor Wanjiru Yusuf Zeynep'
const familyNames =
  'Abebe Berg Costa Diallo Eriksen Farsi García Haddad Ito Jensen Kim Lindqvist Mensah Nowak Okafor Petrova Quispe Rossi Santos Tanaka Usman Vidal Weber Xu Yilmaz Zahra'

function insertUsers(size: (typeof schoolSizes)[SchoolSize], passwordHash: string): SQL {
  const trainers = size.users / 50
  const demo = sql.join(
    demoAccounts.map(({ role, email }) => {
      const n = { SUPER_ADMIN: 0, ADMIN: 1, TRAINER: admins, USER: admins + trainers }[role]
      return sql`(${n}::int, ${email}::text)`
    }),
    sql`, `,
  )
  return sql`
    insert into users (id, name, email, password_hash, is_demo, role, status, time_zone, created_at, last_seen_at)
    select pg_temp.seed_id('user', n),
      given[1 + n % cardinality(given)] || ' ' || family[1 + n * 7 / 25 % cardinality(family)] || ' ' || chr(65 + n / 650 % 26),
      coalesce(demo.email, 'user' || n || '@harbour.example'),
      case when demo.n is not null then ${passwordHash}::text end, demo.n is not null,
      case when n = 0 then 'SUPER_ADMIN' when n < ${admins}::int then 'ADMIN' when n < ${admins + trainers}::int then 'TRAINER' else 'USER' end,
      case when demo.n is not null or n % 50 > 1 then 'ACTIVE' when n % 50 = 0 then 'INVITED' else 'SUSPENDED' end,
      'Europe/Lisbon', now() - interval '120 days' + n * interval '1 minute',
      case when n % 10 > 0 or demo.n is not null then now() - (n * 7919 % 1000003) * interval '1 second' end
    from generate_series(0, ${size.users}::int - 1) n
    left join (values ${demo}) demo (n, email) using (n)
    cross join (select string_to_array(${givenNames}::text, ' ') as given, string_to_array(${familyNames}::text, ' ') as family) names`
}

const topics =
  'Statistics,Journalism,Carpentry,Nursing,Accounting,Spanish,Chemistry,Photography,Public Health,Programming,Music Theory,Economics,Welding,Drawing,Geography'

function courseStatements(size: (typeof schoolSizes)[SchoolSize]): SQL[] {
  return [
    sql`insert into courses (id, title, description, mode, status, enrolment, starts_on, ends_on, time_zone, created_by, created_at)
      select id, topics[1 + c % cardinality(topics)] || ' ' || (100 + c), '<p>Ten weeks, each with a video, a live hour and an assignment.</p>',
        case when c % 3 = 0 then 'LIVE' else 'RECORDED' end, 'PUBLISHED', case when c % 4 = 0 then 'INVITE' else 'OPEN' end,
        starts_on, starts_on + 69, 'Europe/Lisbon', trainer, starts_on - interval '30 days' + c * interval '1 minute'
      from seed_courses cross join string_to_array(${topics}::text, ',') topics`,
    sql`insert into memberships (course_id, user_id, role, created_at)
      select id, trainer, 'TRAINER', starts_on - interval '10 days' from seed_courses
      union all
      select course.id, student.id, 'STUDENT', course.starts_on - interval '10 days' from seed_courses course join seed_students student using (c)`,
    // Two trainers per course, the demo's trainer in the first two.
    sql`insert into memberships (course_id, user_id, role)
      select id, pg_temp.seed_id('user', ${admins}::int + (case when c = 1 then 0 else c + 1 end) % ${size.users / 50}::int), 'TRAINER' from seed_courses`,
    sql`insert into weeks (id, course_id, number, title, starts_on, published)
      select pg_temp.seed_id('week', c * 100 + w), id, w, 'Week ' || w || ': ' || (array['Looking','Asking','Counting','Comparing','Drawing'])[1 + w % 5],
        starts_on + (w - 1) * 7, true
      from seed_courses, generate_series(1, ${weeksPerCourse}::int) w`,
    sql`insert into media (id, course_id, week_id, title, type, source, duration_seconds, starts_at, duration_minutes, time_zone, join_url, position, created_by, created_at)
      select pg_temp.seed_id('medium', c * 1000 + w * 10 + i), id, pg_temp.seed_id('week', c * 100 + w),
        case when i = 0 then 'Lecture ' else 'Live hour ' end || w, case when i = 0 then 'RECORDED' else 'LIVE' end,
        case when i = 0 then 'https://videos.harbour.example/' || c || '-' || w || '.mp4' end, case when i = 0 then 900 end,
        case when i = 1 then starts_on + (w - 1) * 7 + 3 + time '14:00' end, case when i = 1 then 60 end,
        case when i = 1 then 'Europe/Lisbon' end, case when i = 1 then 'https://meet.harbour.example/j/' || c end,
        i, trainer, starts_on - interval '5 days' + w * interval '1 hour'
      from seed_courses, generate_series(1, ${weeksPerCourse}::int) w, generate_series(0, 1) i`,
    sql`insert into assignments (id, course_id, week_id, title, instructions, questions, max_marks, due_at, late_policy, created_by, created_at)
      select pg_temp.seed_id('assignment', c * 100 + w), id, pg_temp.seed_id('week', c * 100 + w), 'Assignment ' || w, '<p>Half a page is enough.</p>',
        (select jsonb_agg(jsonb_build_object('id', pg_temp.seed_id('question', q), 'type', 'TEXT', 'prompt', prompt, 'points', 10, 'required', true,
            'options', '[]'::jsonb, 'answerKey', '[]'::jsonb) order by q)
          from (values (1, 'What did you find, and how do you know?'), (2, 'What could you not check?')) question (q, prompt)),
        20, starts_on + (w - 1) * 7 + 6 + time '23:59', '{"kind":"PERCENT_PER_DAY","percent":5,"floor":50}', trainer, starts_on - interval '5 days'
      from seed_courses, generate_series(1, ${weeksPerCourse}::int) w`,
  ]
}
