-- assignmentChanges.duplicateAssignment
insert into "assignments" ("id", "course_id", "week_id", "title", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, (select max(other.position) + 1
    from course_items other
    where other.week_id = $5 having bool_or(other.type = 'ASSIGNMENT' and other.position is not null)), $6, $7, $8, default, $9, default, default, default, default, $10, $11, $12, default, default, $13, default, default, default, default)
returning "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at";

-- assignmentChanges.duplicateAssignment and 13 more
select "courses"."id", "courses"."status", "courses"."is_archived_draft", "memberships"."status"
from "courses"
left join "memberships" on ("memberships"."course_id" = "courses"."id" and "memberships"."user_id" = $1 and "memberships"."role" = $2 and "memberships"."status" = 'ACTIVE')
where ("courses"."id" = $3 and "courses"."deleted_at" is null);

-- assignmentChanges.duplicateAssignment and 6 more
select "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at"
from "assignments"
where ("assignments"."id" = $1 and "assignments"."deleted_at" is null and exists (select 1
    from weeks week
    where week.id = "assignments"."week_id" and week.deleted_at is null));

-- assignmentChanges.duplicateAssignment and 86 more
select "users"."id", "users"."role", "sessions"."id", "sessions"."last_used_at" < $1::timestamptz - make_interval(secs => '60')
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where ("sessions"."token_hash" = $2 and "sessions"."expires_at" > $1 and "sessions"."last_used_at" > $1::timestamptz - make_interval(days => '7') and "users"."status" = 'ACTIVE' and "users"."deleted_at" is null);

-- assignmentChanges.duplicateAssignment and 9 more
select "id", "course_id", "title", "published", "unlock_at", "version", "updated_by", "updated_at"
from "weeks"
where ("weeks"."id" = $1 and "weeks"."course_id" = $2 and "weeks"."deleted_at" is null);

-- assignmentChanges.getAssignmentUsage
select "version", "questions"
from "assignment_question_versions"
where "assignment_question_versions"."assignment_id" = $1
order by "assignment_question_versions"."version";

-- assignmentChanges.getAssignmentUsage
with given as ( select submission.id, answer ->> 'questionId' as question_id, answer -> 'value' as value
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  cross join jsonb_array_elements(attempt.answers) answer
  where submission.assignment_id = $1 and submission.attempt > 0), highest as ( select mark ->> 'questionId' as question_id, max((mark ->> 'marks')::float8) as marks
  from submissions submission
  cross join jsonb_array_elements(submission.question_marks) mark
  where submission.assignment_id = $1
  group by 1)
select question_id as "questionId", count(distinct answer.id)::int as answers, '[]'::jsonb as choices, max(best.marks) as "highestMarks"
from given answer
full join highest best using (question_id)
group by question_id;

-- assignmentChanges.getAssignmentUsage and 2 more
select course.student_count as students, (count(submission.id) filter (where not (enrolment.user_id is not null and enrolment.since is null)))::int as submitted, count(submission.id) > 0 as "hasWork"
from courses course
left join submissions submission on submission.assignment_id = $1 and submission.attempt > 0
left join enrolments enrolment on enrolment.user_id = submission.student_id and enrolment.course_id = $2
where course.id = $2
group by course.id;

-- assignmentChanges.previewAssignmentChanges
select "submissions"."id", "submissions"."assignment_id", "users"."id", "users"."name", '/images/' || "users"."profile_image", coalesce((select jsonb_agg(answer)
    from jsonb_array_elements("submissions"."answers") answer
    where answer ->> 'questionId' = any($1::text[])), '[]'), "submissions"."course_id", "submissions"."student_id", "submissions"."version", "submissions"."questions_version", "submissions"."is_held", "submissions"."status", "submissions"."attempt", "submissions"."late", "submissions"."marks", "submissions"."deduction", "submissions"."is_final", "submissions"."question_marks", "submissions"."graded_by", "submissions"."graded_at", "submissions"."feedback", "submissions"."effective_submitted_at", "courses"."time_zone", "submissions"."recorded_by", "assignment_exceptions"."student_id", "assignment_exceptions"."due_at", "assignment_exceptions"."closes_at", "assignment_exceptions"."reopened_until", "assignment_exceptions"."excused_at", "enrolments"."periods", ("enrolments".user_id is not null and "enrolments".since is null)
from "submissions"
inner join "users" on "users"."id" = "submissions"."student_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
left join "enrolments" on ("enrolments"."course_id" = "submissions"."course_id" and "enrolments"."user_id" = "submissions"."student_id")
where ("submissions"."assignment_id" in ($2) and "submissions"."attempt" > $3)
order by "submissions"."id";

-- assignmentChanges.removeAssignment
update "assignments" set "deleted_at" = $1
where ("assignments"."id" = $2 and "assignments"."deleted_at" is null and exists (select 1
    from weeks week
    where week.id = "assignments"."week_id" and week.deleted_at is null))
returning "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at";

-- assignmentChanges.restoreAssignment
select "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at"
from "assignments"
where ("assignments"."id" = $1 and "assignments"."deleted_at" >= $2 and exists (select 1
    from weeks week
    where week.id = "assignments"."week_id" and week.deleted_at is null))
for update;

-- assignmentChanges.restoreAssignment
update "assignments" set "id" = $1, "deleted_at" = $2
where "assignments"."id" = $3
returning "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at";

-- assignmentExceptions.excuseStudents
insert into "assignment_exceptions" ("assignment_id", "student_id", "due_at", "closes_at", "extended_at", "extended_by", "reopened_until", "excused_at", "excused_by", "excuse_reason", "reminded_at")
values ($1, $2, default, default, default, default, default, $3, $4, $5, default)
on conflict ("assignment_id","student_id") do update set "excused_at" = $6, "excused_by" = $7, "excuse_reason" = $8;

-- assignmentExceptions.excuseStudents and 111 more
select "users"."id", "users"."role", "sessions"."id", "sessions"."last_used_at" < $1::timestamptz - make_interval(secs => '60'), "courses"."id", "courses"."status", "courses"."is_archived_draft", "memberships"."status"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
left join "courses" on ("courses"."id" = $2 and "courses"."deleted_at" is null)
left join "memberships" on ("memberships"."course_id" = "courses"."id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
where ("sessions"."token_hash" = $3 and "sessions"."expires_at" > $1 and "sessions"."last_used_at" > $1::timestamptz - make_interval(days => '7') and "users"."status" = 'ACTIVE' and "users"."deleted_at" is null);

-- assignmentExceptions.excuseStudents and 2 more
select "user_id"
from "course_students"
where ("course_students"."course_id" = $1 and "course_students"."user_id" in ($2));

-- assignmentExceptions.excuseStudents and 3 more
select "assignments"."id", "assignments"."course_id", "assignments"."week_id", "assignments"."title", "assignments"."search_text", "assignments"."position", "assignments"."instructions", "assignments"."questions", "assignments"."max_marks", "assignments"."weight", "assignments"."status", "assignments"."available_from", "assignments"."due_at", "assignments"."closes_at", "assignments"."closed_at", "assignments"."late_policy", "assignments"."max_attempts", "assignments"."hold_marks", "assignments"."version", "assignments"."questions_version", "assignments"."created_by", "assignments"."created_at", "assignments"."updated_by", "assignments"."updated_at", "assignments"."deleted_at", ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz))
from "assignments"
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
where ("assignments"."id" = $2 and "assignments"."deleted_at" is null);

-- assignmentExceptions.excuseStudents and 5 more
select "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at"
from "assignments"
where ("assignments"."id" = $1 and "assignments"."deleted_at" is null and exists (select 1
    from weeks week
    where week.id = "assignments"."week_id" and week.deleted_at is null))
for update;

-- assignmentExceptions.excuseStudents and 8 more
insert into notices (id, user_id, kind, course_id, group_key, source_id, actor_id, subject, created_at, email_at)
select id, "userId", kind, "courseId", "groupKey", "sourceId", "actorId", subject, "createdAt", "emailAt"
from jsonb_to_recordset($1::jsonb) given (id uuid, "userId" uuid, kind text, "courseId" uuid, "groupKey" text, "sourceId" text, "actorId" uuid, subject jsonb, "createdAt" timestamptz, "emailAt" timestamptz)
on conflict (user_id, source_id) do nothing;

-- assignmentExceptions.excuseStudents and 8 more
select account.id as "userId", course.id as "courseId", (account.role in ('ADMIN', 'SUPER_ADMIN') or ((course.status <> 'DRAFT' and not course.is_archived_draft) or account.role <> 'USER') and exists ( select
    from memberships membership
    where membership.course_id = course.id and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE'
    offset 0)) as "isMember", exists (select
  from email_opt_outs opt_out
  where opt_out.user_id = account.id and opt_out.course_id = course.id) as "isOptedOut", account.preferences, coalesce(account.time_zone, course.time_zone) as "timeZone"
from (select distinct user_id, course_id
  from unnest($1::uuid[], $2::uuid[]) wanted (user_id, course_id)) wanted
join users account on account.id = wanted.user_id and account.deleted_at is null
join courses course on course.id = wanted.course_id and course.deleted_at is null;

-- assignmentExceptions.extendDueTime
insert into "assignment_exceptions" ("assignment_id", "student_id", "due_at", "closes_at", "extended_at", "extended_by", "reopened_until", "excused_at", "excused_by", "excuse_reason", "reminded_at")
values ($1, $2, $3, $4, $5, $6, default, default, default, default, default)
on conflict ("assignment_id","student_id") do update set "due_at" = $7, "closes_at" = $8, "extended_at" = $9, "extended_by" = $10;

-- assignmentExceptions.extendDueTime
select "submissions"."id", "submissions"."assignment_id", "users"."id", "users"."name", '/images/' || "users"."profile_image", coalesce((select jsonb_agg(answer)
    from jsonb_array_elements("submissions"."answers") answer
    where answer ->> 'questionId' = any($1::text[])), '[]'), "submissions"."course_id", "submissions"."student_id", "submissions"."version", "submissions"."questions_version", "submissions"."is_held", "submissions"."status", "submissions"."attempt", "submissions"."late", "submissions"."marks", "submissions"."deduction", "submissions"."is_final", "submissions"."question_marks", "submissions"."graded_by", "submissions"."graded_at", "submissions"."feedback", "submissions"."effective_submitted_at", "courses"."time_zone", "submissions"."recorded_by", "assignment_exceptions"."student_id", "assignment_exceptions"."due_at", "assignment_exceptions"."closes_at", "assignment_exceptions"."reopened_until", "assignment_exceptions"."excused_at", "enrolments"."periods", ("enrolments".user_id is not null and "enrolments".since is null)
from "submissions"
inner join "users" on "users"."id" = "submissions"."student_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
left join "enrolments" on ("enrolments"."course_id" = "submissions"."course_id" and "enrolments"."user_id" = "submissions"."student_id")
where ("submissions"."assignment_id" in ($2) and "submissions"."attempt" > $3 and "submissions"."student_id" in ($4))
order by "submissions"."id"
for update of "submissions";

-- assignmentExceptions.extendDueTime and 3 more
delete
from notices notice using unnest($1::uuid[], $2::text[]) unwanted (user_id, source_id)
where notice.user_id = unwanted.user_id and notice.source_id = unwanted.source_id;

-- assignmentExceptions.remindStudents
select student.id, student.name, student.email, student.time_zone as "timeZone", student.status = 'ACTIVE' and student.email is not null and opt_out.user_id is null as "isReachable", to_char(exception.reminded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "remindedAt", to_char((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt", to_char((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "closesAt"
from assignments assignment
join users student on student.id = any($1::uuid[])
left join assignment_exceptions exception on exception.assignment_id = assignment.id and exception.student_id = student.id
left join enrolments enrolment on enrolment.user_id = student.id and enrolment.course_id = assignment.course_id
left join submissions submission on submission.assignment_id = assignment.id and submission.student_id = student.id
left join email_opt_outs opt_out on opt_out.user_id = student.id and opt_out.course_id = assignment.course_id
where assignment.id = $2 and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at), false) or enrolment.periods @> least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at)))
order by student.name, student.id;

-- assignments.countMyAssignments
select count(*)::int, (case when "assignment_exceptions".excused_at is not null then 'EXCUSED' when (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end) in ('GRADED', 'SUBMITTED') or ((case when "submissions".is_held then 'SUBMITTED' else "submissions".status end) = 'RETURNED' and not ("courses"."status" = 'ARCHIVED')) then (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end)::text when not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)) then 'BEFORE_JOINING' when ("courses"."status" = 'ARCHIVED') then 'CLOSED' when coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false) then 'OVERDUE' when ((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) then 'CLOSED' when coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) <= $1::timestamptz + interval '168 hours', false) then 'DUE_SOON' else 'LATER' end), count(*) filter (where not ("courses"."status" = 'ARCHIVED') and (not (coalesce((case when "submissions".is_held then 'SUBMITTED' else "submissions".status end) in ('SUBMITTED', 'GRADED'), false) or "assignment_exceptions".excused_at is not null or (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)) and coalesce("submissions".attempt, 0) = 0)) and not ((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false))) and coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) <= $1::timestamptz + interval '168 hours', false))::int, 0::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on ("submissions"."assignment_id" = "assignments"."id" and "submissions"."student_id" = $2)
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $2)
left join "enrolments" on ("enrolments"."course_id" = "assignments"."course_id" and "enrolments"."user_id" = $2::uuid)
where ("assignments"."deleted_at" is null and exists (select
    from course_students member
    where member.course_id = "assignments"."course_id" and member.user_id = $2) and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and ("assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz))))
group by 2;

-- assignments.countMyAssignments
select count(*)::int, (case when "assignments".status = 'DRAFT' then 'DRAFTS' when exists (select 1
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)) then 'TO_GRADE' when ("assignments".status = 'CLOSED' or coalesce(least("assignments".due_at, "assignments".closes_at, "assignments".closed_at) < date_trunc('minute', $1::timestamptz), false)) then 'ENDED' else 'RUNNING' end), 0::int, sum((select count(*)
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)))::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where "assignments"."deleted_at" is null
group by 2;

-- assignments.countMyAssignments and 1 more
select count(*)::int, (case when "assignments".status = 'DRAFT' then 'DRAFTS' when exists (select 1
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)) then 'TO_GRADE' when ("assignments".status = 'CLOSED' or coalesce(least("assignments".due_at, "assignments".closes_at, "assignments".closed_at) < date_trunc('minute', $1::timestamptz), false)) then 'ENDED' else 'RUNNING' end), 0::int, sum((select count(*)
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)))::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where ("assignments"."deleted_at" is null and exists (select
    from course_staff member
    where member.course_id = "assignments"."course_id" and member.user_id = $2))
group by 2;

-- assignments.createAssignment
insert into "assignments" ("id", "course_id", "week_id", "title", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, (select max(other.position) + 1
    from course_items other
    where other.week_id = $5 having bool_or(other.type = 'ASSIGNMENT' and other.position is not null)), $6, $7, $8, default, $9, $10, $11, $12, $13, $14, $15, $16, default, default, $17, default, default, default, default)
returning "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at";

-- assignments.getAssignment
select "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end)
from "assignments"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
left join "submissions" on ("submissions"."assignment_id" = "assignments"."id" and "submissions"."student_id" = $2)
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $2)
left join "enrolments" on ("enrolments"."course_id" = "assignments"."course_id" and "enrolments"."user_id" = $2::uuid)
where "assignments"."id" = $3;

-- assignments.listCourseAssignments
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (count(*) over ())::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on ("submissions"."assignment_id" = "assignments"."id" and "submissions"."student_id" = $2)
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $2)
left join "enrolments" on ("enrolments"."course_id" = "assignments"."course_id" and "enrolments"."user_id" = $2::uuid)
where ("assignments"."deleted_at" is null and "assignments"."course_id" = $3 and ("assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz))))
order by "weeks"."number" asc, (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) asc nulls last, "assignments"."id" asc
limit '21';

-- assignments.listCourseAssignments
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (count(*) over ())::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where ("assignments"."deleted_at" is null and "assignments"."course_id" = $2)
order by "weeks"."number" asc, (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) asc nulls last, "assignments"."id" asc
limit '21';

-- assignments.listCourseAssignments and 2 more
with students as materialized ( select student.course_id, student.user_id
  from course_students student
  where student.course_id = any($1::uuid[]))
select submission.assignment_id as id, json_build_object('submitted', count(*) filter (where submission.attempt > 0), 'toGrade', count(*) filter (where submission.status = 'SUBMITTED'), 'graded', count(*) filter (where submission.status = 'GRADED'), 'late', count(*) filter (where submission.late), 'oldest', (array_agg(json_build_object('submissionId', submission.id, 'submittedAt', to_char(submission.submitted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by submission.submitted_at, submission.student_id) filter (where submission.status = 'SUBMITTED'))[1]) as counts
from submissions submission
where submission.assignment_id = any($2::uuid[]) and ((submission.course_id, submission.student_id) in (select *
    from students)) is true and not exists (select
  from assignment_exceptions exception
  where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)
group by submission.assignment_id;

-- assignments.listMyAssignments
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (count(*) over ())::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on ("submissions"."assignment_id" = "assignments"."id" and "submissions"."student_id" = $2)
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $2)
left join "enrolments" on ("enrolments"."course_id" = "assignments"."course_id" and "enrolments"."user_id" = $2::uuid)
where ("assignments"."deleted_at" is null and exists (select
    from course_students member
    where member.course_id = "assignments"."course_id" and member.user_id = $2) and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and ("assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz))))
order by (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) asc nulls last, "assignments"."id" asc
limit '21';

-- assignments.listMyAssignments
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (count(*) over ())::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where ("assignments"."deleted_at" is null and exists (select
    from course_staff member
    where member.course_id = "assignments"."course_id" and member.user_id = $2))
order by (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) asc nulls last, "assignments"."id" asc
limit '21';

-- assignments.listMyAssignments
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), null
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where "assignments"."deleted_at" is null
order by (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) asc nulls last, "assignments"."id" asc
limit '21';

-- assignments.listMyAssignments
select count(*)::int, '', 0::int, 0::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where "assignments"."deleted_at" is null
group by ();

-- assignments.updateAssignment
update "assignments" set "id" = $1, "questions" = $2, "max_marks" = $3, "status" = $4, "closed_at" = $5, "version" = $6, "questions_version" = $7, "updated_by" = $8, "updated_at" = $9
where "assignments"."id" = $10
returning "id", "course_id", "week_id", "title", "search_text", "position", "instructions", "questions", "max_marks", "weight", "status", "available_from", "due_at", "closes_at", "closed_at", "late_policy", "max_attempts", "hold_marks", "version", "questions_version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at";

-- attendance.checkVideoAttendance
select "session_id", "user_id", "course_id", "week_id", "status", "source", "remark", "marked_by", "marked_at", "position", "watched_ranges", "coverage", "watched_at", "joined_at", "minutes", "matched_by_name", "objected_at", "objection", "replaced", "updated_at"
from "attendance"
where ("attendance"."session_id" = $1 and "attendance"."user_id" = $2);

-- attendance.checkVideoAttendance and 2 more
select "media"."type", "media"."starts_at", "media"."duration_minutes", "media"."join_url", "media"."source" is not null, "media"."duration_seconds", "courses"."require_video", "weeks"."id", "weeks"."published", "weeks"."unlock_at"
from "media"
inner join "weeks" on ("weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is null)
inner join "courses" on "courses"."id" = "media"."course_id"
where ("media"."id" = $1 and "media"."course_id" = $2 and "media"."deleted_at" is null and exists (select
    from "weeks" named
    where named.id = $3 and named.course_id = "media"."course_id"));

-- attendance.exportAttendance and 1 more
select week.course_id as "courseId", week.id as "weekId", week.number as week, session.id, session.title, session.type, to_char(session.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", session.duration_minutes as "durationMinutes", week.starts_on as "startsOn", to_char(session.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endsAt", register.is_marked as "isMarked", (register.is_marked or (session.type <> 'WEEK' and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz::timestamptz)) and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= $1::timestamptz, true))) as held, json_build_object('madeUpAs', course.made_up_as, 'needed', course.needed_attendance) as settings, case when session.register_closed_at is not null then json_build_object('at', to_char(session.register_closed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', case when closer.id is not null then json_build_object('id', closer.id, 'name', closer.name, 'profileImageUrl', '/images/' || closer.profile_image) end) end as closed
from weeks week
join courses course on course.id = week.course_id
cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
  from media media_item
  where media_item.week_id = week.id
  union all
  select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
cross join lateral (select exists (select
    from attendance record
    where record.session_id = session.id and record.status is not null and exists (select
      from course_students student
      where student.course_id = record.course_id and student.user_id = record.user_id
      offset 0)
    offset 0) as is_marked) register
left join users closer on closer.id = session.register_closed_by
where week.course_id = any((select $2)::uuid[]) and week.deleted_at is null and (session.deleted_at is null or register.is_marked)
order by week.number, session.type = 'WEEK', session.starts_at nulls first, session.position, session.id;

-- attendance.exportAttendance and 4 more
select "time_zone"
from "courses"
where "courses"."id" = $1;

-- attendance.getCourseAttendance
select "users"."id", "users"."name", '/images/' || "users"."profile_image", "course_students"."periods", (select student_count
  from "courses"
  where id = $1)
from "course_students"
inner join "users" on ("users"."id" = "course_students"."user_id" and "users"."role" = 'USER' and "users"."deleted_at" is null)
where "course_students"."course_id" = $1
order by "users"."name" asc, "users"."id" asc
limit '21';

-- attendance.getCourseAttendance
select "users"."id", "users"."name", '/images/' || "users"."profile_image", "course_students"."periods", 1
from "course_students"
inner join "users" on ("users"."id" = "course_students"."user_id" and "users"."role" = 'USER' and "users"."deleted_at" is null)
where ("course_students"."course_id" = $1 and "users"."id" = $2)
order by "users"."name" asc, "users"."id" asc
limit '21';

-- attendance.getCourseAttendance and 1 more
select week.course_id as "courseId", week.id as "weekId", week.number as week, session.id, session.title, session.type, to_char(session.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", session.duration_minutes as "durationMinutes", week.starts_on as "startsOn", to_char(session.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endsAt", register.is_marked as "isMarked", (register.is_marked or (session.type <> 'WEEK' and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz::timestamptz)) and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= $1::timestamptz, true))) as held, json_build_object('madeUpAs', course.made_up_as, 'needed', course.needed_attendance) as settings, case when session.register_closed_at is not null then json_build_object('at', to_char(session.register_closed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', case when closer.id is not null then json_build_object('id', closer.id, 'name', closer.name, 'profileImageUrl', '/images/' || closer.profile_image) end) end as closed
from weeks week
join courses course on course.id = week.course_id
cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
  from media media_item
  where media_item.week_id = week.id
  union all
  select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
cross join lateral (select exists (select
    from attendance record
    where record.session_id = session.id and record.status is not null and exists (select
      from course_students student
      where student.course_id = record.course_id and student.user_id = record.user_id
      offset 0)
    offset 0) as is_marked) register
left join users closer on closer.id = session.register_closed_by
where week.course_id = any((select $2)::uuid[]) and week.id = $3 and week.deleted_at is null and (session.deleted_at is null or register.is_marked)
order by week.number, session.type = 'WEEK', session.starts_at nulls first, session.position, session.id;

-- attendance.getCourseAttendance and 3 more
select "attendance"."session_id", "attendance"."user_id", "attendance"."status", "attendance"."source", "attendance"."remark", "attendance"."marked_at", "attendance"."coverage", "attendance"."watched_at", "attendance"."joined_at", "attendance"."minutes", "attendance"."matched_by_name", case when "attendance".objected_at is not null then json_build_object('at', to_char("attendance".objected_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'text', "attendance".objection) end, "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "attendance"
left join "users" on "users"."id" = "attendance"."marked_by"
where ("attendance"."session_id" = any((select $1)::uuid[]) and "attendance"."user_id" = any((select $2)::uuid[]) and ("attendance"."status" is not null or "attendance"."coverage" > 0 or "attendance"."minutes" is not null or "attendance"."objected_at" is not null));

-- attendance.listAttendanceChanges
select "attendance_changes"."id", "users"."id", "users"."name", '/images/' || "users"."profile_image", "attendance_changes"."changed_at", "attendance_changes"."source", "attendance_changes"."old_status", "attendance_changes"."new_status", "attendance_changes"."old_remark", "attendance_changes"."new_remark"
from "attendance_changes"
left join "users" on "users"."id" = "attendance_changes"."changed_by"
where ("attendance_changes"."session_id" = $1 and "attendance_changes"."user_id" = $2 and exists (select
    from "attendance"
    where "attendance"."session_id" = "attendance_changes"."session_id" and "attendance"."user_id" = "attendance_changes"."user_id" and "attendance"."course_id" = $3))
order by "attendance_changes"."id" desc
limit '21';

-- attendance.listAttendanceChanges
select 1
from media
where id = $1::uuid and course_id = $2::uuid
union all
select 1
from weeks
where id = $1::uuid and course_id = $2::uuid;

-- attendance.listOpenRegisters and 1 more
select session.id, session.title, to_char(session.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", class.marked, class.students, (count(*) over ())::int as total
from course_staff staff
join courses course on course.id = staff.course_id
join media session on session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and session.register_closed_at is null and session.starts_at > $1::timestamptz - make_interval(days => '30') and (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') <= $1::timestamptz
join weeks week on week.id = session.week_id and week.deleted_at is null
cross join lateral ( select count(*)::int as students, count(record.status)::int as marked
  from course_students student
  left join attendance record on record.session_id = session.id and record.user_id = student.user_id
  where student.course_id = course.id and ((session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') is null or student.user_id is null or coalesce(student.since <= (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute'), false) or student.periods @> (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute'))) class
where staff.user_id = $2::uuid and course.deleted_at is null and course.status = 'PUBLISHED' and class.marked < class.students
order by session.starts_at, session.id
limit '21';

-- attendance.markBulkAttendance and 1 more
insert into "attendance" ("session_id", "user_id", "course_id", "week_id", "status", "source", "remark", "marked_by", "marked_at", "position", "watched_ranges", "coverage", "watched_at", "joined_at", "minutes", "matched_by_name", "objected_at", "objection", "replaced", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, default, default, default, default, default, default, default, default, default, $10, $11)
on conflict ("session_id","user_id") do update set "status" = excluded.status, "source" = excluded.source, "remark" = excluded.remark, "marked_by" = excluded.marked_by, "marked_at" = excluded.marked_at, "watched_at" = case when excluded.status is not null or coalesce("attendance"."coverage" >= $12, false) then "attendance"."watched_at" end, "objected_at" = $13, "objection" = $14, "replaced" = (case when jsonb_array_length("attendance"."replaced") < $15 then "attendance"."replaced" else "attendance"."replaced" - 0 end) || jsonb_build_object('status', "attendance"."status", 'source', "attendance"."source", 'remark', "attendance"."remark", 'marked_by', "attendance"."marked_by", 'marked_at', "attendance"."marked_at", 'watched_at', "attendance"."watched_at", 'objected_at', "attendance"."objected_at", 'objection', "attendance"."objection")
where not ("attendance"."source" = 'STAFF' and "attendance"."marked_by" <> excluded.marked_by and jsonb_exists($16::jsonb, (excluded.session_id || ' ' || excluded.user_id)) and "attendance"."marked_at" is distinct
  from ($17::jsonb ->> (excluded.session_id || ' ' || excluded.user_id))::timestamptz and coalesce("attendance"."status", $18::jsonb ->> (excluded.session_id || ' ' || excluded.user_id)) is not null and ("attendance"."status", "attendance"."remark") is distinct
  from (excluded.status, excluded.remark))
returning "session_id", "user_id";

-- attendance.markBulkAttendance and 1 more
select "user_id"
from "course_students"
where ("course_students"."course_id" = $1 and "course_students"."user_id" = any($2::uuid[]));

-- attendance.markLiveAttendance
insert into "attendance" ("session_id", "user_id", "course_id", "week_id", "status", "source", "remark", "marked_by", "marked_at", "position", "watched_ranges", "coverage", "watched_at", "joined_at", "minutes", "matched_by_name", "objected_at", "objection", "replaced", "updated_at")
values ($1, $2, $3, $4, $5, $6, default, $7, $8, default, default, default, default, $9, default, default, default, default, default, $10)
on conflict ("session_id","user_id") do update set "status" = case when ("attendance"."minutes" is not null or "attendance"."status" is not null and "attendance"."source" not in ('VIDEO', 'SELF')) then "attendance"."status" else excluded.status end, "source" = case when ("attendance"."minutes" is not null or "attendance"."status" is not null and "attendance"."source" not in ('VIDEO', 'SELF')) then "attendance"."source" else excluded.source end, "marked_by" = case when ("attendance"."minutes" is not null or "attendance"."status" is not null and "attendance"."source" not in ('VIDEO', 'SELF')) then "attendance"."marked_by" else excluded.marked_by end, "marked_at" = case when ("attendance"."minutes" is not null or "attendance"."status" is not null and "attendance"."source" not in ('VIDEO', 'SELF')) then "attendance"."marked_at" else excluded.marked_at end, "joined_at" = coalesce("attendance"."joined_at", excluded.joined_at)
where not ("attendance"."minutes" is not null or "attendance"."status" is not null and "attendance"."source" not in ('VIDEO', 'SELF')) or "attendance"."joined_at" is null;

-- attendance.markVideoAttendance
insert into "attendance" ("session_id", "user_id", "course_id", "week_id", "status", "source", "remark", "marked_by", "marked_at", "position", "watched_ranges", "coverage", "watched_at", "joined_at", "minutes", "matched_by_name", "objected_at", "objection", "replaced", "updated_at")
values ($1, $2, $3, $4, default, 'VIDEO', default, default, default, default, default, default, default, default, default, default, default, default, default, $5)
on conflict do nothing;

-- attendance.markVideoAttendance
select "session_id", "user_id", "course_id", "week_id", "status", "source", "remark", "marked_by", "marked_at", "position", "watched_ranges", "coverage", "watched_at", "joined_at", "minutes", "matched_by_name", "objected_at", "objection", "replaced", "updated_at"
from "attendance"
where ("attendance"."session_id" = $1 and "attendance"."user_id" = $2)
for update;

-- attendance.markVideoAttendance
update "attendance" set "status" = $1, "source" = $2, "marked_by" = $3, "marked_at" = $4, "position" = $5, "watched_ranges" = $6, "coverage" = $7, "watched_at" = $8, "updated_at" = $9
where ("attendance"."session_id" = $10 and "attendance"."user_id" = $11);

-- attendance.undoAttendance
select set_config('lms.actor', $1, true);

-- attendance.undoAttendance
update "attendance" set "status" = (("attendance"."replaced" -> -1) ->> 'status'), "source" = (("attendance"."replaced" -> -1) ->> 'source'), "remark" = (("attendance"."replaced" -> -1) ->> 'remark'), "marked_by" = (("attendance"."replaced" -> -1) ->> 'marked_by')::uuid, "marked_at" = (("attendance"."replaced" -> -1) ->> 'marked_at')::timestamptz, "watched_at" = coalesce("attendance"."watched_at", (("attendance"."replaced" -> -1) ->> 'watched_at')::timestamptz), "objected_at" = coalesce("attendance"."objected_at", (("attendance"."replaced" -> -1) ->> 'objected_at')::timestamptz), "objection" = coalesce("attendance"."objection", (("attendance"."replaced" -> -1) ->> 'objection')), "replaced" = "attendance"."replaced" - -1
where ("attendance"."session_id", "attendance"."user_id") in (select session_id, user_id
  from attendance
  where (session_id, user_id) in (select *
    from unnest($1::uuid[], $2::uuid[])) and ("attendance"."week_id" = $3 and "attendance"."source" = $4 and "attendance"."marked_by" = $5 and "attendance"."marked_at" = $6 and jsonb_array_length("attendance"."replaced") > 0)
  order by session_id, user_id
  for update)
returning "session_id", "user_id";

-- attendance.updateAttendanceSettings
update "courses" set "needed_attendance" = "courses"."needed_attendance", "made_up_as" = $1
where "courses"."id" = $2
returning "made_up_as", "needed_attendance";

-- attendance.updateRegister
insert into attendance (session_id, user_id, course_id, week_id, status, source, marked_by, marked_at, updated_at, replaced)
select session.id, student.user_id, session.course_id, session.week_id, 'ABSENT', 'REGISTER', $1::uuid, $2::timestamptz, $3::timestamptz, $4::jsonb
from media session
join course_students student on student.course_id = session.course_id and ((session.starts_at + coalesce(session.duration_minutes, $5) * interval '1 minute') is null or student.user_id is null or coalesce(student.since <= (session.starts_at + coalesce(session.duration_minutes, $6) * interval '1 minute'), false) or student.periods @> (session.starts_at + coalesce(session.duration_minutes, $7) * interval '1 minute'))
where session.id = $8 and not exists ( select
  from attendance record
  where record.session_id = session.id and record.user_id = student.user_id and record.status is not null)
order by student.user_id
on conflict (session_id, user_id) do update set status = excluded.status, source = excluded.source, remark = null, marked_by = excluded.marked_by, marked_at = excluded.marked_at, replaced = (case when jsonb_array_length("attendance"."replaced") < $9 then "attendance"."replaced" else "attendance"."replaced" - 0 end) || jsonb_build_object('status', "attendance"."status", 'source', "attendance"."source", 'remark', "attendance"."remark", 'marked_by', "attendance"."marked_by", 'marked_at', "attendance"."marked_at", 'watched_at', "attendance"."watched_at", 'objected_at', "attendance"."objected_at", 'objection', "attendance"."objection")
where attendance.status is null;

-- attendance.updateRegister
select "media"."register_closed_at", "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "media"
left join "users" on "users"."id" = "media"."register_closed_by"
where "media"."id" = $1;

-- attendance.updateRegister
select "starts_at", "register_closed_at"
from "media"
where ("media"."id" = $1 and "media"."course_id" = $2 and "media"."type" = $3 and "media"."deleted_at" is null)
for update;

-- attendance.updateRegister
update "media" set "register_closed_at" = $1, "register_closed_by" = $2
where "media"."id" = $3;

-- auth.acceptInvitation
select "one_time_tokens"."id", "users"."id", "users"."email"
from "one_time_tokens"
inner join "users" on "users"."id" = "one_time_tokens"."user_id"
where ("one_time_tokens"."token_hash" = $1 and "one_time_tokens"."kind" = $2 and "one_time_tokens"."expires_at" > $3 and "users"."status" = $4 and "users"."deleted_at" is null);

-- auth.acceptInvitation and 1 more
update "users" set "password_hash" = $1, "status" = case when "users"."status" = 'INVITED' then 'ACTIVE' else "users"."status" end
where "users"."id" = $2;

-- auth.acceptInvitation and 2 more
delete
from "one_time_tokens"
where ("one_time_tokens"."user_id" = $1 and "one_time_tokens"."kind" <> $2);

-- auth.acceptInvitation and 2 more
update "otp_codes" set "used_at" = now()
where "otp_codes"."email" in (select "email"
  from "users"
  where "users"."id" = $1);

-- auth.acceptInvitation and 2 more
with "inserted" as (insert into "sessions" ("id", "token_hash", "user_id", "created_at", "last_used_at", "expires_at", "ip", "user_agent")
  values ($1, $2, $3, $4::timestamptz, $4::timestamptz, $5, $6, $7)), "ended" as (delete
  from "sessions"
  where "sessions"."id" in (select "id"
    from "sessions"
    where "sessions"."user_id" = $8
    order by "sessions"."last_used_at" desc, "sessions"."id" desc
    offset '49')), "remembered" as (insert into "sign_in_sources" ("user_id", "source", "last_sign_in_at")
  select $8::uuid, source, $4::timestamptz
  from unnest($9::text[]) source
  on conflict ("user_id","source") do update set "last_sign_in_at" = excluded.last_sign_in_at) update "users" set "last_seen_at" = $4::timestamptz
where "users"."id" = $8
returning "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at", "preferences";

-- auth.acceptInvitation and 3 more
delete
from "calendar_feeds"
where "calendar_feeds"."user_id" = $1;

-- auth.acceptInvitation and 3 more
delete
from "one_time_tokens"
where ("one_time_tokens"."id" = $1 and "one_time_tokens"."expires_at" > $2)
returning "id";

-- auth.acceptInvitation and 3 more
delete
from "sessions"
where "sessions"."user_id" = $1;

-- auth.acceptInvitation and 4 more
select "id", "password_hash", "status", "email"
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null) for no key update;

-- auth.acceptInvitation and 5 more
insert into user_changes (user_id, changed_by, changed_at, field, before, after)
select account.id, $1::uuid, $2::timestamptz, change.field, change.before, change.after
from users account
cross join lateral (values ('NAME', account.name::text, $3::text), ('EMAIL', account.email, $4), ('ROLE', account.role, $5), ('STATUS', account.status, $6)) change (field, before, after)
where account.id = $7 and change.before <> change.after;

-- auth.generateOtp and 17 more
select count(*)
from graphile_worker.add_jobs(array( select row($1::text, payload, $2::text, coalesce($3::timestamptz, now() + $4::float8 * interval '1 ms'), $5::smallint, $6::text, $7::smallint, null)::graphile_worker.job_spec
    from json_array_elements($8::json) payload));

-- auth.generateOtp and 2 more
select "sign_in_sources"."source"
from "sign_in_sources"
inner join "users" on "users"."id" = "sign_in_sources"."user_id"
where ("users"."email" = $1 and "sign_in_sources"."source" = any($2::text[]) and "sign_in_sources"."last_sign_in_at" > $3);

-- auth.getSession
select "users"."id", "users"."role", "sessions"."id", "sessions"."last_used_at" < $1::timestamptz - make_interval(secs => '60'), "users"."id", "users"."name", "users"."email", "users"."role", "users"."profile_image", '/images/' || "users"."profile_image", "users"."status", "users"."time_zone", "users"."created_at", "users"."last_seen_at", "users"."preferences", (select count(*)::int
  from ( select distinct notice.group_key
    from notices notice
    join users account on account.id = notice.user_id
    left join courses course on course.id = notice.course_id
    where notice.user_id = "users"."id" and notice.read_at is null and (notice.course_id is null or course.deleted_at is null and (notice.kind = 'FORM' or (account.role in ('ADMIN', 'SUPER_ADMIN') or ((course.status <> 'DRAFT' and not course.is_archived_draft) or account.role <> 'USER') and exists ( select
            from memberships membership
            where membership.course_id = course.id and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE'
            offset 0)))) and not exists (select
      from discussions discussion
      where discussion.id = (notice.subject ->> 'discussionId')::uuid and discussion.deleted_at is not null
      offset 0) and not exists (select
      from assignments assignment
      where assignment.id = (notice.subject ->> 'assignmentId')::uuid and assignment.deleted_at is not null
      offset 0) and not exists (select
      from media media_item
      where media_item.id = (notice.subject ->> 'mediaId')::uuid and media_item.deleted_at is not null
      offset 0) and (not (exists (select
          from comments comment
          where comment.id = (notice.subject ->> 'commentId')::uuid and comment.deleted_at is not null
          offset 0) or (notice.kind = 'RESPONSE' and not exists (select
            from signup_forms form
            join signup_responses response on response.form_id = form.id
            where form.course_id = notice.course_id and response.user_id = notice.actor_id and response.status = 'PENDING'
            offset 0))) or exists (select
        from comments reply
        where notice.kind = 'REPLY' and reply.discussion_id = (notice.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
          from comments own
          where own.id = (notice.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(notice.read_at, 'infinity') and reply.author_id <> notice.user_id and reply.deleted_at is null))
    limit 100) unread)
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where ("sessions"."token_hash" = $2 and "sessions"."expires_at" > $1 and "sessions"."last_used_at" > $1::timestamptz - make_interval(days => '7') and "users"."status" = 'ACTIVE' and "users"."deleted_at" is null);

-- auth.getSignInOptions and 1 more
select "id"
from "users"
where ("users"."role" = $1 and "users"."deleted_at" is null)
limit $2;

-- auth.getSignInOptions and 7 more
select "name"
from "school";

-- auth.listSessions
select "id", "created_at", "last_used_at", "user_agent", "ip"
from "sessions"
where ("sessions"."user_id" = $1 and "sessions"."expires_at" > $2 and "sessions"."last_used_at" > $3)
order by "sessions"."last_used_at" desc, "sessions"."id" desc
limit $4;

-- auth.listSessions
select count(*)::int
from "sessions"
where ("sessions"."user_id" = $1 and "sessions"."expires_at" > $2 and "sessions"."last_used_at" > $3);

-- auth.login
select "id", "password_hash", "status"
from "users"
where "users"."email" = $1;

-- auth.logout and 1 more
delete
from "sessions"
where ("sessions"."id" = $1 and "sessions"."user_id" = $2)
returning "id";

-- auth.register
insert into "users" ("id", "name", "email", "password_hash", "role", "status", "profile_image", "time_zone", "preferences", "is_demo", "version", "created_at", "last_seen_at", "deleted_at")
values ($1, $2, $3, $4, default, default, default, default, default, default, default, default, default, default)
on conflict ("email") do nothing
returning "id";

-- auth.register
select count(*) as count
from "one_time_tokens"
where ("one_time_tokens"."address" = $1 and kind = 'STOP_EMAIL' and "one_time_tokens"."expires_at" > $2);;

-- auth.removeOtherSessions
delete
from "sessions"
where ("sessions"."user_id" = $1 and "sessions"."id" <> $2);

-- auth.resetPassword
insert into "sign_in_sources" ("user_id", "source", "last_sign_in_at")
select $1::uuid, source, $2::timestamptz
from unnest($3::text[]) source
on conflict ("user_id","source") do update set "last_sign_in_at" = excluded.last_sign_in_at;

-- auth.resetPassword
select "one_time_tokens"."id", "users"."id", "users"."email"
from "one_time_tokens"
inner join "users" on "users"."id" = "one_time_tokens"."user_id"
where ("one_time_tokens"."token_hash" = $1 and "one_time_tokens"."kind" = $2 and "one_time_tokens"."expires_at" > $3 and "users"."status" <> $4 and "users"."deleted_at" is null);

-- auth.resetPassword and 6 more
insert into emails (id, batch_id, user_id, to_address, kind, subject, html, text, reply_to, sender_id, created_at)
select recipient.id, $1::uuid, recipient.user_id, recipient.address, $2, replace(replace(replace(replace(replace(replace($3::text, $4, recipient.reason), $5, recipient."link"), $6, recipient.address_full_name), $7, recipient.address_name), $8, recipient."full_name"), $9, recipient."name"), replace(replace(replace(replace(replace(replace($10::text, $11, recipient.reason), $12, recipient."html_link"), $13, recipient.address_full_name), $14, recipient.address_name), $15, recipient."html_full_name"), $16, recipient."html_name"), replace(replace(replace(replace(replace(replace($17::text, $18, recipient.reason), $19, recipient."link"), $20, recipient.address_full_name), $21, recipient.address_name), $22, recipient."full_name"), $23, recipient."name"), $24, $25::uuid, $26::timestamptz
from unnest( $27::uuid[], $28::uuid[], $29::text[], $30::text[], $31::text[], $32::text[], $33::text[], $34::text[], $35::text[], $36::text[], $37::text[], $38::text[] ) recipient (id, user_id, address, name, full_name, link, reason, html_name, html_full_name, html_link, address_name, address_full_name)
on conflict (batch_id, user_id) do nothing
returning id;

-- auth.verifyOtp
insert into otp_codes (email, source, salt, code_hash, created_at, expires_at)
select $1, $2, '', '', $3::timestamptz, $4::timestamptz
where not exists (select "email"
  from "otp_codes"
  where ("otp_codes"."email" = $5 and "otp_codes"."expires_at" > $6))
on conflict (email, source) do update set salt = '', code_hash = '', attempts = 0, attempts_elsewhere = 0, used_at = null, created_at = excluded.created_at, expires_at = excluded.expires_at
where otp_codes.expires_at <= $7::timestamptz;

-- auth.verifyOtp
select case when "otp_codes"."source" = $1 then "otp_codes"."attempts" else "otp_codes"."attempts_elsewhere" end, "otp_codes"."code_hash" = encode(sha256(convert_to("otp_codes"."salt" || $2::text, 'UTF8')), 'hex') and "otp_codes"."used_at" is null, "users"."id"
from "otp_codes"
left join "users" on ("users"."email" = "otp_codes"."email" and "users"."status" <> $3)
where ("otp_codes"."email" = $4 and "otp_codes"."expires_at" > $5)
order by "otp_codes"."source"
for update of "otp_codes";

-- auth.verifyOtp
update "otp_codes" set "attempts" = "otp_codes"."attempts" + ("otp_codes"."source" = $1)::int, "attempts_elsewhere" = "otp_codes"."attempts_elsewhere" + (not "otp_codes"."source" = $2)::int, "used_at" = $3
where ("otp_codes"."email" = $4 and "otp_codes"."expires_at" > $5);

-- auth.verifyOtp and 4 more
insert into one_time_tokens (id, user_id, kind, token_hash, created_at, expires_at)
select token.id, token.user_id, $1, token.token_hash, $2::timestamptz, $3::timestamptz
from unnest( $4::uuid[], $5::uuid[], $6::text[] ) token (id, user_id, token_hash)
on conflict (user_id, kind)
where kind <> 'STOP_EMAIL' do update set id = excluded.id, token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at;

-- calendar.getCalendarAddress
select "user_id", "token", "created_at", "last_read_at"
from "calendar_feeds"
where "calendar_feeds"."user_id" = $1;

-- calendar.getCalendarFeed
select "assignments"."id", "assignments"."title", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), "courses"."id", "courses"."title", "weeks"."id"
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
inner join "assignments" on "assignments"."course_id" = "courses"."id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $1)
left join "enrolments" on ("memberships"."role" = $2 and ("enrolments"."course_id" = "courses"."id" and "enrolments"."user_id" = $3))
where (("memberships"."user_id" = $4 and "memberships"."role" = $5 and "memberships"."status" = $6 and "courses"."deleted_at" is null and "weeks"."deleted_at" is null and (("courses"."status" <> $7 and "courses"."is_archived_draft" = $8) and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $9::timestamptz)))) and "assignments"."status" <> $10 and "assignments"."deleted_at" is null and not ("assignment_exceptions"."excused_at" is not null) and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)) and (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > $11)
order by (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < $12::timestamptz, abs(extract(epoch
    from (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) - $13::timestamptz)), "assignments"."id" asc
limit $14;

-- calendar.getCalendarFeed
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."revision", "courses"."id", "courses"."title", "weeks"."id"
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
inner join "media" on "media"."course_id" = "courses"."id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where (("memberships"."user_id" = $1 and "memberships"."role" = $2 and "memberships"."status" = $3 and "courses"."deleted_at" is null and "weeks"."deleted_at" is null and (("courses"."status" <> $4 and "courses"."is_archived_draft" = $5) and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $6::timestamptz)))) and "media"."type" = $7 and "media"."deleted_at" is null and "media"."starts_at" > $8)
order by "media"."starts_at" < $9::timestamptz, abs(extract(epoch
    from "media"."starts_at" - $10::timestamptz)), "media"."id" asc
limit $11;

-- calendar.getCalendarFeed
select "users"."id", "users"."role"
from "calendar_feeds"
inner join "users" on "users"."id" = "calendar_feeds"."user_id"
where ("calendar_feeds"."token" = $1 and "users"."status" = $2 and "users"."deleted_at" is null);

-- calendar.getCalendarFeed
update "calendar_feeds" set "last_read_at" = $1
where ("calendar_feeds"."user_id" = $2 and ("calendar_feeds"."last_read_at" is null or "calendar_feeds"."last_read_at" < $3));

-- calendar.getSessionEvent
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."time_zone", "media"."revision", "courses"."id", "courses"."title", "weeks"."id", "weeks"."published", "weeks"."unlock_at"
from "media"
inner join "courses" on "courses"."id" = "media"."course_id"
left join "weeks" on ("weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is null)
where ("media"."id" = $1 and "media"."course_id" = $2 and "media"."type" = $3 and "media"."deleted_at" is null);

-- calendar.listMySessions
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."source" is not null, "media"."join_url" is not null, null, false, "courses"."id", "courses"."title", "weeks"."id", (count(*) over ())::int
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
inner join "media" on "media"."course_id" = "courses"."id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where (("memberships"."user_id" = $1 and "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE' and "courses"."deleted_at" is null and "weeks"."deleted_at" is null and (("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz)))) and "media"."type" = 'LIVE' and "media"."deleted_at" is null and "media"."starts_at" is not null and "media"."starts_at" >= $3)
order by "media"."starts_at" asc, "media"."id" asc
limit '21';

-- calendar.listMySessions and 1 more
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."source" is not null, "media"."join_url" is not null, "media"."join_url", "media"."start_url" is not null, "courses"."id", "courses"."title", "weeks"."id", (count(*) over ())::int
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
inner join "media" on "media"."course_id" = "courses"."id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where (("memberships"."user_id" = $1 and "memberships"."role" = 'TRAINER' and "memberships"."status" = 'ACTIVE' and "courses"."deleted_at" is null and "weeks"."deleted_at" is null) and "media"."type" = 'LIVE' and "media"."deleted_at" is null and "media"."starts_at" is not null and "media"."starts_at" >= $2)
order by "media"."starts_at" asc, "media"."id" asc
limit '21';

-- calendar.listMySessions and 1 more
select "media"."id", count("attendance"."user_id"), count("course_students"."user_id")
from "media"
left join "course_students" on ("course_students"."course_id" = "media"."course_id" and "course_students"."course_id" = any((select $1)::uuid[]))
left join "attendance" on ("attendance"."session_id" = "media"."id" and "attendance"."user_id" = "course_students"."user_id" and "attendance"."status" is not null)
where "media"."id" = any((select $2)::uuid[])
group by "media"."id";

-- calendar.resetCalendarAddress
insert into "calendar_feeds" ("user_id", "token", "created_at", "last_read_at")
values ($1, $2, $3, $4)
on conflict ("user_id") do update set "token" = $5, "created_at" = $6, "last_read_at" = $7
returning "user_id", "token", "created_at", "last_read_at";

-- courseEmails.cancelCourseEmail
delete
from "course_emails"
where "course_emails"."id" = $1;

-- courseEmails.cancelCourseEmail and 2 more
select "id", "course_id", "sender_id", "subject", "body", "audience", "state", "cancel_reason", "waiting", "send_at", "show_until", "recipients", "left_out", "planned", "added", "dropped", "created_at"
from "course_emails"
where "course_emails"."id" = $1
for update;

-- courseEmails.getCourseEmail and 4 more
select "course_emails"."id", "course_emails"."course_id", "course_emails"."sender_id", "course_emails"."subject", "course_emails"."body", "course_emails"."audience", "course_emails"."state", "course_emails"."cancel_reason", "course_emails"."waiting", "course_emails"."send_at", "course_emails"."show_until", "course_emails"."recipients", "course_emails"."left_out", "course_emails"."planned", "course_emails"."added", "course_emails"."dropped", "course_emails"."created_at", "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "course_emails"
inner join "users" on "users"."id" = "course_emails"."sender_id"
where ("course_emails"."id" = $1 and "course_emails"."course_id" = $2);

-- courseEmails.getCourseEmail and 4 more
select message.id, count(*) filter (where email.state = 'QUEUED')::int + case when message.cancel_reason is null then cardinality(message.waiting) else 0 end as queued, count(*) filter (where email.state = 'SENT')::int as sent, count(*) filter (where email.state = 'FAILED')::int + case when message.cancel_reason is null then 0 else cardinality(message.waiting) end as failed, count(*) filter (where email.state = 'SKIPPED')::int as "leftOut"
from course_emails message
left join emails email on email.batch_id = message.id
where message.id = any((select $1)::uuid[])
group by message.id;

-- courseEmails.getPictureUrls
select picture.key
from unnest($1::text[]) picture (key)
where exists (select
  from course_emails message
  where message.course_id = $2 and (message.body like '%<img data-key=%' and image_keys(message.body) @> array[picture.key]) );

-- courseEmails.getPictureUrls and 1 more
select "key"
from "files"
where ("files"."owner_id" = $1 and "files"."status" = $2 and "files"."key" = any($3::text[]) and not exists (select 1
    from "uploads"
    where "uploads"."key" = "files"."key" and "uploads"."status" = 'OPEN'));

-- courseEmails.getPictureUrls and 1 more
select "key", "owner_id", "content_type", "name", "size", "announced_size", "duration_seconds", "status", "busy_until", "created_at"
from "files"
where ("files"."owner_id" = $1 and "files"."key" = any($2::text[]))
order by "files"."key" for key share;

-- courseEmails.getSubscription and 1 more
select "courses"."title", "email_opt_outs"."user_id" is not null
from "courses"
inner join "users" on ("users"."id" = $1 and "users"."deleted_at" is null)
left join "email_opt_outs" on ("email_opt_outs"."user_id" = $2 and "email_opt_outs"."course_id" = $3)
where ("courses"."id" = $4 and "courses"."deleted_at" is null);

-- courseEmails.getSubscription and 2 more
select "key"
from "signing_key";

-- courseEmails.listAnnouncements
select "course_emails"."id", "courses"."id", "courses"."title", "course_emails"."subject", "course_emails"."body", (select sender.name
  from users sender
  where sender.id = "course_emails"."sender_id"), "course_emails"."send_at", to_char(("course_emails"."show_until" + 1)::timestamp at time zone "courses"."time_zone" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), "users"."name"
from "course_emails"
inner join "courses" on "courses"."id" = "course_emails"."course_id"
inner join "users" on "users"."id" = $1
where ("courses"."id" in (select "course_id"
    from "memberships"
    where ("memberships"."user_id" = $1 and "memberships"."role" = 'TRAINER' and "memberships"."status" = 'ACTIVE')) and "courses"."deleted_at" is null and "course_emails"."state" = 'SENT' and ($2::timestamptz at time zone "courses"."time_zone")::date <= "course_emails"."show_until")
order by "course_emails"."send_at" desc, "course_emails"."id" desc
limit '20';

-- courseEmails.listAnnouncements and 1 more
select "course_emails"."id", "courses"."id", "courses"."title", "course_emails"."subject", "course_emails"."body", (select sender.name
  from users sender
  where sender.id = "course_emails"."sender_id"), "course_emails"."send_at", to_char(("course_emails"."show_until" + 1)::timestamp at time zone "courses"."time_zone" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), "users"."name"
from "course_emails"
inner join "courses" on "courses"."id" = "course_emails"."course_id"
inner join "users" on "users"."id" = $1
where ("courses"."id" in (select "course_id"
    from "memberships"
    where ("memberships"."user_id" = $1 and "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE')) and "courses"."deleted_at" is null and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and "course_emails"."state" = 'SENT' and ($2::timestamptz at time zone "courses"."time_zone")::date <= "course_emails"."show_until")
order by "course_emails"."send_at" desc, "course_emails"."id" desc
limit '20';

-- courseEmails.listCourseAnnouncements
select "course_emails"."id", "courses"."id", "courses"."title", "course_emails"."subject", "course_emails"."body", (select sender.name
  from users sender
  where sender.id = "course_emails"."sender_id"), "course_emails"."send_at", to_char(("course_emails"."show_until" + 1)::timestamp at time zone "courses"."time_zone" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), "users"."name"
from "course_emails"
inner join "courses" on "courses"."id" = "course_emails"."course_id"
inner join "users" on "users"."id" = $1
where ("course_emails"."course_id" = $2 and "course_emails"."state" = 'SENT' and "course_emails"."show_until" is not null)
order by "course_emails"."send_at" desc, "course_emails"."id" desc
limit '21';

-- courseEmails.listCourseAnnouncements
select count(*)::int
from "course_emails"
where ("course_emails"."course_id" = $1 and "course_emails"."state" = 'SENT' and "course_emails"."show_until" is not null);

-- courseEmails.listCourseEmails
select "course_emails"."id", "course_emails"."course_id", "course_emails"."sender_id", "course_emails"."subject", "course_emails"."body", "course_emails"."audience", "course_emails"."state", "course_emails"."cancel_reason", "course_emails"."waiting", "course_emails"."send_at", "course_emails"."show_until", "course_emails"."recipients", "course_emails"."left_out", "course_emails"."planned", "course_emails"."added", "course_emails"."dropped", "course_emails"."created_at", "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "course_emails"
inner join "users" on "users"."id" = "course_emails"."sender_id"
where "course_emails"."course_id" = $1
order by "course_emails"."send_at" desc, "course_emails"."id" desc
limit '21';

-- courseEmails.listCourseEmails
select (select count(*)::int
  from emails email
  join course_emails message on message.id = email.batch_id
  where message.course_id = $1 and email.state = 'FAILED') + (select coalesce(sum(case when message.cancel_reason is null then 0 else cardinality(message.waiting) end), 0)::int
  from course_emails message
  where message.course_id = $1 and message.waiting <> '{}') as failed;

-- courseEmails.listCourseEmails
select count(*)::int
from "course_emails"
where "course_emails"."course_id" = $1;

-- courseEmails.listCourseSubscriptions and 2 more
select "courses"."id", "courses"."title", "email_opt_outs"."user_id" is not null
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
left join "email_opt_outs" on ("email_opt_outs"."user_id" = "memberships"."user_id" and "email_opt_outs"."course_id" = "courses"."id")
where (("memberships"."user_id" = $1 and "memberships"."role" = $2 and "memberships"."status" = $3) and "courses"."deleted_at" is null and ("courses"."status" <> $4 and "courses"."is_archived_draft" = $5))
order by "courses"."title", "courses"."id";

-- courseEmails.listCourseSubscriptions and 2 more
select "courses"."id", "courses"."title", "email_opt_outs"."user_id" is not null
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
left join "email_opt_outs" on ("email_opt_outs"."user_id" = "memberships"."user_id" and "email_opt_outs"."course_id" = "courses"."id")
where (("memberships"."user_id" = $1 and "memberships"."role" = $2 and "memberships"."status" = $3) and "courses"."deleted_at" is null)
order by "courses"."title", "courses"."id";

-- courseEmails.listDeliveries
select count(*)::int as total
from ( select email.user_id, email.id as mail_id, case email.state when 'SKIPPED' then 'LEFT_OUT' else email.state end as state, email.to_address, case when email.state = 'SKIPPED' then email.last_error end as reason, case when email.state in ('QUEUED', 'FAILED') then email.last_error end as answer, email.delayed_by, email.sent_at
  from emails email
  where email.batch_id = $1 and email.user_id is not null
  union all
  select waiting_user.user_id, null, case when message.cancel_reason is null then 'QUEUED' else 'FAILED' end, null, null, message.cancel_reason, null, null
  from course_emails message
  cross join unnest(message.waiting) waiting_user (user_id)
  where message.id = $1
  union all
  select (omitted ->> 'userId')::uuid, null, 'LEFT_OUT', null, omitted ->> 'reason', null, null, null
  from course_emails message
  cross join jsonb_array_elements(message.left_out) omitted
  where message.id = $1) delivery;

-- courseEmails.listDeliveries
select json_build_object('id', account.id, 'name', account.name, 'profileImageUrl', '/images/' || account.profile_image, 'email', coalesce(delivery.to_address, account.email)) as person, delivery.state, delivery.reason, delivery.answer, delivery.delayed_by as "delayedBy", to_char(delivery.sent_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt", to_char((select job.run_at
    from graphile_worker.jobs job
    where delivery.state = 'QUEUED' and job.key = 'mail:'::text || delivery.mail_id) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "nextAttemptAt"
from (select delivery.*
  from ( select email.user_id, email.id as mail_id, case email.state when 'SKIPPED' then 'LEFT_OUT' else email.state end as state, email.to_address, case when email.state = 'SKIPPED' then email.last_error end as reason, case when email.state in ('QUEUED', 'FAILED') then email.last_error end as answer, email.delayed_by, email.sent_at
    from emails email
    where email.batch_id = $1 and email.user_id is not null
    union all
    select waiting_user.user_id, null, case when message.cancel_reason is null then 'QUEUED' else 'FAILED' end, null, null, message.cancel_reason, null, null
    from course_emails message
    cross join unnest(message.waiting) waiting_user (user_id)
    where message.id = $1
    union all
    select (omitted ->> 'userId')::uuid, null, 'LEFT_OUT', null, omitted ->> 'reason', null, null, null
    from course_emails message
    cross join jsonb_array_elements(message.left_out) omitted
    where message.id = $1) delivery
  join users account on account.id = delivery.user_id
  order by array_position(array['FAILED', 'QUEUED', 'LEFT_OUT', 'SENT'], delivery.state), account.name, account.id
  limit '21') delivery
join users account on account.id = delivery.user_id
order by array_position(array['FAILED', 'QUEUED', 'LEFT_OUT', 'SENT'], delivery.state), account.name, account.id;

-- courseEmails.previewAudience
select course.student_count as students, (select count(*)::int
  from course_staff member
  join users account on account.id = member.user_id
  where member.course_id = $1) as trainers, (select count(*)::int
  from memberships member
  join users account on account.id = member.user_id and account.deleted_at is null and member.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
  where member.course_id = $2 and member.status in ('PENDING', 'WAITLISTED') and member.status = 'PENDING') as pending
from courses course
where course.id = $3;

-- courseEmails.previewAudience
with audience as materialized (select *, coalesce(reason, why) as word
  from ( select found.id, found.why, found.name, found.email, found.profile_image, found.last_seen_at, found.part, found.search_text, case when found.why = 'ME' then null when found.status = 'SUSPENDED' then 'SUSPENDED' when found.status = 'INVITED' then 'INVITED' when opt_out.user_id is not null then 'OPTED_OUT' end as reason
    from (select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $1::text, $2) as announcements, $3::text as part, $4::text as why
      from course_students member
      join users account on account.id = member.user_id
      where member.course_id = $5 and true) found
    left join email_opt_outs opt_out on opt_out.user_id = found.id and opt_out.course_id = $6
    where found.id <> all($7::uuid[])) selected), groups as (select word, count(*)::int as count
  from audience
  group by word)
select word, count, coalesce(( select json_agg(json_build_object('id', id, 'name', name, 'email', email, 'profileImageUrl', '/images/' || profile_image, 'lastSeenAt', to_char(last_seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'part', part)
      order by name, id)
    from (select *
      from audience member
      where member.word = one.word
      order by member.name, member.id
      limit $8) first), '[]') as people
from groups one
order by count desc, word;

-- courseEmails.previewAudience and 1 more
select id::text as value
from assignments
where id = any($1::uuid[]) and course_id = $2 and deleted_at is null
union all
select id::text
from weeks
where id = any($3::uuid[]) and course_id = $4 and deleted_at is null
union all
select id::text
from media
where id = any($5::uuid[]) and course_id = $6 and deleted_at is null
union all
select chosen.id::text
from (select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $7::text, $8) as announcements, $9::text as part, 'CHOSEN'::text as why
  from course_students member
  join users account on account.id = member.user_id
  where member.course_id = $10 and account.id = any($11::uuid[])
  union all
  select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $12::text, $13) as announcements, $14::text as part, 'CHOSEN'::text as why
  from course_staff member
  join users account on account.id = member.user_id
  where member.course_id = $15 and account.id = any($16::uuid[])
  union all
  select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $17::text, $18) as announcements, $19::text as part, 'CHOSEN'::text as why
  from memberships member
  join users account on account.id = member.user_id and account.deleted_at is null and member.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
  where member.course_id = $20 and member.status in ('PENDING', 'WAITLISTED') and account.id = any($21::uuid[])) chosen
union all
select chosen.email
from (select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $22::text, $23) as announcements, $24::text as part, 'CHOSEN'::text as why
  from course_students member
  join users account on account.id = member.user_id
  where member.course_id = $25 and account.email = any($26::text[])
  union all
  select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $27::text, $28) as announcements, $29::text as part, 'CHOSEN'::text as why
  from course_staff member
  join users account on account.id = member.user_id
  where member.course_id = $30 and account.email = any($31::text[])
  union all
  select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $32::text, $33) as announcements, $34::text as part, 'CHOSEN'::text as why
  from memberships member
  join users account on account.id = member.user_id and account.deleted_at is null and member.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
  where member.course_id = $35 and member.status in ('PENDING', 'WAITLISTED') and account.email = any($36::text[])) chosen;

-- courseEmails.retryDeliveries
update emails set state = 'QUEUED', to_address = coalesce((select email
    from users
    where id = user_id), to_address), last_error = null, delayed_by = null, created_at = $1::timestamptz
where batch_id = $2 and state = 'FAILED'
returning id, attempts as attempt;

-- courseEmails.sendCourseEmailNow
update "course_emails" set "send_at" = $1
where "course_emails"."id" = $2;

-- courseEmails.sendMails
insert into "course_emails" ("id", "course_id", "sender_id", "subject", "body", "audience", "state", "cancel_reason", "waiting", "send_at", "show_until", "recipients", "left_out", "planned", "added", "dropped", "created_at")
values ($1, $2, $3, $4, $5, $6, default, default, default, $7, $8, $9, default, default, default, default, $10)
returning "id";

-- courseEmails.sendMails
select id as "userId", name, email, part, reason
from ( select found.id, found.why, found.name, found.email, found.profile_image, found.last_seen_at, found.part, found.search_text, case when found.why = 'ME' then null when found.status = 'SUSPENDED' then 'SUSPENDED' when found.status = 'INVITED' then 'INVITED' when opt_out.user_id is not null then 'OPTED_OUT' end as reason
  from (select distinct on (id) *
    from (select *, $1::int as place
      from (select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $2::text, $3) as announcements, $4::text as part, $5::text as why
        from course_students member
        join users account on account.id = member.user_id
        where member.course_id = $6 and true) selected
      union all
      select *, $7::int as place
      from (select account.id, account.name, account.email, account.status, account.profile_image, account.last_seen_at, account.search_text, coalesce(account.preferences ->> $8::text, $9) as announcements, $10::text as part, $11::text as why
        from course_staff member
        join users account on account.id = member.user_id
        where member.course_id = $12 and true) selected) named
    order by id, place) found
  left join email_opt_outs opt_out on opt_out.user_id = found.id and opt_out.course_id = $13
  where found.id <> all($14::uuid[])) audience
order by id;

-- courseEmails.sendMails and 1 more
select coalesce(sum("size"), 0)::float8
from "files"
where "files"."key" = any($1::text[]);

-- courseEmails.sendMails and 2 more
select "courses"."title", "courses"."time_zone", "courses"."status", "courses"."deleted_at" is not null, "users"."name", "users"."email", "users"."role", "users"."status", exists (select
  from course_staff staff
  where staff.course_id = "courses"."id" and staff.user_id = "users"."id")
from "courses"
inner join "users" on "users"."id" = $1
where "courses"."id" = $2;

-- courseEmails.sendTestMail and 6 more
select "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at", "version"
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null);

-- courseEmails.setSubscription and 1 more
delete
from "email_opt_outs"
where ("email_opt_outs"."user_id" = $1 and "email_opt_outs"."course_id" = $2);

-- courseEmails.stopCourseEmails
insert into "email_opt_outs" ("user_id", "course_id", "created_at")
values ($1, $2, default)
on conflict do nothing;

-- courseEmails.updateCourseEmail
update "course_emails" set "id" = $1, "sender_id" = $2, "subject" = $3
where "course_emails"."id" = $4;

-- courses.createCourse
delete
from "memberships"
where (("memberships"."course_id" = $1 and "memberships"."role" = $2) and exists (select
    from users account
    where account.id = "memberships"."user_id" and account.role = 'TRAINER') and "memberships"."user_id" not in ($3));

-- courses.createCourse
delete
from "memberships"
where (("memberships"."course_id" = $1 and "memberships"."role" = $2) and exists (select
    from users account
    where account.id = "memberships"."user_id" and account.role = 'TRAINER'));

-- courses.createCourse
insert into "courses" ("id", "title", "description", "cover_image", "mode", "status", "is_archived_draft", "enrolment", "starts_on", "ends_on", "time_zone", "seats", "student_count", "require_video", "missing_counts", "show_medians", "at_risk_days_away", "at_risk_missing", "at_risk_attendance", "needed_attendance", "made_up_as", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, default, $7, $8, $9, $10, $11, default, $12, default, default, default, default, default, default, default, default, $13, default, default, default, default)
returning "id";

-- courses.createCourse
insert into "memberships" ("course_id", "user_id", "role", "status", "created_at")
values ($1, $2, $3, default, default)
on conflict do nothing;

-- courses.createCourse
insert into "weeks" ("id", "course_id", "number", "title", "description", "starts_on", "unlock_at", "published", "version", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, default, $5, default, default, default, default, default, default, default), ($6, $7, $8, $9, default, $10, default, default, default, default, default, default, default), ($11, $12, $13, $14, default, $15, default, default, default, default, default, default, default), ($16, $17, $18, $19, default, $20, default, default, default, default, default, default, default), ($21, $22, $23, $24, default, $25, default, default, default, default, default, default, default), ($26, $27, $28, $29, default, $30, default, default, default, default, default, default, default), ($31, $32, $33, $34, default, $35, default, default, default, default, default, default, default), ($36, $37, $38, $39, default, $40, default, default, default, default, default, default, default), ($41, $42, $43, $44, default, $45, default, default, default, default, default, default, default), ($46, $47, $48, $49, default, $50, default, default, default, default, default, default, default);

-- courses.createCourse
select count(*) as count
from "users"
where ("users"."id" in ($1) and "users"."role" <> $2 and "users"."status" <> $3 and "users"."deleted_at" is null);;

-- courses.createCourse
update "memberships" set "status" = $1
where (("memberships"."course_id" = $2 and "memberships"."role" = $3) and "memberships"."user_id" in ($4));

-- courses.createCourse and 3 more
select item.type = 'ASSIGNMENT', item.week_id, item.id, item.title, item.type, (case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end), item.starts_at, (case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.duration_seconds, item.duration_minutes, item.max_marks, item.has_recording
from course_items item
left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = $1
where item.course_id = $2 and ($3::boolean or item.status is distinct
  from 'DRAFT')
order by item.position, item.due_at, item.id;

-- courses.createCourse and 3 more
select row_to_json(page)
from ( select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
    from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
      from course_staff staff
      join users trainer on trainer.id = staff.user_id
      where staff.course_id = course.id
      order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, course.description, course.require_video as "requireVideo", course.version, viewer.staff as "isStaff", viewer.inside as "isInside", case when viewer.staff then (select json_build_object('all', count(*), 'waiting', count(*) filter (where response.status in ('PENDING', 'WAITLISTED')))
    from signup_forms form
    join signup_responses response on response.form_id = form.id and response.status <> 'WITHDRAWN'
    join users account on account.id = response.user_id and account.deleted_at is null
    where form.course_id = course.id) end as "signUps", (select coalesce(json_agg(entry), '[]')
    from (select week.id, week.course_id as "courseId", week.number, week.title, case when (viewer.staff or (viewer.inside and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= viewer.now::timestamptz)))) then week.description else '' end as description, week.starts_on as "startsOn", to_char(week.unlock_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "unlockAt", week.published, (not (viewer.staff or (viewer.inside and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= viewer.now::timestamptz)))) or coalesce(week.unlock_at > viewer.now, false)) as locked, week.version, (viewer.staff or (viewer.inside and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= viewer.now::timestamptz)))) as "isShown"
      from weeks week
      where week.course_id = course.id and week.deleted_at is null
      order by week.number) entry) as weeks
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1 and membership.role = $2
  cross join lateral (select given.now, given.admin or exists (select
      from course_staff staff
      where staff.course_id = course.id and staff.user_id = $1) as staff, given.admin or coalesce(membership.status = 'ACTIVE', false) as inside
    from (select $3::boolean as admin, $4::timestamptz as now) given
    offset 0) viewer
  where course.id = $5 and course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or viewer.staff)) page;

-- courses.createCourse and 7 more
insert into user_changes (user_id, changed_by, changed_at, field, after, course_id)
select account.id, $1::uuid, $2::timestamptz, 'COURSE', case account.role when 'USER' then 'STUDENT' else 'TRAINER' end, course.id
from unnest($3::uuid[]) chosen (id)
join users account on account.id = chosen.id
cross join unnest($4::uuid[]) course (id)
where not exists (select 1
  from memberships membership
  where membership.course_id = course.id and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE');

-- courses.enroll and 13 more
select "id", "title", "search_text", "description", "cover_image", "mode", "status", "is_archived_draft", "enrolment", "starts_on", "ends_on", "time_zone", "seats", "student_count", "require_video", "missing_counts", "show_medians", "at_risk_days_away", "at_risk_missing", "at_risk_attendance", "needed_attendance", "made_up_as", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at"
from "courses"
where ("courses"."id" = $1 and "courses"."deleted_at" is null) for no key update;

-- courses.enroll and 3 more
insert into "memberships" ("course_id", "user_id", "role", "status", "created_at")
values ($1, $2, $3, default, default)
on conflict ("course_id","user_id","role") do update set "status" = $4;

-- courses.enroll and 3 more
select "role", "status"
from "memberships"
where ("memberships"."course_id" = $1 and "memberships"."user_id" = $2 and "memberships"."role" = $3);

-- courses.getProgress
with course as materialized ( select course.id, course.title, ((course.status <> 'DRAFT' and not course.is_archived_draft) and course.status <> 'ARCHIVED' and not coalesce(course.ends_on < ($1::timestamptz at time zone course.time_zone)::date, false)) as is_running, course.starts_on::timestamp at time zone course.time_zone as starts_at, course.at_risk_days_away as days_away, course.at_risk_missing as most_missing, course.at_risk_attendance as least_rate
  from courses course
  where course.id = $2::uuid), class as materialized ( select student.course_id, student.user_id, student.since, student.periods, greatest(users.last_seen_at, student.since, course.starts_at) as away_since
  from course
  join course_students student on student.course_id = course.id
  join users on ("users"."id" = student.user_id and "users"."role" = 'USER' and "users"."deleted_at" is null)
  where student.user_id = $3::uuid), over_items as materialized ( select item.*
  from course_items item
  where item.course_id = any(array(select id
      from course)) and item.type = 'ASSIGNMENT' and item.opens_at <= $1::timestamptz and (item.status = 'CLOSED' or coalesce(least(item.due_at, item.closes_at, item.closed_at) < date_trunc('minute', $1::timestamptz), false))), missing as ( select student.course_id, student.user_id, count(*)::int as missing
  from over_items item
  join class student on student.course_id = item.course_id
  left join (with found as materialized (select *
      from submissions
      where assignment_id = any(array(select id
          from over_items)) and student_id = $3::uuid)
    select *
    from found) submission on submission.assignment_id = item.id and submission.student_id = student.user_id
  left join (with found as materialized (select *
      from assignment_exceptions
      where assignment_id = any(array(select id
          from over_items)) and student_id = $3::uuid)
    select *
    from found) exception on exception.assignment_id = item.id and exception.student_id = student.user_id
  where (true and (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or student.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))))
  group by 1, 2), sessions as materialized ( select week.course_id, session.id, course.made_up_as
  from weeks week
  join courses course on course.id = week.course_id
  cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
    from media media_item
    where media_item.week_id = week.id
    union all
    select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
  where week.course_id = any(array(select id
      from course)) and week.deleted_at is null), rates as ( select student.course_id, student.user_id, count(*)::int as marked, (100 * count(*) filter (where coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('PRESENT', 'LATE'), false)) / nullif(count(*) filter (where not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('EXCUSED'), false)), 0))::int as percentage
  from sessions session
  join (with found as materialized (select *
      from attendance
      where session_id = any(array(select id
          from sessions)) and user_id = $3::uuid)
    select *
    from found) record on record.session_id = session.id
  join class student on student.course_id = session.course_id and student.user_id = record.user_id
  where record.status is not null
  group by 1, 2), student_counts as materialized ( select class.*, missing.missing, rates.marked, rates.percentage
  from class
  full join missing on missing.course_id = class.course_id and missing.user_id = class.user_id
  full join rates on rates.course_id = class.course_id and rates.user_id = class.user_id), state as materialized ( select student.course_id, student.user_id, student.since, student.periods, student.away_since, course.is_running, coalesce(student.missing, 0) as missing, coalesce(student.marked, 0) as marked, student.percentage as rate, case when course.is_running then coalesce(student.away_since + course.days_away * interval '24 hours' <= $1::timestamptz, false)::int + coalesce(coalesce(student.missing, 0) >= course.most_missing, false)::int + coalesce((student.marked >= 3 and coalesce(student.percentage < course.least_rate, false)), false)::int else 0 end as reasons
  from student_counts student
  join course on course.id = student.course_id)
select json_build_object('awaySince', to_char(state.away_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'missing', state.missing, 'attendance', json_build_object('percentage', state.rate, 'marked', state.marked), 'isRunning', state.is_running) as state, json_build_object('daysAway', course.days_away, 'missing', course.most_missing, 'attendance', course.least_rate) as limits
from state
join course on course.id = state.course_id;

-- courses.getProgress
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = $1::uuid and item.opens_at <= $2::timestamptz), items as materialized ( select item.*, item.position as place, coalesce((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), least(item.due_at, item.closes_at, item.closed_at)) as falls_due_at, coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) as is_gone
  from open_items item), students as materialized (select user_id, since, periods
  from course_students
  where course_id = $1::uuid)
select item.id, item.type, item.week_id as "weekId", item.title, class.students, (case item.type when 'ASSIGNMENT' then submitted.done else attended.done end)::int as done, (case when item.is_gone then attended.done else attended.others + submitted.others - attended.exempt - excepted.others + case when item.falls_due_at <= $2::timestamptz then (select count(*)
    from students student
    where (item.falls_due_at is null or student.user_id is null or coalesce(student.since <= item.falls_due_at, false) or student.periods @> item.falls_due_at)) else class.students end end)::int as required, attended.coverage, submitted.marks, item.max_marks as "maxMarks"
from items item
cross join (select count(*)::int as students
  from students) class
cross join lateral ( select count(*) filter (where (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT'))) as done, count(*) filter (where (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) and not (item.falls_due_at is null or student.user_id is null or coalesce(student.since <= item.falls_due_at, false) or student.periods @> item.falls_due_at)) as others, count(*) filter (where coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) and (item.falls_due_at is null or student.user_id is null or coalesce(student.since <= item.falls_due_at, false) or student.periods @> item.falls_due_at)) as exempt, avg(record.coverage) as coverage
  from attendance record
  join students student on student.user_id = record.user_id
  where item.type <> 'ASSIGNMENT' and record.session_id = item.id) attended
cross join lateral ( select count(*) filter (where coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false)) as done, count(*) filter (where coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) and not (item.falls_due_at is null or student.user_id is null or coalesce(student.since <= item.falls_due_at, false) or student.periods @> item.falls_due_at)) as others, (avg(submission.marks) filter (where submission.status in ('GRADED', 'RETURNED') and exception.excused_at is null))::float8 as marks
  from submissions submission
  join students student on student.user_id = submission.student_id
  left join assignment_exceptions exception on exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id
  where item.type = 'ASSIGNMENT' and submission.assignment_id = item.id) submitted
cross join lateral ( select count(*) filter (where (item.falls_due_at is null or student.user_id is null or coalesce(student.since <= item.falls_due_at, false) or student.periods @> item.falls_due_at)) - count(*) filter (where exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or student.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))) as others
  from assignment_exceptions exception
  join students student on student.user_id = exception.student_id
  left join submissions submission on submission.assignment_id = exception.assignment_id and submission.student_id = exception.student_id
  where item.type = 'ASSIGNMENT' and exception.assignment_id = item.id and not coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false)) excepted
order by item.week, item.place nulls last, item.due_at nulls last, item.id;

-- courses.getProgress and 1 more
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = $1::uuid and item.opens_at <= $2::timestamptz), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required , item.type, item.title, case when item.type = 'LIVE' and item.starts_at <= $2::timestamptz and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) > $2::timestamptz then 0 when not (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) and ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) then 2 end as rank, record.status as attendance, record.watched_at is not null as watched, record.coverage, record.joined_at, coalesce(record.position, 0) as position, null as submission, null::float8 as marks, 0 as attempt, false as late, false as is_missing, not ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)) as before_joining, false as is_excused, item.max_marks
  from open_items item
  left join enrolments enrolment on enrolment.user_id = $3::uuid and enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = $3::uuid
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) , item.type, item.title, case when not coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) and not (coalesce(item.available_from > $2::timestamptz, false) or ((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false))) and (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) then case when (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)) then 1 else 2 end end, null, false, null, null, 0, (case when submission.is_held then 'SUBMITTED' else submission.status end), (case when submission.status in ('GRADED', 'RETURNED') and not submission.is_held then submission.marks end)::float8, coalesce(submission.attempt, 0), coalesce(submission.late, false), (true and (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))), not (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)), exception.excused_at is not null, item.max_marks
  from open_items item
  left join enrolments enrolment on enrolment.user_id = $3::uuid and enrolment.course_id = item.course_id
  left join submissions submission on submission.assignment_id = item.id and submission.student_id = $3::uuid
  left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = $3::uuid
  where item.type = 'ASSIGNMENT')
select id, type, week_id as "weekId", title, is_done as done, is_required as required, rank as "nextRank", attendance, watched, coverage, to_char(joined_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "joinedAt", position, submission, marks, attempt, late, is_missing as "isMissing", before_joining as "beforeJoining", is_excused as "isExcused", max_marks as "maxMarks"
from work
order by work.week, work.place nulls last, work.due_at nulls last, work.id;

-- courses.getStudentProgress
select "user_id"
from "course_students"
where ("course_students"."course_id" = $1 and "course_students"."user_id" = $2);

-- courses.getStudentProgress
select week.id as "weekId", week.number as "weekNumber", record.status
from weeks week
join courses course on course.id = week.course_id
cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
  from media media_item
  where media_item.week_id = week.id
  union all
  select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
left join enrolments enrolment on enrolment.user_id = (select $1::uuid) and enrolment.course_id = week.course_id
left join attendance record on record.session_id = session.id and record.user_id = (select $1::uuid)
where week.course_id = any((select $2)::uuid[]) and week.deleted_at is null and session.type = 'WEEK' and exists (select
  from attendance record
  where record.session_id = session.id and record.status is not null and exists (select
    from course_students student
    where student.course_id = record.course_id and student.user_id = record.user_id
    offset 0)
  offset 0) and (record.status is not null or (session.ends_at is null or enrolment.user_id is null or coalesce(enrolment.since <= session.ends_at, false) or enrolment.periods @> session.ends_at))
order by week.number;

-- courses.getStudentProgress
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = $1::uuid and item.opens_at <= $2::timestamptz), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required , item.type, item.title, case when item.type = 'LIVE' and item.starts_at <= $2::timestamptz and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) > $2::timestamptz then 0 when not (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) and ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) then 2 end as rank, record.status as attendance, record.watched_at is not null as watched, record.coverage, record.joined_at, coalesce(record.position, 0) as position, null as submission, null::float8 as marks, 0 as attempt, false as late, false as is_missing, not ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)) as before_joining, false as is_excused, item.max_marks
  from open_items item
  left join enrolments enrolment on enrolment.user_id = $3::uuid and enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = $3::uuid
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) , item.type, item.title, case when not coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) and not (coalesce(item.available_from > $2::timestamptz, false) or ((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false))) and (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) then case when (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)) then 1 else 2 end end, null, false, null, null, 0, submission.status, submission.marks::float8, coalesce(submission.attempt, 0), coalesce(submission.late, false), (true and (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))), not (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)), exception.excused_at is not null, item.max_marks
  from open_items item
  left join enrolments enrolment on enrolment.user_id = $3::uuid and enrolment.course_id = item.course_id
  left join submissions submission on submission.assignment_id = item.id and submission.student_id = $3::uuid
  left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = $3::uuid
  where item.type = 'ASSIGNMENT')
select id, type, week_id as "weekId", title, is_done as done, is_required as required, rank as "nextRank", attendance, watched, coverage, to_char(joined_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "joinedAt", position, submission, marks, attempt, late, is_missing as "isMissing", before_joining as "beforeJoining", is_excused as "isExcused", max_marks as "maxMarks"
from work
order by work.week, work.place nulls last, work.due_at nulls last, work.id;

-- courses.listCourseProgress
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = $1::uuid and item.opens_at <= $2::timestamptz), course as materialized ( select course.id, course.title, ((course.status <> 'DRAFT' and not course.is_archived_draft) and course.status <> 'ARCHIVED' and not coalesce(course.ends_on < ($2::timestamptz at time zone course.time_zone)::date, false)) as is_running, course.starts_on::timestamp at time zone course.time_zone as starts_at, course.at_risk_days_away as days_away, course.at_risk_missing as most_missing, course.at_risk_attendance as least_rate
  from courses course
  where course.id = $1::uuid), class as materialized ( select student.course_id, student.user_id, student.since, student.periods, greatest(users.last_seen_at, student.since, course.starts_at) as away_since
  from course
  join course_students student on student.course_id = course.id
  join users on ("users"."id" = student.user_id and "users"."role" = 'USER' and "users"."deleted_at" is null)
  where student.user_id = $3::uuid), over_items as materialized ( select item.*
  from course_items item
  where item.course_id = any(array(select id
      from course)) and item.type = 'ASSIGNMENT' and item.opens_at <= $2::timestamptz and (item.status = 'CLOSED' or coalesce(least(item.due_at, item.closes_at, item.closed_at) < date_trunc('minute', $2::timestamptz), false))), missing as ( select student.course_id, student.user_id, count(*)::int as missing
  from over_items item
  join class student on student.course_id = item.course_id
  left join (with found as materialized (select *
      from submissions
      where assignment_id = any(array(select id
          from over_items)) and student_id = $3::uuid)
    select *
    from found) submission on submission.assignment_id = item.id and submission.student_id = student.user_id
  left join (with found as materialized (select *
      from assignment_exceptions
      where assignment_id = any(array(select id
          from over_items)) and student_id = $3::uuid)
    select *
    from found) exception on exception.assignment_id = item.id and exception.student_id = student.user_id
  where (true and (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or student.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))))
  group by 1, 2), sessions as materialized ( select week.course_id, session.id, course.made_up_as
  from weeks week
  join courses course on course.id = week.course_id
  cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
    from media media_item
    where media_item.week_id = week.id
    union all
    select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
  where week.course_id = any(array(select id
      from course)) and week.deleted_at is null), rates as ( select student.course_id, student.user_id, count(*)::int as marked, (100 * count(*) filter (where coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('PRESENT', 'LATE'), false)) / nullif(count(*) filter (where not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('EXCUSED'), false)), 0))::int as percentage
  from sessions session
  join (with found as materialized (select *
      from attendance
      where session_id = any(array(select id
          from sessions)) and user_id = $3::uuid)
    select *
    from found) record on record.session_id = session.id
  join class student on student.course_id = session.course_id and student.user_id = record.user_id
  where record.status is not null
  group by 1, 2), student_counts as materialized ( select class.*, missing.missing, rates.marked, rates.percentage
  from class
  full join missing on missing.course_id = class.course_id and missing.user_id = class.user_id
  full join rates on rates.course_id = class.course_id and rates.user_id = class.user_id), state as materialized ( select student.course_id, student.user_id, student.since, student.periods, student.away_since, course.is_running, coalesce(student.missing, 0) as missing, coalesce(student.marked, 0) as marked, student.percentage as rate, case when course.is_running then coalesce(student.away_since + course.days_away * interval '24 hours' <= $2::timestamptz, false)::int + coalesce(coalesce(student.missing, 0) >= course.most_missing, false)::int + coalesce((student.marked >= 3 and coalesce(student.percentage < course.least_rate, false)), false)::int else 0 end as reasons
  from student_counts student
  join course on course.id = student.course_id), page as materialized ( select state.user_id, state.since, state.periods, row_number() over (order by users.name asc nulls last, users.name, users.id) as place
  from state
  join users on users.id = state.user_id
  where true
  order by place
  limit '21'), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required , enrolment.user_id as student_id, not ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)) as before_joining
  from open_items item
  cross join page enrolment
  left join (with found as materialized (select *
      from attendance
      where session_id = any(array(select item.id
          from open_items item
          where item.type <> 'ASSIGNMENT')) and user_id = any(array(select user_id
          from page)))
    select *
    from found) record on record.session_id = item.id and record.user_id = enrolment.user_id
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) , enrolment.user_id, not (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))
  from open_items item
  cross join page enrolment
  left join (with found as materialized (select *
      from submissions
      where assignment_id = any(array(select item.id
          from open_items item
          where item.type = 'ASSIGNMENT')) and student_id = any(array(select user_id
          from page)))
    select *
    from found) submission on submission.assignment_id = item.id and submission.student_id = enrolment.user_id
  left join (with found as materialized (select *
      from assignment_exceptions
      where assignment_id = any(array(select item.id
          from open_items item
          where item.type = 'ASSIGNMENT')) and student_id = any(array(select user_id
          from page)))
    select *
    from found) exception on exception.assignment_id = item.id and exception.student_id = enrolment.user_id
  where item.type = 'ASSIGNMENT'), by_week as ( select student_id, week, (count(*) filter (where is_required))::int as items, (count(*) filter (where is_done))::int as completed, bool_and(before_joining) as before_joining
  from work
  group by student_id, week), counted as ( select student_id, sum(items)::int as items, sum(completed)::int as completed, json_agg(json_build_object('number', week, 'done', completed, 'total', items, 'beforeJoining', before_joining and items = 0)
    order by week) as weeks
  from by_week
  group by student_id), held as materialized ( select session.id, session.ends_at, (case when (session.type <> 'WEEK' and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $2::timestamptz::timestamptz)) and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= $2::timestamptz, true)) and session.deleted_at is null then true else exists (select
      from attendance record
      where record.session_id = session.id and record.status is not null and exists (select
        from course_students student
        where student.course_id = record.course_id and student.user_id = record.user_id
        offset 0)
      offset 0) end) as is_held
  from weeks week
  join courses course on course.id = week.course_id
  cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
    from media media_item
    where media_item.week_id = week.id
    union all
    select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
  where week.course_id = $1::uuid and week.deleted_at is null), due as ( select student.user_id, count(*)::int as sessions
  from held session
  cross join page student
  left join (with found as materialized (select session_id, user_id
      from attendance
      where session_id = any(array(select id
          from held)) and user_id = any(array(select user_id
          from page)) and status is not null)
    select *
    from found) record on record.session_id = session.id and record.user_id = student.user_id
  where record.session_id is not null or (session.is_held and (session.ends_at is null or student.user_id is null or coalesce(student.since <= session.ends_at, false) or student.periods @> session.ends_at))
  group by student.user_id)
select matching.total, matching.at_risk as "atRisk", json_build_object('daysAway', course.days_away, 'missing', course.most_missing, 'attendance', course.least_rate) as limits, coalesce((select json_agg(json_build_object( 'student', json_build_object('id', users.id, 'name', users.name, 'profileImageUrl', '/images/' || users.profile_image, 'email', users.email), 'percentage', coalesce(100 * counted.completed / nullif(counted.items, 0), 0), 'completed', coalesce(counted.completed, 0), 'total', coalesce(counted.items, 0), 'weeks', coalesce(counted.weeks, '[]'), 'lastSeenAt', to_char(users.last_seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'enrolledAt', to_char(state.since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'periods', state.periods, 'sessions', coalesce(due.sessions, 0), 'state', json_build_object('awaySince', to_char(state.away_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'missing', state.missing, 'attendance', json_build_object('percentage', state.rate, 'marked', state.marked), 'isRunning', state.is_running))
      order by page.place)
    from page
    join state on state.user_id = page.user_id
    join users on users.id = page.user_id
    left join counted on counted.student_id = page.user_id
    left join due on due.user_id = page.user_id), '[]') as rows
from course
cross join (select count(*)::int as total, (count(*) filter (where state.reasons > 0))::int as at_risk
  from state
  join users on users.id = state.user_id
  where true) matching;

-- courses.listCourseProgress
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = $1::uuid and item.opens_at <= $2::timestamptz), course as materialized ( select course.id, course.title, ((course.status <> 'DRAFT' and not course.is_archived_draft) and course.status <> 'ARCHIVED' and not coalesce(course.ends_on < ($2::timestamptz at time zone course.time_zone)::date, false)) as is_running, course.starts_on::timestamp at time zone course.time_zone as starts_at, course.at_risk_days_away as days_away, course.at_risk_missing as most_missing, course.at_risk_attendance as least_rate
  from courses course
  where course.id = $1::uuid), class as materialized ( select student.course_id, student.user_id, student.since, student.periods, greatest(users.last_seen_at, student.since, course.starts_at) as away_since
  from course
  join course_students student on student.course_id = course.id
  join users on ("users"."id" = student.user_id and "users"."role" = 'USER' and "users"."deleted_at" is null) ), over_items as materialized ( select item.*
  from course_items item
  where item.course_id = any(array(select id
      from course)) and item.type = 'ASSIGNMENT' and item.opens_at <= $2::timestamptz and (item.status = 'CLOSED' or coalesce(least(item.due_at, item.closes_at, item.closed_at) < date_trunc('minute', $2::timestamptz), false))), missing as ( select student.course_id, student.user_id, count(*)::int as missing
  from over_items item
  join class student on student.course_id = item.course_id
  left join (with found as materialized (select *
      from submissions
      where assignment_id = any(array(select id
          from over_items)) )
    select *
    from found) submission on submission.assignment_id = item.id and submission.student_id = student.user_id
  left join (with found as materialized (select *
      from assignment_exceptions
      where assignment_id = any(array(select id
          from over_items)) )
    select *
    from found) exception on exception.assignment_id = item.id and exception.student_id = student.user_id
  where (true and (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or student.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))))
  group by 1, 2), sessions as materialized ( select week.course_id, session.id, course.made_up_as
  from weeks week
  join courses course on course.id = week.course_id
  cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
    from media media_item
    where media_item.week_id = week.id
    union all
    select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
  where week.course_id = any(array(select id
      from course)) and week.deleted_at is null), rates as ( select student.course_id, student.user_id, count(*)::int as marked, (100 * count(*) filter (where coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('PRESENT', 'LATE'), false)) / nullif(count(*) filter (where not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('EXCUSED'), false)), 0))::int as percentage
  from sessions session
  join (with found as materialized (select *
      from attendance
      where session_id = any(array(select id
          from sessions)) )
    select *
    from found) record on record.session_id = session.id
  join class student on student.course_id = session.course_id and student.user_id = record.user_id
  where record.status is not null
  group by 1, 2), student_counts as materialized ( select class.*, missing.missing, rates.marked, rates.percentage
  from class
  full join missing on missing.course_id = class.course_id and missing.user_id = class.user_id
  full join rates on rates.course_id = class.course_id and rates.user_id = class.user_id), state as materialized ( select student.course_id, student.user_id, student.since, student.periods, student.away_since, course.is_running, coalesce(student.missing, 0) as missing, coalesce(student.marked, 0) as marked, student.percentage as rate, case when course.is_running then coalesce(student.away_since + course.days_away * interval '24 hours' <= $2::timestamptz, false)::int + coalesce(coalesce(student.missing, 0) >= course.most_missing, false)::int + coalesce((student.marked >= 3 and coalesce(student.percentage < course.least_rate, false)), false)::int else 0 end as reasons
  from student_counts student
  join course on course.id = student.course_id), page as materialized ( select state.user_id, state.since, state.periods, row_number() over (order by users.name asc nulls last, users.name, users.id) as place
  from state
  join users on users.id = state.user_id
  where true
  order by place
  limit '21'), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required , enrolment.user_id as student_id, not ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)) as before_joining
  from open_items item
  cross join page enrolment
  left join (with found as materialized (select *
      from attendance
      where session_id = any(array(select item.id
          from open_items item
          where item.type <> 'ASSIGNMENT')) and user_id = any(array(select user_id
          from page)))
    select *
    from found) record on record.session_id = item.id and record.user_id = enrolment.user_id
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) , enrolment.user_id, not (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))
  from open_items item
  cross join page enrolment
  left join (with found as materialized (select *
      from submissions
      where assignment_id = any(array(select item.id
          from open_items item
          where item.type = 'ASSIGNMENT')) and student_id = any(array(select user_id
          from page)))
    select *
    from found) submission on submission.assignment_id = item.id and submission.student_id = enrolment.user_id
  left join (with found as materialized (select *
      from assignment_exceptions
      where assignment_id = any(array(select item.id
          from open_items item
          where item.type = 'ASSIGNMENT')) and student_id = any(array(select user_id
          from page)))
    select *
    from found) exception on exception.assignment_id = item.id and exception.student_id = enrolment.user_id
  where item.type = 'ASSIGNMENT'), by_week as ( select student_id, week, (count(*) filter (where is_required))::int as items, (count(*) filter (where is_done))::int as completed, bool_and(before_joining) as before_joining
  from work
  group by student_id, week), counted as ( select student_id, sum(items)::int as items, sum(completed)::int as completed, json_agg(json_build_object('number', week, 'done', completed, 'total', items, 'beforeJoining', before_joining and items = 0)
    order by week) as weeks
  from by_week
  group by student_id), held as materialized ( select session.id, session.ends_at, (case when (session.type <> 'WEEK' and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $2::timestamptz::timestamptz)) and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= $2::timestamptz, true)) and session.deleted_at is null then true else exists (select
      from attendance record
      where record.session_id = session.id and record.status is not null and exists (select
        from course_students student
        where student.course_id = record.course_id and student.user_id = record.user_id
        offset 0)
      offset 0) end) as is_held
  from weeks week
  join courses course on course.id = week.course_id
  cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
    from media media_item
    where media_item.week_id = week.id
    union all
    select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
  where week.course_id = $1::uuid and week.deleted_at is null), due as ( select student.user_id, count(*)::int as sessions
  from held session
  cross join page student
  left join (with found as materialized (select session_id, user_id
      from attendance
      where session_id = any(array(select id
          from held)) and user_id = any(array(select user_id
          from page)) and status is not null)
    select *
    from found) record on record.session_id = session.id and record.user_id = student.user_id
  where record.session_id is not null or (session.is_held and (session.ends_at is null or student.user_id is null or coalesce(student.since <= session.ends_at, false) or student.periods @> session.ends_at))
  group by student.user_id)
select matching.total, matching.at_risk as "atRisk", json_build_object('daysAway', course.days_away, 'missing', course.most_missing, 'attendance', course.least_rate) as limits, coalesce((select json_agg(json_build_object( 'student', json_build_object('id', users.id, 'name', users.name, 'profileImageUrl', '/images/' || users.profile_image, 'email', users.email), 'percentage', coalesce(100 * counted.completed / nullif(counted.items, 0), 0), 'completed', coalesce(counted.completed, 0), 'total', coalesce(counted.items, 0), 'weeks', coalesce(counted.weeks, '[]'), 'lastSeenAt', to_char(users.last_seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'enrolledAt', to_char(state.since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'periods', state.periods, 'sessions', coalesce(due.sessions, 0), 'state', json_build_object('awaySince', to_char(state.away_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'missing', state.missing, 'attendance', json_build_object('percentage', state.rate, 'marked', state.marked), 'isRunning', state.is_running))
      order by page.place)
    from page
    join state on state.user_id = page.user_id
    join users on users.id = page.user_id
    left join counted on counted.student_id = page.user_id
    left join due on due.user_id = page.user_id), '[]') as rows
from course
cross join (select count(*)::int as total, (count(*) filter (where state.reasons > 0))::int as at_risk
  from state
  join users on users.id = state.user_id
  where true) matching;

-- courses.listCourseProgress and 1 more
select "work"."id", "work"."assignment_id", "work"."student_id", "work"."status", "work"."late", "work"."attempt", "work"."marks", "work"."deduction", "work"."graded_at", "work"."is_held", "exception"."assignment_id", "exception"."student_id", "exception"."due_at", "exception"."closes_at", "exception"."extended_at", "exception"."extended_by", "exception"."reopened_until", "exception"."excused_at", "exception"."excused_by", "exception"."excuse_reason", "exception"."reminded_at"
from (select "id", "assignment_id", "student_id", "status", "late", "attempt", "marks", "deduction", "graded_at", "is_held"
  from "submissions"
  where ("submissions"."assignment_id" = any((select $1)::uuid[]) and "submissions"."student_id" = any((select $2)::uuid[]))) "work"
full join (select "assignment_id", "student_id", "due_at", "closes_at", "extended_at", "extended_by", "reopened_until", "excused_at", "excused_by", "excuse_reason", "reminded_at"
  from "assignment_exceptions"
  where ("assignment_exceptions"."assignment_id" = any((select $1)::uuid[]) and "assignment_exceptions"."student_id" = any((select $2)::uuid[]))) "exception" on ("exception"."assignment_id" = "work"."assignment_id" and "exception"."student_id" = "work"."student_id");

-- courses.listCourseProgress and 8 more
select "courses"."id", "courses"."missing_counts", "courses"."show_medians", "courses"."student_count", "courses"."time_zone", "assignments"."id", "assignments"."title", "assignments"."status", "assignments"."available_from", "assignments"."due_at", "assignments"."closes_at", "assignments"."closed_at", "assignments"."late_policy", "assignments"."max_attempts", "assignments"."hold_marks", "assignments"."max_marks", "assignments"."weight", "weeks"."id", "weeks"."number", ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)), (select count(*)::int
  from submissions submission
  join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
  where submission.is_held and submission.assignment_id = "assignments"."id" and submission.course_id = "courses"."id" and not exists (select
    from assignment_exceptions exception
    where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null))
from "courses"
left join "assignments" on ("assignments"."course_id" = "courses"."id" and "assignments"."deleted_at" is null and "assignments"."status" <> 'DRAFT')
left join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
where "courses"."id" = any((select $2)::uuid[])
order by "weeks"."number" asc, "assignments"."position" asc, "assignments"."due_at" asc nulls last, "assignments"."created_at" asc, "assignments"."id" asc;

-- courses.listCourses
select count(*)::int as total
from courses course
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
where (course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or membership.status = 'ACTIVE'));

-- courses.listCourses
select count(*)::int as total
from courses course
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
where (course.deleted_at is null and (course.status <> 'DRAFT' and not course.is_archived_draft));

-- courses.listCourses
with page as (select course.id
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or membership.status = 'ACTIVE'))
  order by course.created_at desc, course.id desc
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", left(course.description, 2000) as description, (select json_build_object('status', form.status, 'closesAt', to_char(form.closes_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from signup_forms form
  where form.course_id = course.id) as form, case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or membership.status = 'ACTIVE'))) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
order by course.created_at desc, course.id desc;

-- courses.listCourses
with page as (select course.id
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and (course.status <> 'DRAFT' and not course.is_archived_draft))
  order by course.created_at desc, course.id desc
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", left(course.description, 2000) as description, (select json_build_object('status', form.status, 'closesAt', to_char(form.closes_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from signup_forms form
  where form.course_id = course.id) as form, case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and (course.status <> 'DRAFT' and not course.is_archived_draft))) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
order by course.created_at desc, course.id desc;

-- courses.listCourses and 1 more
select count(*)::int as total
from courses course
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
where course.deleted_at is null;

-- courses.listCourses and 1 more
with page as (select course.id
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where course.deleted_at is null
  order by course.created_at desc, course.id desc
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", left(course.description, 2000) as description, (select json_build_object('status', form.status, 'closesAt', to_char(form.closes_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from signup_forms form
  where form.course_id = course.id) as form, case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where course.deleted_at is null) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
order by course.created_at desc, course.id desc;

-- courses.listDeletedCourses
select count(*)::int as total
from courses course
where course.deleted_at >= $1::timestamptz;

-- courses.listDeletedCourses
select course.id, course.title, course.mode, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", course.student_count as "studentCount", to_char(course.deleted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deletedAt"
from courses course
where course.deleted_at >= $1::timestamptz
order by course.deleted_at desc, course.id
limit $2
offset $3;

-- courses.listMyCourses
select count(*)::int as total
from courses course
join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
where (course.deleted_at is null and membership.status = 'ACTIVE' and (course.status <> 'DRAFT' and not course.is_archived_draft));

-- courses.listMyCourses
select count(*)::int as total
from courses course
join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
where (course.deleted_at is null and membership.status = 'ACTIVE');

-- courses.listMyCourses
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = any((select $1)::uuid[]) and item.opens_at <= $2::timestamptz), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required , case when item.type = 'LIVE' and item.starts_at <= $2::timestamptz and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) > $2::timestamptz then 0 when not (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) and ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) then 2 end as rank, case when item.type = 'RECORDED' and record.status is null then record.position end as position, case when item.type = 'RECORDED' and record.status is null then record.coverage end as coverage
  from open_items item
  left join enrolments enrolment on enrolment.user_id = (select $3::uuid) and enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = (select $3::uuid)
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) , case when not coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) and not (coalesce(item.available_from > $2::timestamptz, false) or ((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false))) and (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) then case when (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)) then 1 else 2 end end, null, null
  from open_items item
  left join enrolments enrolment on enrolment.user_id = (select $3::uuid) and enrolment.course_id = item.course_id
  left join submissions submission on submission.assignment_id = item.id and submission.student_id = (select $3::uuid)
  left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = (select $3::uuid)
  where item.type = 'ASSIGNMENT'), counted as ( select course_id, count(*) filter (where is_done) as done, count(*) filter (where is_required) as required, (array_agg(id
      order by rank, work.week, work.place nulls last, work.due_at nulls last, work.id) filter (where rank is not null))[1] as next
  from work
  group by course_id)
select course.id as "courseId", coalesce(100 * counted.done / nullif(counted.required, 0), 0)::int as percentage, case when next.id is not null then json_build_object('id', next.id, 'type', item.type, 'title', item.title, 'weekId', next.week_id, 'weekNumber', next.week, 'startsAt', to_char(item.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMinutes', item.duration_minutes, 'durationSeconds', nullif(item.duration_seconds, 0), 'thumbnail', media_item.thumbnail, 'leftAt', case when next.position > 0 or next.coverage > 0 then json_build_object( 'position', next.position, 'coverage', coalesce(next.coverage, 0), 'durationSeconds', nullif(item.duration_seconds, 0)) end) end as next
from unnest($1::uuid[]) course (id)
left join counted on counted.course_id = course.id
left join work next on next.id = counted.next
left join open_items item on item.id = next.id
left join media media_item on media_item.id = next.id;

-- courses.listMyCourses
with work as ( select assignment.course_id, count(*)::int as count, min(waiting.submitted_at) as oldest_at
  from assignments assignment
  join weeks week on week.id = assignment.week_id and week.deleted_at is null
  cross join lateral (select submission.submitted_at
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = assignment.id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)) waiting
  where assignment.course_id = any((select $1)::uuid[]) and assignment.deleted_at is null
  group by assignment.course_id), registers as (select course.id as course_id, count(*)::int as count, min(session.starts_at) as oldest_at
  from courses course
  join media session on session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and session.register_closed_at is null and session.starts_at > $2::timestamptz - make_interval(days => '30') and (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') <= $2::timestamptz
  join weeks week on week.id = session.week_id and week.deleted_at is null
  cross join lateral ( select count(*)::int as students, count(record.status)::int as marked
    from course_students student
    left join attendance record on record.session_id = session.id and record.user_id = student.user_id
    where student.course_id = course.id and ((session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') is null or student.user_id is null or coalesce(student.since <= (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute'), false) or student.periods @> (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute'))) class
  where course.id = any((select $1)::uuid[]) and course.deleted_at is null and course.status = 'PUBLISHED' and class.marked < class.students
  group by course.id), sign_ups as ( select course.id as course_id, count(*)::int as count, min(response.sent_at) as oldest_at
  from courses course
  join signup_forms form on form.course_id = course.id
  join signup_responses response on response.form_id = form.id and response.status = 'PENDING'
  join users account on account.id = response.user_id and account.deleted_at is null
  where course.deleted_at is null and course.status <> 'ARCHIVED' and exists (select
    from course_staff staff
    where staff.course_id = course.id and staff.user_id = $3) and course.id = any((select $1)::uuid[])
  group by course.id)
select course.id as "courseId", json_build_object('count', coalesce(work.count, 0), 'oldestAt', to_char(work.oldest_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as "toGrade", json_build_object('count', coalesce(registers.count, 0), 'oldestAt', to_char(registers.oldest_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as "openRegisters", json_build_object('count', coalesce(sign_ups.count, 0), 'oldestAt', to_char(sign_ups.oldest_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as "signUps", case when next.id is not null then json_build_object('id', next.id, 'weekId', next.week_id, 'title', next.title, 'startsAt', to_char(next.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMinutes', next.duration_minutes) end as "nextSession"
from unnest($1::uuid[]) course (id)
left join work on work.course_id = course.id
left join registers on registers.course_id = course.id
left join sign_ups on sign_ups.course_id = course.id
left join lateral ( select session.*
  from media session
  join weeks week on week.id = session.week_id and week.deleted_at is null
  where session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') > $2::timestamptz
  order by session.starts_at, session.id
  limit 1) next on true;

-- courses.listMyCourses and 1 more
select "course_id", "periods"
from "course_students"
where ("course_students"."course_id" = any((select $1)::uuid[]) and "course_students"."user_id" = $2);

-- courses.listMyCourses and 1 more
with page as (select course.id
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE' and (course.status <> 'DRAFT' and not course.is_archived_draft))
  order by course.title, course.id
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", to_char(activity.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActivityAt", (select week.number
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and week.starts_on <= ($3::timestamptz at time zone course.time_zone)::date
  order by week.starts_on desc, week.number desc
  limit 1) as "currentWeek", exists (select
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and (not week.published or week.unlock_at > $3::timestamptz or week.starts_on > ($3::timestamptz at time zone course.time_zone)::date)) as "hasWeekAhead", case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE' and (course.status <> 'DRAFT' and not course.is_archived_draft))) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
left join ( select course_id, max(updated_at) as at
  from ( select course_id, updated_at
    from attendance
    where user_id = $1::uuid
    union all
    select submission.course_id, submission.updated_at
    from submissions submission
    where submission.student_id = $1::uuid and not (submission.recorded_by is not null and submission.draft_version = 0 and (case when submission.is_held then 'SUBMITTED' else submission.status end) = 'SUBMITTED')) done
  group by course_id) activity on activity.course_id = course.id
order by course.title, course.id;

-- courses.listMyCourses and 1 more
with page as (select course.id
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE')
  order by course.title, course.id
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", to_char((select max(submission.submitted_at)
    from submissions submission
    where submission.course_id = course.id and not (submission.recorded_by is not null and submission.attempt = 1)) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActivityAt", (select week.number
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and week.starts_on <= ($3::timestamptz at time zone course.time_zone)::date
  order by week.starts_on desc, week.number desc
  limit 1) as "currentWeek", exists (select
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and (not week.published or week.unlock_at > $3::timestamptz or week.starts_on > ($3::timestamptz at time zone course.time_zone)::date)) as "hasWeekAhead", case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE')) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
order by course.title, course.id;

-- courses.listMyCourses and 2 more
select "work"."id", "work"."assignment_id", "work"."student_id", "work"."status", "work"."late", "work"."attempt", "work"."marks", "work"."deduction", "work"."graded_at", "work"."is_held", "work"."version", "work"."submitted_at", "work"."effective_submitted_at", "work"."feedback", "work"."graded_by", "work"."recorded_by", "exception"."assignment_id", "exception"."student_id", "exception"."due_at", "exception"."closes_at", "exception"."extended_at", "exception"."extended_by", "exception"."reopened_until", "exception"."excused_at", "exception"."excused_by", "exception"."excuse_reason", "exception"."reminded_at"
from (select "id", "assignment_id", "student_id", "status", "late", "attempt", "marks", "deduction", "graded_at", "is_held", "version", "submitted_at", "effective_submitted_at", "feedback", "graded_by", "recorded_by"
  from "submissions"
  where ("submissions"."assignment_id" = any((select $1)::uuid[]) and "submissions"."student_id" = any((select $2)::uuid[]))) "work"
full join (select "assignment_id", "student_id", "due_at", "closes_at", "extended_at", "extended_by", "reopened_until", "excused_at", "excused_by", "excuse_reason", "reminded_at"
  from "assignment_exceptions"
  where ("assignment_exceptions"."assignment_id" = any((select $1)::uuid[]) and "assignment_exceptions"."student_id" = any((select $2)::uuid[]))) "exception" on ("exception"."assignment_id" = "work"."assignment_id" and "exception"."student_id" = "work"."student_id");

-- courses.listMyCourses and 2 more
select week.course_id as "courseId", (case when record.status = 'ABSENT' and record.watched_at is not null then course.made_up_as else record.status end) as status, (case when (session.type <> 'WEEK' and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz::timestamptz)) and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= $1::timestamptz, true)) and session.deleted_at is null then true else exists (select
    from attendance record
    where record.session_id = session.id and record.status is not null and exists (select
      from course_students student
      where student.course_id = record.course_id and student.user_id = record.user_id
      offset 0)
    offset 0) end) as held, not (session.ends_at is null or enrolment.user_id is null or coalesce(enrolment.since <= session.ends_at, false) or enrolment.periods @> session.ends_at) as "beforeJoining", count(*)::int as sessions
from weeks week
join courses course on course.id = week.course_id
cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
  from media media_item
  where media_item.week_id = week.id
  union all
  select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
left join enrolments enrolment on enrolment.user_id = (select $2::uuid) and enrolment.course_id = week.course_id
left join attendance record on record.session_id = session.id and record.user_id = (select $2::uuid)
where week.course_id = any((select $3)::uuid[]) and week.deleted_at is null
group by 1, 2, 3, 4;

-- courses.listMyCourses and 2 more
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = any((select $1)::uuid[]) and item.opens_at <= $2::timestamptz), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required , case when item.type = 'LIVE' and item.starts_at <= $2::timestamptz and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) > $2::timestamptz then 0 when not (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) and ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) then 2 end as rank, case when item.type = 'RECORDED' and record.status is null then record.position end as position, case when item.type = 'RECORDED' and record.status is null then record.coverage end as coverage
  from open_items item
  left join enrolments enrolment on enrolment.user_id = (select $3::uuid) and enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = (select $3::uuid)
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) , case when not coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) and not (coalesce(item.available_from > $2::timestamptz, false) or ((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false))) and (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)))) then case when (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $2::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $2::timestamptz), false)) and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at)) then 1 else 2 end end, null, null
  from open_items item
  left join enrolments enrolment on enrolment.user_id = (select $3::uuid) and enrolment.course_id = item.course_id
  left join submissions submission on submission.assignment_id = item.id and submission.student_id = (select $3::uuid)
  left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = (select $3::uuid)
  where item.type = 'ASSIGNMENT'), counted as ( select course_id, count(*) filter (where is_done) as done, count(*) filter (where is_required) as required, (array_agg(id
      order by rank, work.week, work.place nulls last, work.due_at nulls last, work.id) filter (where rank is not null))[1] as next
  from work
  group by course_id)
select course.id as "courseId", coalesce(100 * counted.done / nullif(counted.required, 0), 0)::int as percentage, case when next.id is not null then json_build_object('id', next.id, 'type', item.type, 'title', item.title, 'weekId', next.week_id, 'weekNumber', next.week, 'startsAt', to_char(item.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMinutes', item.duration_minutes, 'durationSeconds', nullif(item.duration_seconds, 0), 'thumbnail', media_item.thumbnail, 'leftAt', case when next.position > 0 or next.coverage > 0 then json_build_object( 'position', next.position, 'coverage', coalesce(next.coverage, 0), 'durationSeconds', nullif(item.duration_seconds, 0)) end) end as next , coalesce(plan.weeks, '[]') as "weekProgress"
from unnest($1::uuid[]) course (id)
left join counted on counted.course_id = course.id
left join work next on next.id = counted.next
left join open_items item on item.id = next.id
left join media media_item on media_item.id = next.id
left join ( select week.course_id, json_agg(json_build_object('number', week.number, 'startsOn', week.starts_on, 'unlockAt', to_char(week.unlock_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'locked', not (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $2::timestamptz::timestamptz)), 'done', coalesce(done.done, 0), 'total', coalesce(done.total, 0))
    order by week.number) as weeks
  from weeks week
  left join (select week_id, count(*) filter (where is_done) as done, count(*) as total
    from work
    where is_required
    group by week_id) done on done.week_id = week.id
  where week.course_id = any((select $1)::uuid[]) and week.deleted_at is null
  group by week.course_id) plan on plan.course_id = course.id;

-- courses.removeCourse
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."time_zone", "media"."revision", "courses"."id", "courses"."title", "weeks"."id", (count(*) over ())::int
from "media"
inner join "courses" on "courses"."id" = "media"."course_id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where ("media"."course_id" = $1 and "media"."type" = $2 and "media"."deleted_at" is null and "media"."starts_at" > $3 and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $4::timestamptz)))
order by "media"."starts_at" asc, "media"."id" asc
limit $5;

-- courses.removeCourse
update "courses" set "deleted_at" = $1
where "courses"."id" = $2;

-- courses.removeCourse
update "zoom_meetings" set "state" = $1, "reason" = $2, "attempts" = $3
where ("zoom_meetings"."media_id" in (select "id"
    from "media"
    where "media"."course_id" = $4) and "zoom_meetings"."state" <> $5)
returning "media_id";

-- courses.removeCourse and 1 more
update "media" set "revision" = "media"."revision" + 1
where ("media"."course_id" = $1 and "media"."type" = $2 and "media"."deleted_at" is null);

-- courses.removeCourse and 2 more
update "media" set "join_url" = $1, "meeting_id" = $2, "start_url" = $3
where "media"."id" in ($4);

-- courses.restoreCourse
update "courses" set "deleted_at" = $1
where ("courses"."id" = $2 and "courses"."deleted_at" >= $3)
returning "id";

-- courses.updateAtRiskLimits
update "courses" set "at_risk_days_away" = $1, "at_risk_missing" = $2, "at_risk_attendance" = $3
where "courses"."id" = $4;

-- courses.updateAtRiskLimits
with course as materialized ( select course.id, course.title, ((course.status <> 'DRAFT' and not course.is_archived_draft) and course.status <> 'ARCHIVED' and not coalesce(course.ends_on < ($1::timestamptz at time zone course.time_zone)::date, false)) as is_running, course.starts_on::timestamp at time zone course.time_zone as starts_at, course.at_risk_days_away as days_away, course.at_risk_missing as most_missing, course.at_risk_attendance as least_rate
  from courses course
  where course.id = any((select $2)::uuid[])), class as materialized ( select student.course_id, student.user_id, student.since, student.periods, greatest(users.last_seen_at, student.since, course.starts_at) as away_since
  from course
  join course_students student on student.course_id = course.id
  join users on ("users"."id" = student.user_id and "users"."role" = 'USER' and "users"."deleted_at" is null) ), over_items as materialized ( select item.*
  from course_items item
  where item.course_id = any(array(select id
      from course)) and item.type = 'ASSIGNMENT' and item.opens_at <= $1::timestamptz and (item.status = 'CLOSED' or coalesce(least(item.due_at, item.closes_at, item.closed_at) < date_trunc('minute', $1::timestamptz), false))), missing as ( select student.course_id, student.user_id, count(*)::int as missing
  from over_items item
  join class student on student.course_id = item.course_id
  left join (with found as materialized (select *
      from submissions
      where assignment_id = any(array(select id
          from over_items)) )
    select *
    from found) submission on submission.assignment_id = item.id and submission.student_id = student.user_id
  left join (with found as materialized (select *
      from assignment_exceptions
      where assignment_id = any(array(select id
          from over_items)) )
    select *
    from found) exception on exception.assignment_id = item.id and exception.student_id = student.user_id
  where (true and (((case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end) = 'CLOSED' or coalesce((case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or student.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))))
  group by 1, 2), sessions as materialized ( select week.course_id, session.id, course.made_up_as
  from weeks week
  join courses course on course.id = week.course_id
  cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
    from media media_item
    where media_item.week_id = week.id
    union all
    select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
  where week.course_id = any(array(select id
      from course)) and week.deleted_at is null), rates as ( select student.course_id, student.user_id, count(*)::int as marked, (100 * count(*) filter (where coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('PRESENT', 'LATE'), false)) / nullif(count(*) filter (where not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then session.made_up_as else record.status end) in ('EXCUSED'), false)), 0))::int as percentage
  from sessions session
  join (with found as materialized (select *
      from attendance
      where session_id = any(array(select id
          from sessions)) )
    select *
    from found) record on record.session_id = session.id
  join class student on student.course_id = session.course_id and student.user_id = record.user_id
  where record.status is not null
  group by 1, 2), student_counts as materialized ( select class.*, missing.missing, rates.marked, rates.percentage
  from class
  full join missing on missing.course_id = class.course_id and missing.user_id = class.user_id
  full join rates on rates.course_id = class.course_id and rates.user_id = class.user_id), state as materialized ( select student.course_id, student.user_id, student.since, student.periods, student.away_since, course.is_running, coalesce(student.missing, 0) as missing, coalesce(student.marked, 0) as marked, student.percentage as rate, case when course.is_running then coalesce(student.away_since + course.days_away * interval '24 hours' <= $1::timestamptz, false)::int + coalesce(coalesce(student.missing, 0) >= course.most_missing, false)::int + coalesce((student.marked >= 3 and coalesce(student.percentage < course.least_rate, false)), false)::int else 0 end as reasons
  from student_counts student
  join course on course.id = student.course_id), others as ( delete
  from students_at_risk known
  where known.course_id = any((select $2)::uuid[]) and not exists (select
    from state
    where state.course_id = known.course_id and state.user_id = known.user_id and state.reasons > 0)) insert into students_at_risk as known (course_id, user_id, reasons, state)
select course_id, user_id, reasons, json_build_object('awaySince', to_char(state.away_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'missing', state.missing, 'attendance', json_build_object('percentage', state.rate, 'marked', state.marked), 'isRunning', state.is_running)
from state
where reasons > 0
order by course_id, user_id
on conflict (course_id, user_id) do update set reasons = excluded.reasons, state = excluded.state
where (known.reasons, known.state) is distinct
from (excluded.reasons, excluded.state);

-- courses.updateCourse
update "courses" set "status" = $1, "is_archived_draft" = $2, "version" = $3, "updated_by" = $4, "updated_at" = $5
where "courses"."id" = $6;

-- courses.updateCourse
update "courses" set "title" = $1, "status" = $2, "is_archived_draft" = $3, "version" = $4, "updated_by" = $5, "updated_at" = $6
where "courses"."id" = $7;

-- courses.updateCourse
update "courses" set "title" = $1, "version" = $2, "updated_by" = $3, "updated_at" = $4
where "courses"."id" = $5;

-- discussions.countDiscussions
select count(*)::int, count(*) filter (where (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))))::int, count(*) filter (where exists (select
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
              from "users" account
              where account.id = $1))
          from "memberships" membership
          left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
          where membership.course_id = $2 and membership.user_id = $1 and membership.status = 'ACTIVE')) as read_until
      offset 0) seen
    where ("discussions"."last_activity_at" > seen.read_until and (("discussions"."created_at" > seen.read_until and "discussions"."author_id" <> $1) or exists (select 1
          from "comments" fresh
          where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1)))))::int, count(*) filter (where ("discussions"."author_id" = $1 or "discussions"."id" in ( select mine.discussion_id
      from "comments" mine
      where mine.author_id = $1 and mine.deleted_at is null)))::int, min("created_at") filter (where (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))))
from "discussions"
where ("discussions"."course_id" = $2 and "discussions"."deleted_at" is null);

-- discussions.createComment
update "discussions" set "comment_count" = "discussions"."comment_count" + 1, "top_level_count" = "discussions"."top_level_count" + case when $1::uuid is null then 1 else 0 end, "staff_reply_id" = coalesce("discussions"."staff_reply_id", $2::uuid), "last_activity_at" = $3::timestamptz
where ("discussions"."id" = $4 and "discussions"."course_id" = $5 and "discussions"."deleted_at" is null)
returning "id", "course_id", "title", "locked";

-- discussions.createComment
with "added" as (insert into "comments" ("id", "discussion_id", "author_id", "parent_id", "root_id", "content", "mentioned_ids", "version_count", "answer_marked_by", "created_at", "edited_at", "deleted_at", "deleted_by")
  select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6, $7::uuid[], 0, null::uuid, $8::timestamptz, null, null, null::uuid
  where not exists (select
    from "comments"
    where ("comments"."author_id" = $3 and "comments"."discussion_id" = $2 and "comments"."created_at" > $9 and "comments"."deleted_at" is null and "comments"."content" = $6))
  returning "id", "discussion_id", "author_id", "parent_id", "root_id", "content", "mentioned_ids", "version_count", "answer_marked_by", "created_at", "edited_at", "deleted_at", "deleted_by", "search_text")
select "added"."id", "added"."content", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "added"."author_id", "added"."parent_id", "added"."root_id", "parent_author"."name", "added"."created_at", "added"."edited_at", "added"."version_count", false, "added"."deleted_at", "added"."deleted_by", array( select part.author_id
  from ( select newest.author_id
    from ( select author_id
      from comments
      where discussion_id = $2 and deleted_at is null
      order by created_at desc
      limit 50) newest union
    select discussion.author_id
    from discussions discussion
    where discussion.id = $2) part
  where part.author_id <> $3 and not exists (select
    from "notices" notice
    where notice.user_id = part.author_id and notice.group_key = $10 and notice.kind = 'REPLY' and notice.read_at is null and notice.email_at is not null))
from "added"
inner join "discussions" on "discussions"."id" = "added"."discussion_id"
inner join "users" on "users"."id" = "added"."author_id"
left join "memberships" on ("memberships"."course_id" = "discussions"."course_id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
left join "comments" "parent" on ("parent"."id" = "added"."parent_id" and "parent"."id" <> "added"."root_id")
left join "users" "parent_author" on "parent_author"."id" = "parent"."author_id";

-- discussions.createComment and 4 more
select "id", "discussion_id", "author_id", "parent_id", "root_id", "content", "mentioned_ids", "version_count", "answer_marked_by", "created_at", "edited_at", "deleted_at", "deleted_by", "search_text"
from "comments"
where ("comments"."id" = $1 and "comments"."discussion_id" = $2 and "comments"."deleted_at" is null);

-- discussions.createDiscussion
insert into "discussions" ("id", "course_id", "author_id", "title", "content", "pinned", "locked", "locked_by", "comment_count", "top_level_count", "staff_reply_id", "mentioned_ids", "created_at", "edited_at", "last_activity_at", "deleted_at")
values ($1, $2, $3, $4, $5, default, default, default, default, default, default, $6, $7, default, $8, default)
returning "id";

-- discussions.createDiscussion and 3 more
select "discussions"."id", "discussions"."course_id", "discussions"."title", "discussions"."content", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "discussions"."pinned", "discussions"."locked", (select named.name
  from "users" named
  where named.id = "discussions"."locked_by"), "discussions"."comment_count", "discussions"."staff_reply_id" is not null, exists (select
  from "comments" other
  where other.discussion_id = "discussions"."id" and other.author_id <> "discussions"."author_id" and other.deleted_at is null), reader.new_count, ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)), reader.read_until, "discussions"."created_at", "discussions"."edited_at", "discussions"."last_activity_at", (select named.name
  from "users" named
  where named.id = (select latest.author_id
    from "comments" latest
    where latest.discussion_id = "discussions"."id" and latest.deleted_at is null
    order by latest.created_at desc
    limit 1))
from "discussions"
inner join "users" on "users"."id" = "discussions"."author_id"
cross join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
    from (select 1
      from "comments" fresh
      where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1
      limit 100) counted) else 0 end as new_count
  from (select coalesce((select seen.read_until
        from "discussion_reads" seen
        where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
            from "users" account
            where account.id = $1))
        from "memberships" membership
        left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
        where membership.course_id = $2 and membership.user_id = $1 and membership.status = 'ACTIVE')) as read_until
    offset 0) seen
  offset 0) reader
left join "memberships" on ("memberships"."course_id" = "discussions"."course_id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
where ("discussions"."id" = $3 and "discussions"."course_id" = $2 and "discussions"."deleted_at" is null);

-- discussions.listComments
with "page" as (select "id"
  from "comments"
  where ("comments"."discussion_id" = $1 and "comments"."root_id" is null and ("comments"."deleted_at" is null or coalesce((select true
          from "comments" reply
          where reply.root_id = "comments"."id" and reply.deleted_at is null
          limit 1), false)))
  order by "comments"."id" asc
  limit '21')
select "comments"."id", "comments"."content", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "comments"."author_id", "comments"."parent_id", "comments"."root_id", "parent_author"."name", "comments"."created_at", "comments"."edited_at", "comments"."version_count", "comments"."answer_marked_by" is not null, "comments"."deleted_at", "comments"."deleted_by", reader.top_level_count, counted.replies, counted.last_at, counted.fresh
from (select id
  from page
  union all
  select shown.id
  from page root
  cross join lateral ( select reply.id
    from "comments" reply
    where reply.root_id = root.id and (reply.deleted_at is null or exists ( select 1
        from "comments" answer
        where answer.root_id = reply.root_id and answer.parent_id = reply.id and answer.deleted_at is null))
    order by reply.id
    limit '2') shown) wanted
inner join "comments" on "comments"."id" = wanted.id
inner join "users" on "users"."id" = "comments"."author_id"
cross join (select "discussions"."top_level_count" as top_level_count, reader.read_until as read_until
  from "discussions"
  cross join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
      from (select 1
        from "comments" fresh
        where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $2
        limit 100) counted) else 0 end as new_count
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $2 and seen.discussion_id = "discussions"."id"), (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
              from "users" account
              where account.id = $2))
          from "memberships" membership
          left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
          where membership.course_id = $3 and membership.user_id = $2 and membership.status = 'ACTIVE')) as read_until
      offset 0) seen
    offset 0) reader
  where "discussions"."id" = $1 and "discussions"."course_id" = $3 and "discussions"."deleted_at" is null
  offset 0) reader
cross join lateral (select count(*)::int as replies, max(reply.created_at) as last_at, count(*) filter (where reply.deleted_at is null and reply.created_at > reader.read_until and reply.author_id <> $2)::int as fresh
  from "comments" reply
  where "comments"."root_id" is null and reply.root_id = "comments"."id" and (reply.deleted_at is null or exists ( select 1
      from "comments" answer
      where answer.root_id = reply.root_id and answer.parent_id = reply.id and answer.deleted_at is null))) counted
left join "memberships" on ("memberships"."course_id" = $3 and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
left join "comments" "parent" on ("parent"."id" = "comments"."parent_id" and "parent"."id" <> "comments"."root_id" and "parent"."deleted_at" is null)
left join "users" "parent_author" on "parent_author"."id" = "parent"."author_id"
order by "comments"."id" asc;

-- discussions.listDiscussions
select "discussions"."id", "discussions"."course_id", "discussions"."title", "discussions"."content", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "discussions"."pinned", "discussions"."locked", (select named.name
  from "users" named
  where named.id = "discussions"."locked_by"), "discussions"."comment_count", "discussions"."staff_reply_id" is not null, exists (select
  from "comments" other
  where other.discussion_id = "discussions"."id" and other.author_id <> "discussions"."author_id" and other.deleted_at is null), reader.new_count, ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)), reader.read_until, "discussions"."created_at", "discussions"."edited_at", "discussions"."last_activity_at", (select named.name
  from "users" named
  where named.id = (select latest.author_id
    from "comments" latest
    where latest.discussion_id = "discussions"."id" and latest.deleted_at is null
    order by latest.created_at desc
    limit 1)), null
from (select "id"
  from "discussions"
  where ("discussions"."course_id" = $2 and "discussions"."deleted_at" is null)
  order by "discussions"."pinned" desc, "discussions"."last_activity_at" desc, "discussions"."id" desc
  limit '21') "page"
inner join "discussions" on "discussions"."id" = "page"."id"
inner join "users" on "users"."id" = "discussions"."author_id"
cross join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
    from (select 1
      from "comments" fresh
      where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1
      limit 100) counted) else 0 end as new_count
  from (select coalesce((select seen.read_until
        from "discussion_reads" seen
        where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
            from "users" account
            where account.id = $1))
        from "memberships" membership
        left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
        where membership.course_id = $2 and membership.user_id = $1 and membership.status = 'ACTIVE')) as read_until
    offset 0) seen
  offset 0) reader
left join "memberships" on ("memberships"."course_id" = "discussions"."course_id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
order by "discussions"."pinned" desc, "discussions"."last_activity_at" desc, "discussions"."id" desc;

-- discussions.listDiscussions
select count(*)::int
from "discussions"
where ("discussions"."course_id" = $1 and "discussions"."deleted_at" is null);

-- discussions.listVersions
select "content", "created_at"
from "comment_versions"
where "comment_versions"."comment_id" = $1
order by "comment_versions"."id" desc
limit $2;

-- discussions.listVersions and 1 more
select "id"
from "discussions"
where ("discussions"."id" = $1 and "discussions"."course_id" = $2 and "discussions"."deleted_at" is null);

-- discussions.markAllRead and 1 more
update notices set read_at = $1::timestamptz
where id in (select notice.id
  from notices notice
  where notice.read_at is null and notice.user_id = $2 and notice.course_id = any($3::uuid[]) and notice.kind in ('REPLY', 'MENTION') and not exists (select
    from comments comment
    where comment.id = (notice.subject ->> 'commentId')::uuid and comment.created_at > $4::timestamptz) and not exists (select
    from comments reply
    where notice.kind = 'REPLY' and reply.discussion_id = (notice.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
      from comments own
      where own.id = (notice.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(notice.read_at, 'infinity') and reply.author_id <> notice.user_id and reply.deleted_at is null and reply.created_at > $5::timestamptz)
  order by notice.id
  for update);

-- discussions.markAllRead and 1 more
with unread as ( select "discussions"."id" as id, (select seen.read_until
    from "discussion_reads" seen
    where seen.user_id = $1 and seen.discussion_id = "discussions"."id") as former
  from "discussions"
  where "discussions"."course_id" = any((select $2)::uuid[]) and "discussions"."deleted_at" is null and exists (select
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
              from "users" account
              where account.id = $1))
          from "memberships" membership
          left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
          where membership.course_id = "discussions"."course_id" and membership.user_id = $1 and membership.status = 'ACTIVE')) as read_until
      offset 0) seen
    where ("discussions"."last_activity_at" > seen.read_until and (("discussions"."created_at" > seen.read_until and "discussions"."author_id" <> $1) or exists (select 1
          from "comments" fresh
          where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1)))) ), marked as ( insert into "discussion_reads" (user_id, discussion_id, read_until)
  select $1::uuid, id, $3::timestamptz
  from unread
  order by id
  on conflict (user_id, discussion_id) do update set read_until = greatest(discussion_reads.read_until, excluded.read_until))
select id as "discussionId", to_char(former at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "readUntil"
from unread;

-- discussions.markAllRead and 5 more
select (select count(*)::int
  from ( select distinct notice.group_key
    from notices notice
    join users account on account.id = notice.user_id
    left join courses course on course.id = notice.course_id
    where notice.user_id = $1 and notice.read_at is null and (notice.course_id is null or course.deleted_at is null and (notice.kind = 'FORM' or (account.role in ('ADMIN', 'SUPER_ADMIN') or ((course.status <> 'DRAFT' and not course.is_archived_draft) or account.role <> 'USER') and exists ( select
            from memberships membership
            where membership.course_id = course.id and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE'
            offset 0)))) and not exists (select
      from discussions discussion
      where discussion.id = (notice.subject ->> 'discussionId')::uuid and discussion.deleted_at is not null
      offset 0) and not exists (select
      from assignments assignment
      where assignment.id = (notice.subject ->> 'assignmentId')::uuid and assignment.deleted_at is not null
      offset 0) and not exists (select
      from media media_item
      where media_item.id = (notice.subject ->> 'mediaId')::uuid and media_item.deleted_at is not null
      offset 0) and (not (exists (select
          from comments comment
          where comment.id = (notice.subject ->> 'commentId')::uuid and comment.deleted_at is not null
          offset 0) or (notice.kind = 'RESPONSE' and not exists (select
            from signup_forms form
            join signup_responses response on response.form_id = form.id
            where form.course_id = notice.course_id and response.user_id = notice.actor_id and response.status = 'PENDING'
            offset 0))) or exists (select
        from comments reply
        where notice.kind = 'REPLY' and reply.discussion_id = (notice.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
          from comments own
          where own.id = (notice.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(notice.read_at, 'infinity') and reply.author_id <> notice.user_id and reply.deleted_at is null))
    limit 100) unread) as unread;

-- discussions.markAnswer
update "comments" set "answer_marked_by" = $1
where "comments"."id" = $2;

-- discussions.markAnswer and 2 more
update "discussions" set "comment_count" = (select count(*)
  from "comments"
  where "comments"."discussion_id" = $1 and "comments"."deleted_at" is null), "top_level_count" = (select count(*)
  from "comments"
  where "comments"."discussion_id" = $1 and "comments"."root_id" is null and ("comments"."deleted_at" is null or coalesce((select true
        from "comments" reply
        where reply.root_id = "comments"."id" and reply.deleted_at is null
        limit 1), false))), "staff_reply_id" = case when exists (select 1
  from "comments"
  where "comments"."discussion_id" = $1 and "comments"."deleted_at" is null and "comments"."id" = "discussions"."staff_reply_id" and "comments"."id" is distinct
  from $2::uuid) then "discussions"."staff_reply_id" else (select comment.id
  from "comments" comment
  join "users" author on author.id = comment.author_id
  where comment.discussion_id = $1 and comment.deleted_at is null and (comment.answer_marked_by is not null or author.role in ('ADMIN', 'SUPER_ADMIN') or exists ( select 1
      from "memberships" membership
      where membership.course_id = "discussions"."course_id" and membership.user_id = author.id and membership.role = 'TRAINER'))
  order by comment.created_at, comment.id
  limit 1) end, "last_activity_at" = coalesce((select max("comments"."created_at")
    from "comments"
    where "comments"."discussion_id" = $1 and "comments"."deleted_at" is null), "discussions"."created_at")
where "discussions"."id" = $1;

-- discussions.markAnswer and 4 more
select "id", "course_id", "author_id", "title", "content", "created_at", "locked", "mentioned_ids"
from "discussions"
where ("discussions"."id" = $1 and "discussions"."course_id" = $2 and "discussions"."deleted_at" is null)
for update;

-- discussions.markRead
insert into "discussion_reads" ("user_id", "discussion_id", "read_until")
values ($1, $2, $3)
on conflict ("user_id","discussion_id") do update set "read_until" = greatest("discussion_reads"."read_until", excluded.read_until);

-- discussions.markRead
update notices set read_at = $1::timestamptz
where id in (select notice.id
  from notices notice
  where notice.read_at is null and notice.user_id = $2 and notice.course_id = any($3::uuid[]) and notice.kind in ('REPLY', 'MENTION') and notice.subject ->> 'discussionId' = $4 and not exists (select
    from comments comment
    where comment.id = (notice.subject ->> 'commentId')::uuid and comment.created_at > $5::timestamptz) and not exists (select
    from comments reply
    where notice.kind = 'REPLY' and reply.discussion_id = (notice.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
      from comments own
      where own.id = (notice.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(notice.read_at, 'infinity') and reply.author_id <> notice.user_id and reply.deleted_at is null and reply.created_at > $6::timestamptz)
  order by notice.id
  for update);

-- discussions.moderateDiscussion
update "discussions" set "pinned" = $1
where "discussions"."id" = $2;

-- discussions.removeComment
update "comments" set "deleted_at" = $1, "deleted_by" = $2
where "comments"."id" = $3;

-- discussions.removeComment and 1 more
select "id", "course_id", "author_id", "title", "content", "created_at", "locked", "mentioned_ids"
from "discussions"
where ("discussions"."id" = $1 and "discussions"."deleted_at" is null)
for update;

-- discussions.removeDiscussion
update "discussions" set "deleted_at" = $1
where "discussions"."id" = $2;

-- discussions.removeDiscussion and 1 more
select "id"
from "comments"
where ("comments"."discussion_id" = $1 and "comments"."author_id" <> $2 and "comments"."deleted_at" is null)
limit $3;

-- discussions.restoreComment
update "comments" set "deleted_at" = $1, "deleted_by" = $2
where (("comments"."id" = $3 and "comments"."discussion_id" = $4 and "comments"."deleted_by" = $5) and "comments"."deleted_at" > $6)
returning "id";

-- discussions.searchMembers
with "found" as (select "users"."id", "users"."name", '/images/' || "users"."profile_image" as "profile_image_url", "users"."email", split_part("users"."search_text", chr(10), 1) as "folded", "memberships"."role", "memberships"."created_at"
  from "memberships"
  inner join "users" on "users"."id" = "memberships"."user_id"
  where (("memberships"."course_id" = $1 and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE') and "users"."deleted_at" is null))
select "id", "name", "profile_image_url", "role", case when "folded" in (select folded
  from found
  group by folded having count(*) > 1) then "created_at" end, case when "folded" in (select folded
  from found
  group by folded having count(*) > 1) then "email" end
from "found"
order by "found"."name" asc, "found"."id" asc
limit '10';

-- discussions.searchMembers
with "found" as (select "users"."id", "users"."name", '/images/' || "users"."profile_image" as "profile_image_url", "users"."email", split_part("users"."search_text", chr(10), 1) as "folded", "memberships"."role", "memberships"."created_at"
  from "memberships"
  inner join "users" on "users"."id" = "memberships"."user_id"
  where (("memberships"."course_id" = $1 and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE') and "users"."deleted_at" is null))
select "id", "name", "profile_image_url", "role", case when "folded" in (select folded
  from found
  group by folded having count(*) > 1) then "created_at" end, null
from "found"
order by "found"."name" asc, "found"."id" asc
limit '10';

-- discussions.updateComment
select "id"
from "comments"
where ("comments"."root_id" = $1 and "comments"."parent_id" = $2 and "comments"."author_id" <> $3 and "comments"."deleted_at" is null)
limit $4;

-- discussions.updateComment
update "comments" set "content" = $1, "mentioned_ids" = $2, "version_count" = "comments"."version_count" + case when $3::timestamptz is null then 0 else 1 end, "edited_at" = coalesce($3::timestamptz, "comments"."edited_at")
where "comments"."id" = $4;

-- discussions.updateDiscussion
update "discussions" set "title" = $1, "edited_at" = $2
where "discussions"."id" = $3;

-- files.abortMultipart and 1 more
delete
from "files"
where "files"."key" = any($1::text[])
returning "key", "created_at";

-- files.abortMultipart and 1 more
update "uploads" set "status" = $1, "busy_until" = $2
where "uploads"."key" = any($3::text[]);

-- files.abortMultipart and 2 more
select "key", "upload_id", "owner_id", "part_size", "status", "busy_until", "last_part_at", "created_at"
from "uploads"
where "uploads"."key" = $1
for update;

-- files.completeMultipart
update "files" set "size" = $1, "duration_seconds" = $2, "status" = $3
where "files"."key" = $4;

-- files.completeMultipart
update "uploads" set busy_until = clock_timestamp() + interval '10 seconds'
where "uploads"."key" = $1 and "uploads"."status" in ('PENDING', 'OPEN') and ("uploads"."busy_until" is null or "uploads"."busy_until" < clock_timestamp() or "uploads"."busy_until" > clock_timestamp() + interval '10 seconds');

-- files.completeMultipart
update "uploads" set busy_until = null
where "uploads"."key" = $1;

-- files.completeMultipart and 2 more
select "uploads"."key", "uploads"."upload_id", "uploads"."owner_id", "uploads"."part_size", "uploads"."status", "uploads"."busy_until", "uploads"."last_part_at", "uploads"."created_at", "files"."key", "files"."owner_id", "files"."content_type", "files"."name", "files"."size", "files"."announced_size", "files"."duration_seconds", "files"."status", "files"."busy_until", "files"."created_at"
from "uploads"
left join "files" on "files"."key" = "uploads"."key"
where ("uploads"."key" = $1 and "uploads"."upload_id" = $2 and "uploads"."owner_id" = $3);

-- files.initMultipart
insert into "uploads" ("key", "upload_id", "owner_id", "part_size", "status", "busy_until", "last_part_at", "created_at")
values ($1, $2, $3, $4, default, default, default, default);

-- files.initMultipart
select count(*) as count
from "uploads"
where ("uploads"."owner_id" = $1 and "uploads"."status" = $2);;

-- files.initMultipart and 1 more
insert into "files" ("key", "owner_id", "content_type", "name", "size", "announced_size", "duration_seconds", "status", "busy_until", "created_at")
values ($1, $2, $3, $4, default, $5, default, default, default, default);

-- files.initMultipart and 1 more
select "id"
from "users"
where "users"."id" = $1 for no key update;

-- files.initMultipart and 1 more
select coalesce(sum(coalesce("size", "announced_size")), 0), coalesce(array_agg("content_type") filter (where "size" is null and "announced_size" is null), '{}')
from "files"
where ("files"."owner_id" = $1 and ("files"."size" is not null or "files"."created_at" > $2::timestamptz - interval '2 hours' or exists (select 1
      from "uploads"
      where "uploads"."key" = "files"."key" and "uploads"."status" = 'OPEN')));

-- files.listOthersUploads
select "uploads"."key", case when "users"."role" <> 'USER' then "files"."name" end, "files"."content_type", "files"."announced_size", "users"."id", "users"."name", "uploads"."created_at", "uploads"."last_part_at", coalesce("uploads"."busy_until" > $1::timestamptz, false)
from "uploads"
inner join "files" on "files"."key" = "uploads"."key"
inner join "users" on "users"."id" = "uploads"."owner_id"
where ("uploads"."status" = $2 and "uploads"."owner_id" <> $3)
order by "uploads"."last_part_at", "uploads"."key"
limit $4;

-- files.listOthersUploads
select count(*)::int
from "uploads"
where ("uploads"."status" = $1 and "uploads"."owner_id" <> $2);

-- files.listUploads and 1 more
select "uploads"."key", "uploads"."upload_id", "uploads"."owner_id", "uploads"."part_size", "uploads"."status", "uploads"."busy_until", "uploads"."last_part_at", "uploads"."created_at", "files"."name", "files"."content_type", "files"."announced_size", (count(*) over ())::int
from "uploads"
inner join "files" on "files"."key" = "uploads"."key"
where ("uploads"."owner_id" = $1 and "uploads"."status" = 'OPEN')
order by "uploads"."created_at" desc, "uploads"."key"
limit '21';

-- files.presignPart
update "uploads" set "last_part_at" = $1
where ("uploads"."key" = $2 and "uploads"."last_part_at" < $3::timestamptz - interval '1 hour');

-- files.removeFile
select "key", "owner_id", "content_type", "name", "size", "announced_size", "duration_seconds", "status", "busy_until", "created_at"
from "files"
where "files"."key" = $1
for update;

-- files.removeFile
select ( exists (select 1
    from "media"
    where "media"."deleted_at" is null and (("media"."source" = $1::text or "media"."thumbnail" = $2::text or "media"."attachments" @> jsonb_build_array(jsonb_build_object('key', $3::text)) or "media"."captions" @> jsonb_build_array(jsonb_build_object('key', $4::text))))) or exists (select 1
    from "users"
    where "users"."profile_image" = $5::text and "users"."deleted_at" is null) or exists (select 1
    from "courses"
    where "courses"."cover_image" = $6::text) or exists (select 1
    from "submissions"
    where "submissions"."student_id" = $7::uuid and ((jsonb_path_exists("submissions"."answers", '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $8::text)) or jsonb_path_exists("submissions"."draft", '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $9::text)) or exists (select 1
          from "submission_attempts"
          where "submission_attempts"."submission_id" = "submissions"."id" and jsonb_path_exists("submission_attempts"."answers", '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $10::text)))))) or exists (select 1
    from "signup_responses"
    where "signup_responses"."user_id" = $11::uuid and jsonb_path_exists("signup_responses"."answers" || jsonb_path_query_array("signup_responses"."earlier", '$[*].answers[*]'), '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $12::text))) or ( exists (select 1
      from "discussions"
      where "discussions"."author_id" = $13::uuid and "discussions"."deleted_at" is null and ("discussions"."content" like '%<img data-key=%' and image_keys("discussions"."content") @> array[$14::text])) or exists (select 1
      from "comments"
      where "comments"."author_id" = $15::uuid and "comments"."deleted_at" is null and ("comments"."content" like '%<img data-key=%' and image_keys("comments"."content") @> array[$16::text])) or exists (select 1
      from "comment_versions"
      join "comments" on "comments"."id" = "comment_versions"."comment_id"
      where "comments"."author_id" = $17::uuid and "comments"."deleted_at" is null and ("comment_versions"."content" like '%<img data-key=%' and image_keys("comment_versions"."content") @> array[$18::text]))) or exists (select 1
    from "course_emails"
    where ("course_emails"."body" like '%<img data-key=%' and image_keys("course_emails"."body") @> array[$19::text]))) as "isUsed";

-- files.removeFile
select exists (select 1
  from "media"
  where (("media"."source" = $1::text or "media"."thumbnail" = $2::text or "media"."attachments" @> jsonb_build_array(jsonb_build_object('key', $3::text)) or "media"."captions" @> jsonb_build_array(jsonb_build_object('key', $4::text)))) and exists (select
    from course_staff staff
    where staff.course_id = "media"."course_id" and staff.user_id = $5)) or exists (select 1
  from "courses"
  where "courses"."cover_image" = $6 and exists (select
    from course_staff staff
    where staff.course_id = "courses"."id" and staff.user_id = $7)) or exists (select 1
  from "submissions"
  where "submissions"."student_id" = $8 and exists (select
    from course_staff staff
    where staff.course_id = "submissions"."course_id" and staff.user_id = $9) and ((jsonb_path_exists("submissions"."answers", '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $10::text)) or jsonb_path_exists("submissions"."draft", '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $11::text)) or exists (select 1
        from "submission_attempts"
        where "submission_attempts"."submission_id" = "submissions"."id" and jsonb_path_exists("submission_attempts"."answers", '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $12::text)))))) or exists (select 1
  from "signup_responses"
  join "signup_forms" on "signup_forms"."id" = "signup_responses"."form_id"
  where "signup_responses"."user_id" = $13 and exists (select
    from course_staff staff
    where staff.course_id = "signup_forms"."course_id" and staff.user_id = $14) and jsonb_path_exists("signup_responses"."answers" || jsonb_path_query_array("signup_responses"."earlier", '$[*].answers[*]'), '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', $15::text))) as "isTaught";

-- grading.getHiddenNames
select "user_id"
from "hidden_names"
where ("hidden_names"."assignment_id" = $1 and "hidden_names"."user_id" = $2);

-- grading.listMarkChanges
select "grade_changes"."id", "grade_changes"."action", "users"."id", "users"."name", '/images/' || "users"."profile_image", "grade_changes"."changed_at", "grade_changes"."old_marks", "grade_changes"."new_marks", "grade_changes"."old_feedback" is distinct
from "grade_changes"."new_feedback"
from "grade_changes"
inner join "users" on "users"."id" = "grade_changes"."changed_by"
where "grade_changes"."submission_id" = $1
order by "grade_changes"."changed_at" desc, "grade_changes"."id" desc
limit $2;

-- grading.listMarkChanges and 6 more
select "submissions"."id", "submissions"."assignment_id", "submissions"."course_id", "submissions"."student_id", "submissions"."answers", "submissions"."questions_version", "submissions"."draft", "submissions"."draft_version", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."effective_submitted_at", "submissions"."recorded_by", "submissions"."marks", "submissions"."question_marks", "submissions"."deduction", "submissions"."is_final", "submissions"."feedback", "submissions"."graded_by", "submissions"."graded_at", "submissions"."is_held", "submissions"."version", "submissions"."created_at", "submissions"."updated_at", "users"."id", "users"."name", '/images/' || "users"."profile_image", "grader"."id", "grader"."name", '/images/' || "grader"."profile_image", "recorder"."id", "recorder"."name", '/images/' || "recorder"."profile_image"
from "submissions"
inner join "users" on "users"."id" = "submissions"."student_id"
left join "users" "grader" on "grader"."id" = "submissions"."graded_by"
left join "users" "recorder" on "recorder"."id" = "submissions"."recorded_by"
where "submissions"."id" = $1;

-- grading.reportGrading
insert into "grading_presence" ("user_id", "assignment_id", "submission_id", "since", "last_seen_at")
values ($1, $2, $3, $4, $5)
on conflict ("user_id") do update set "assignment_id" = $6, "submission_id" = $7, "since" = case when "grading_presence"."submission_id" = $8 and "grading_presence"."last_seen_at" > $9 then "grading_presence"."since" else $10 end, "last_seen_at" = $11;

-- grading.reportGrading
select "grading_presence"."submission_id", "users"."id", "users"."name", '/images/' || "users"."profile_image", "grading_presence"."since"
from "grading_presence"
inner join "users" on "users"."id" = "grading_presence"."user_id"
where ("grading_presence"."assignment_id" = $1 and "grading_presence"."user_id" <> $2 and "grading_presence"."last_seen_at" > $3)
order by "grading_presence"."since";

-- grading.reportGrading and 3 more
select "student_numbers"."number"
from "hidden_names"
left join "student_numbers" on ("student_numbers"."assignment_id" = "hidden_names"."assignment_id" and "student_numbers"."student_id" = $1)
where ("hidden_names"."assignment_id" = $2 and "hidden_names"."user_id" = $3);

-- grading.setHiddenNames
insert into "hidden_names" ("assignment_id", "user_id")
values ($1, $2)
on conflict do nothing;

-- grading.setHiddenNames
insert into student_numbers (assignment_id, student_id, number)
select $1::uuid, student.user_id, coalesce((select max(number)
    from student_numbers
    where assignment_id = $2), 0) + row_number() over (order by random())
from course_students student
where student.course_id = $3 and not exists (select
  from student_numbers numbered
  where numbered.assignment_id = $4 and numbered.student_id = student.user_id);

-- grading.setHiddenNames
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- grading.undoGrade
delete
from "last_grades"
where "last_grades"."user_id" = $1;

-- grading.undoGrade
select "user_id", "submission_id", "version", "before", "saved_at"
from "last_grades"
where "last_grades"."user_id" = $1;

-- grading.undoGrade and 1 more
select "id"
from "assignments"
where "assignments"."id" = (select submission.assignment_id
  from submissions submission
  where submission.id = $1)
for share;

-- grading.undoGrade and 1 more
select "id", "assignment_id", "course_id", "student_id", "answers", "questions_version", "draft", "draft_version", "status", "late", "attempt", "submitted_at", "effective_submitted_at", "recorded_by", "marks", "question_marks", "deduction", "is_final", "feedback", "graded_by", "graded_at", "is_held", "version", "created_at", "updated_at"
from "submissions"
where "submissions"."id" = $1
for update;

-- grading.undoGrade and 2 more
insert into grade_changes (id, submission_id, changed_by, changed_at, action, old_marks, new_marks, old_feedback, new_feedback)
select given.change_id, submission.id, $1, $2::timestamptz, $3, submission.marks, given.marks, submission.feedback, given.feedback
from jsonb_to_recordset($4::jsonb) as given (id uuid, change_id uuid, status text, marks numeric, deduction numeric, is_final boolean, question_marks jsonb, feedback text, graded_by uuid, graded_at timestamptz, is_held boolean, held_attempts jsonb, late boolean)
join submissions submission on submission.id = given.id
where $5 <> 'REMARK' or submission.marks is distinct
from given.marks;

-- grading.undoGrade and 2 more
update submission_attempts attempt set marks = given.marks, deduction = given.deduction, question_marks = given.question_marks, feedback = given.feedback, graded_by = given.graded_by, graded_at = given.graded_at, is_held = given.is_held, late = coalesce(given.late, attempt.late)
from jsonb_to_recordset($1::jsonb) as given (id uuid, change_id uuid, status text, marks numeric, deduction numeric, is_final boolean, question_marks jsonb, feedback text, graded_by uuid, graded_at timestamptz, is_held boolean, held_attempts jsonb, late boolean)
join submissions submission on submission.id = given.id
where attempt.submission_id = submission.id and attempt.attempt = submission.attempt;

-- grading.undoGrade and 2 more
update submissions submission set marks = given.marks, deduction = given.deduction, question_marks = given.question_marks, feedback = given.feedback, graded_by = given.graded_by, graded_at = given.graded_at, is_held = given.is_held, late = coalesce(given.late, submission.late), is_final = given.is_final, status = given.status, version = submission.version + 1, updated_at = case when given.is_held or submission.is_held and given.status = 'SUBMITTED' then submission.updated_at else $1::timestamptz end
from jsonb_to_recordset($2::jsonb) as given (id uuid, change_id uuid, status text, marks numeric, deduction numeric, is_final boolean, question_marks jsonb, feedback text, graded_by uuid, graded_at timestamptz, is_held boolean, held_attempts jsonb, late boolean)
where submission.id = given.id;

-- grading.undoGrade and 2 more
with shown as ( update submission_attempts attempt set is_held = false
  from jsonb_to_recordset($1::jsonb) as given (id uuid, change_id uuid, status text, marks numeric, deduction numeric, is_final boolean, question_marks jsonb, feedback text, graded_by uuid, graded_at timestamptz, is_held boolean, held_attempts jsonb, late boolean)
  where attempt.submission_id = given.id and attempt.is_held and given.status in ('GRADED', 'RETURNED') and not given.is_held
  returning attempt.submission_id, attempt.attempt)
select submission_id as id, array_agg(attempt) as attempts
from shown
group by submission_id;

-- grading.undoGrade and 5 more
select "assignments"."id", "assignments"."title", "assignments"."course_id", "assignments"."week_id", "assignments"."questions", "assignments"."max_marks", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), "assignments"."available_from", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."closed_at", "assignments"."late_policy", "assignments"."max_attempts", "assignments"."hold_marks", "assignments"."questions_version", "courses"."time_zone", "weeks"."published", "weeks"."unlock_at", ("assignment_exceptions"."excused_at" is not null), "assignment_exceptions"."reopened_until", hashtextextended(jsonb_build_array("assignments"."questions", "assignments"."max_marks", "assignments"."late_policy", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end))::text, 0)::text, ("assignments"."deleted_at" is not null or "weeks"."deleted_at" is not null), "enrolments"."periods"
from "assignments"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "assignments"."course_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $1)
left join "enrolments" on ("enrolments"."course_id" = "assignments"."course_id" and "enrolments"."user_id" = $1::uuid)
where "assignments"."id" = $2;

-- heldMarks.releaseMarks
with chosen as (select submission.id, exists (select
    from assignment_exceptions exception
    where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null) as is_excused
  from submissions submission
  join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
  where submission.is_held and submission.assignment_id = $1 and submission.course_id = $2
  order by submission.id
  for update of submission) update submissions submission set is_held = false, updated_at = $3::timestamptz
from chosen
where submission.id = chosen.id
returning submission.id, submission.course_id as "courseId", submission.student_id as "studentId", submission.version, submission.marks::float8 as marks, chosen.is_excused as "isExcused";

-- home.getCourseCounts
select count(*)::int
from "discussions"
where ("discussions"."course_id" = $1 and "discussions"."deleted_at" is null and (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))));

-- home.getCourseCounts
select count(*)::int
from "discussions"
where ("discussions"."course_id" = $1 and "discussions"."deleted_at" is null and exists (select
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $2 and seen.discussion_id = "discussions"."id"), (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
              from "users" account
              where account.id = $2))
          from "memberships" membership
          left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
          where membership.course_id = $1 and membership.user_id = $2 and membership.status = 'ACTIVE')) as read_until
      offset 0) seen
    where ("discussions"."last_activity_at" > seen.read_until and (("discussions"."created_at" > seen.read_until and "discussions"."author_id" <> $2) or exists (select 1
          from "comments" fresh
          where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $2)))));

-- home.getCourseCounts
select count(*)::int, (case when "assignments".status = 'DRAFT' then 'DRAFTS' when exists (select 1
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)) then 'TO_GRADE' when ("assignments".status = 'CLOSED' or coalesce(least("assignments".due_at, "assignments".closes_at, "assignments".closed_at) < date_trunc('minute', $1::timestamptz), false)) then 'ENDED' else 'RUNNING' end), 0::int, sum((select count(*)
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)))::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where ("assignments"."deleted_at" is null and "assignments"."course_id" = $2)
group by 2;

-- home.getCourseCounts
select session.id
from courses course
join media session on session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and session.register_closed_at is null and session.starts_at > $1::timestamptz - make_interval(days => '30') and (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') <= $1::timestamptz
join weeks week on week.id = session.week_id and week.deleted_at is null
cross join lateral ( select count(*)::int as students, count(record.status)::int as marked
  from course_students student
  left join attendance record on record.session_id = session.id and record.user_id = student.user_id
  where student.course_id = course.id and ((session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute') is null or student.user_id is null or coalesce(student.since <= (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute'), false) or student.periods @> (session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute'))) class
where course.id = $2::uuid and course.deleted_at is null and course.status = 'PUBLISHED' and class.marked < class.students;

-- home.getHome
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (count(*) over ())::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on ("submissions"."assignment_id" = "assignments"."id" and "submissions"."student_id" = $2)
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "assignments"."id" and "assignment_exceptions"."student_id" = $2)
left join "enrolments" on ("enrolments"."course_id" = "assignments"."course_id" and "enrolments"."user_id" = $2::uuid)
where ("assignments"."deleted_at" is null and exists (select
    from course_students member
    where member.course_id = "assignments"."course_id" and member.user_id = $2) and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and "assignments"."status" <> 'DRAFT' and not ("courses"."status" = 'ARCHIVED') and (not (coalesce((case when "submissions".is_held then 'SUBMITTED' else "submissions".status end) in ('SUBMITTED', 'GRADED'), false) or "assignment_exceptions".excused_at is not null or (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)) and coalesce("submissions".attempt, 0) = 0)) and not ((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false))) and ("assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz))))
order by (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) asc nulls last, "assignments"."id" asc
limit '101';

-- home.getHome
select "assignments"."id", "assignments"."title", (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end), (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments"."max_marks", "assignments"."course_id", "courses"."title", ("courses"."status" = 'ARCHIVED'), "courses"."student_count", "assignments"."week_id", "weeks"."number", "assignments"."deleted_at", "submissions"."id", (case when "submissions".is_held then 'SUBMITTED' else "submissions".status end), coalesce("submissions"."late", false), (("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)) and (((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then 'PUBLISHED' else "assignments".status end) = 'CLOSED' or coalesce((case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) < date_trunc('minute', $1::timestamptz), false)) and (coalesce("submissions".attempt, 0) = 0 and "assignment_exceptions".excused_at is null and (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at)))), (not (least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at) is null or "enrolments".user_id is null or coalesce("enrolments".since <= least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at), false) or "enrolments".periods @> least((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), (case when "assignments".status = 'CLOSED' and "assignment_exceptions".reopened_until is not null then "assignment_exceptions".reopened_until when "assignments".closes_at is not null then greatest("assignments".closes_at, "assignment_exceptions".closes_at, "assignment_exceptions".due_at, "assignment_exceptions".reopened_until) end), "assignments".closed_at))), "submissions"."submitted_at", coalesce("submissions"."attempt", 0), (case when not ("assignment_exceptions"."excused_at" is not null) then (case when "submissions".status in ('GRADED', 'RETURNED') and not "submissions".is_held then "submissions".marks end)::float8 end), coalesce((case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end) > "assignments"."due_at", false), ("assignment_exceptions"."excused_at" is not null), (count(*) over ())::int
from "assignments"
inner join "courses" on ("courses"."id" = "assignments"."course_id" and "courses"."deleted_at" is null)
inner join "weeks" on ("weeks"."id" = "assignments"."week_id" and "weeks"."deleted_at" is null)
left join "submissions" on false
left join "assignment_exceptions" on false
left join "enrolments" on false
where ("assignments"."deleted_at" is null and exists (select
    from course_staff member
    where member.course_id = "assignments"."course_id" and member.user_id = $2) and exists (select 1
    from submissions submission
    join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
    where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
      from assignment_exceptions exception
      where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)))
order by (select min(submission.submitted_at)
  from submissions submission
  join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
  where submission.assignment_id = "assignments".id and submission.status = 'SUBMITTED' and not exists (select
    from assignment_exceptions exception
    where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)) asc nulls last, "assignments"."id" asc
limit '21';

-- home.getHome
select "discussions"."id", "discussions"."course_id", "discussions"."title", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "discussions"."comment_count", "discussions"."created_at", "discussions"."last_activity_at", "page"."title"
from (select "of_each"."id", "courses"."title"
  from "courses"
  cross join lateral (select "discussions"."id", "discussions"."created_at"
    from "discussions"
    inner join "course_students" on ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id")
    where ("discussions"."course_id" = "courses"."id" and ("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null))
    order by "discussions"."created_at" asc, "discussions"."id" asc
    limit '21') "of_each"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and exists (select
      from course_staff own
      where own.course_id = "courses"."id" and own.user_id = $1))
  order by "of_each"."created_at" asc, "of_each"."id" asc
  limit '21') "page"
inner join "discussions" on "discussions"."id" = "page"."id"
inner join "users" on "users"."id" = "discussions"."author_id"
inner join "memberships" on ("memberships"."course_id" = "discussions"."course_id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
order by "discussions"."created_at" asc, "discussions"."id" asc;

-- home.getHome
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."source" is not null, "media"."join_url" is not null, "media"."join_url", "media"."start_url" is not null, "courses"."id", "courses"."title", "weeks"."id", (count(*) over ())::int
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
inner join "media" on "media"."course_id" = "courses"."id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where (("memberships"."user_id" = $1 and "memberships"."role" = 'TRAINER' and "memberships"."status" = 'ACTIVE' and "courses"."deleted_at" is null and "weeks"."deleted_at" is null) and "media"."type" = 'LIVE' and "media"."deleted_at" is null and "media"."starts_at" is not null and "media"."starts_at" >= $2 and "media"."starts_at" <= $3)
order by "media"."starts_at" asc, "media"."id" asc
limit '101';

-- home.getHome
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."source" is not null, "media"."join_url" is not null, null, false, "courses"."id", "courses"."title", "weeks"."id", (count(*) over ())::int
from "memberships"
inner join "courses" on "courses"."id" = "memberships"."course_id"
inner join "media" on "media"."course_id" = "courses"."id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where (("memberships"."user_id" = $1 and "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE' and "courses"."deleted_at" is null and "weeks"."deleted_at" is null and (("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz)))) and "media"."type" = 'LIVE' and "media"."deleted_at" is null and "media"."starts_at" is not null and "media"."starts_at" >= $3 and "media"."starts_at" <= $4)
order by "media"."starts_at" asc, "media"."id" asc
limit '101';

-- home.getHome
select "submissions"."id", "assignments"."id", "assignments"."title", "courses"."id", "courses"."title", "assignments"."week_id", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."marks", "assignments"."max_marks", "submissions"."feedback", "submissions"."graded_at", "submissions"."is_held", exists (select
  from assignment_exceptions exception
  where exception.assignment_id = "submissions"."assignment_id" and exception.student_id = "submissions"."student_id" and exception.excused_at is not null), case when "courses"."deleted_at" is not null then 'COURSE' when "weeks"."deleted_at" is not null then 'WEEK' else 'ASSIGNMENT' end
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where (("submissions"."student_id" = $1 and "assignments"."deleted_at" is null and "assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz)) and "courses"."deleted_at" is null and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false')) and "submissions"."graded_at" >= $3 and "submissions"."is_held" = 'false' and "submissions"."status" in ('GRADED', 'RETURNED'))
order by "submissions"."graded_at" desc, "submissions"."id" desc
limit '21';

-- home.getHome
select (select json_build_object('kind', 'FAILED_EMAILS', 'count', count(*), 'newestAt', to_char(max(email.created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'courses', (select coalesce(json_agg(named), '[]')
      from (select course.id, course.title, course.starts_on as "startsOn"
        from emails email
        join course_emails sent on sent.id = email.batch_id
        join courses course on course.id = sent.course_id and course.deleted_at is null
        where email.state = 'FAILED' and email.created_at > $1::timestamptz - interval '30 days'
        group by course.id
        order by max(email.created_at) desc
        limit '3') named))
  from emails email
  join course_emails sent on sent.id = email.batch_id
  join courses course on course.id = sent.course_id and course.deleted_at is null
  where email.state = 'FAILED' and email.created_at > $1::timestamptz - interval '30 days' having count(*) > 0) as emails, (select json_build_object('kind', 'FAILED_INVITATIONS', 'count', count(*), 'people', (select coalesce(json_agg(named), '[]')
      from (select person.id, person.name
        from users person
        cross join lateral (select state
          from emails
          where user_id = person.id and kind = 'INVITATION'
          order by created_at desc
          limit 1) invitation
        where person.status = 'INVITED' and person.deleted_at is null and invitation.state = 'FAILED'
        order by person.name
        limit '3') named))
  from users person
  cross join lateral (select state
    from emails
    where user_id = person.id and kind = 'INVITATION'
    order by created_at desc
    limit 1) invitation
  where person.status = 'INVITED' and person.deleted_at is null and invitation.state = 'FAILED' having count(*) > 0) as invitations, (select json_build_object('kind', 'NO_TRAINER', 'count', count(*), 'courses', (select coalesce(json_agg(named), '[]')
      from (select course.id, course.title, course.starts_on as "startsOn"
        from courses course
        where course.deleted_at is null and course.status = 'PUBLISHED' and (course.ends_on is null or course.ends_on >= ($1::timestamptz at time zone course.time_zone)::date) and not exists (select
          from course_staff staff
          join users person on person.id = staff.user_id and person.status <> 'SUSPENDED'
          where staff.course_id = course.id)
        order by course.starts_on nulls last, course.title
        limit '3') named))
  from courses course
  where course.deleted_at is null and course.status = 'PUBLISHED' and (course.ends_on is null or course.ends_on >= ($1::timestamptz at time zone course.time_zone)::date) and not exists (select
    from course_staff staff
    join users person on person.id = staff.user_id and person.status <> 'SUSPENDED'
    where staff.course_id = course.id) having count(*) > 0) as "noTrainer", (select json_build_object('kind', 'UPLOADS', 'count', count(*), 'bytes', coalesce(sum(file.announced_size), 0), 'oldestAt', to_char(min(upload.created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'owners', (select coalesce(json_agg(name), '[]')
      from (select owner.name
        from uploads upload
        join files file on file.key = upload.key
        join users owner on owner.id = upload.owner_id
        where upload.status = 'OPEN' and upload.created_at < $1::timestamptz - interval '1 day'
        group by owner.id
        order by owner.name
        limit '3') owners))
  from uploads upload
  join files file on file.key = upload.key
  join users owner on owner.id = upload.owner_id
  where upload.status = 'OPEN' and upload.created_at < $1::timestamptz - interval '1 day' having count(*) > 0) as uploads, (select json_build_object('kind', 'SIGN_UPS', 'waiting', count(*), 'courses', (select coalesce(json_agg(named), '[]')
      from (select course.id, course.title, course.starts_on as "startsOn"
        from signup_responses response
        join signup_forms form on form.id = response.form_id
        join courses course on course.id = form.course_id and course.deleted_at is null and course.status <> 'ARCHIVED'
        join users person on person.id = response.user_id and person.deleted_at is null
        where response.status = 'PENDING'
        group by course.id
        order by min(response.sent_at)
        limit '3') named))
  from signup_responses response
  join signup_forms form on form.id = response.form_id
  join courses course on course.id = form.course_id and course.deleted_at is null and course.status <> 'ARCHIVED'
  join users person on person.id = response.user_id and person.deleted_at is null
  where response.status = 'PENDING' having count(*) > 0) as "signUps";

-- home.getHome
select (select json_build_object('students', coalesce(sum(delta) filter (where role = 'USER'), 0), 'trainers', coalesce(sum(delta) filter (where role = 'TRAINER'), 0), 'admins', coalesce(sum(delta) filter (where role in ('ADMIN', 'SUPER_ADMIN')), 0), 'invited', coalesce(sum(delta) filter (where status = 'INVITED'), 0))
  from user_counts) as people, json_build_object( 'firstCourse', (select json_build_object('id', id, 'title', title, 'startsOn', starts_on)
    from courses
    where deleted_at is null
    order by created_at, id
    limit 1), 'hasEmailed', exists (select
    from course_emails
    where state = 'SENT'), 'courseWithStudents', (select id
    from courses
    where deleted_at is null and student_count > 0
    order by created_at, id
    limit 1)) as start;

-- home.getHome
select course.id as "courseId", course.title as "courseTitle", count(*)::int as waiting, to_char(min(response.sent_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestSentAt"
from courses course
join signup_forms form on form.course_id = course.id
join signup_responses response on response.form_id = form.id and response.status = 'PENDING'
join users account on account.id = response.user_id and account.deleted_at is null
where course.deleted_at is null and course.status <> 'ARCHIVED' and exists (select
  from course_staff staff
  where staff.course_id = course.id and staff.user_id = $1)
group by course.id
order by min(response.sent_at), course.id
limit '21';

-- home.getHome
select starts_on as "startsOn", signed_in as "signedIn", new_people as "newPeople", videos, sessions, submissions
from weekly_activity
where starts_on > date_trunc('week', $1::timestamptz at time zone 'utc')::date - 7 * '12'
order by starts_on;

-- home.getHome
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and exists (select
      from course_students own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select count(*)::int
from "own"
inner join "discussions" on "discussions"."course_id" = "own"."id"
where ("discussions"."deleted_at" is null and exists (select
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), own.joined_at) as read_until
      offset 0) seen
    where ("discussions"."last_activity_at" > seen.read_until and (("discussions"."created_at" > seen.read_until and "discussions"."author_id" <> $1) or exists (select 1
          from "comments" fresh
          where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1)))));

-- home.getHome
with known as materialized ( select known.*, users.name
  from students_at_risk known
  join users on users.id = known.user_id
  join courses course on course.id = known.course_id and course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) and course.status <> 'ARCHIVED' and not coalesce(course.ends_on < ($1::timestamptz at time zone course.time_zone)::date, false))
  where known.course_id in (select staff.course_id
    from course_staff staff
    where staff.user_id = $2::uuid)), first as materialized (select *
  from known
  order by reasons desc, name, user_id, course_id
  limit '10')
select case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'profileImageUrl', '/images/' || users.profile_image) end as student, course.id as "courseId", course.title as "courseTitle", first.state, json_build_object('daysAway', course.days_away, 'missing', course.most_missing, 'attendance', course.least_rate) as limits, to_char(users.last_seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastSeenAt", (select count(*)::int
  from known) as total, (select count(*)::int
  from first) as most
from first
join course_students student on student.course_id = first.course_id and student.user_id = first.user_id
join users on users.id = first.user_id
join (select *, at_risk_days_away as days_away, at_risk_missing as most_missing, at_risk_attendance as least_rate
  from courses) course on course.id = first.course_id
order by first.reasons desc, users.name, users.id, course.id;

-- home.getHome
with page as (select course.id , (select max(submission.submitted_at)
    from submissions submission
    where submission.course_id = course.id and not (submission.recorded_by is not null and submission.attempt = 1)) as at
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE' and not (course.status = 'ARCHIVED' or coalesce(course.ends_on < ($3::timestamptz at time zone course.time_zone)::date, false)))
  order by (select max(submission.submitted_at)
    from submissions submission
    where submission.course_id = course.id and not (submission.recorded_by is not null and submission.attempt = 1)) desc nulls last, course.id desc
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", to_char(page.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActivityAt", (select week.number
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and week.starts_on <= ($3::timestamptz at time zone course.time_zone)::date
  order by week.starts_on desc, week.number desc
  limit 1) as "currentWeek", exists (select
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and (not week.published or week.unlock_at > $3::timestamptz or week.starts_on > ($3::timestamptz at time zone course.time_zone)::date)) as "hasWeekAhead", case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE' and not (course.status = 'ARCHIVED' or coalesce(course.ends_on < ($3::timestamptz at time zone course.time_zone)::date, false)))) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
order by page.at desc nulls last, course.id desc;

-- home.getHome
with page as (select course.id , activity.at as at
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  left join ( select course_id, max(updated_at) as at
    from ( select course_id, updated_at
      from attendance
      where user_id = $1::uuid
      union all
      select submission.course_id, submission.updated_at
      from submissions submission
      where submission.student_id = $1::uuid and not (submission.recorded_by is not null and submission.draft_version = 0 and (case when submission.is_held then 'SUBMITTED' else submission.status end) = 'SUBMITTED')) done
    group by course_id) activity on activity.course_id = course.id
  where (course.deleted_at is null and membership.status = 'ACTIVE' and (course.status <> 'DRAFT' and not course.is_archived_draft) and not (course.status = 'ARCHIVED' or coalesce(course.ends_on < ($3::timestamptz at time zone course.time_zone)::date, false)))
  order by activity.at desc nulls last, course.id desc
  limit '21')
select course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment, course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats, (select coalesce(json_agg(entry), '[]')
  from (select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl"
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id
    order by trainer.name, trainer.id) entry) as trainers, course.student_count as "studentCount", case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership, (select count(*)::int
  from weeks week
  where week.course_id = course.id and week.deleted_at is null) as "weekCount", to_char(page.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActivityAt", (select week.number
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and week.starts_on <= ($3::timestamptz at time zone course.time_zone)::date
  order by week.starts_on desc, week.number desc
  limit 1) as "currentWeek", exists (select
  from weeks week
  where week.course_id = course.id and week.deleted_at is null and (not week.published or week.unlock_at > $3::timestamptz or week.starts_on > ($3::timestamptz at time zone course.time_zone)::date)) as "hasWeekAhead", case when (select count(*)
  from page) >= 20 then (select count(*)::int
  from courses course
  join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
  where (course.deleted_at is null and membership.status = 'ACTIVE' and (course.status <> 'DRAFT' and not course.is_archived_draft) and not (course.status = 'ARCHIVED' or coalesce(course.ends_on < ($3::timestamptz at time zone course.time_zone)::date, false)))) end as total
from page
join courses course on course.id = page.id
left join memberships membership on membership.course_id = course.id and membership.user_id = $1::uuid and membership.role = $2
order by page.at desc nulls last, course.id desc;

-- home.getHome and 1 more
select (array_agg(kind
    order by at desc))[1] as kind, coalesce((array_agg(answer
      order by at desc))[1], '') as answer, sum(waiting)::int as waiting, to_char(min(at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
from ( select "emails"."delayed_by" as kind, "emails"."last_error" as answer, 1 as waiting, "emails"."created_at" as at
  from "emails"
  where "emails"."state" = 'QUEUED' and "emails"."delayed_by" in ('NO_SERVER', 'SETTINGS', 'SERVER')
  union all
  select 'NO_SERVER', 'Email is not set up on the server.'::text, recipients, send_at
  from course_emails
  where $1::boolean and state = 'SCHEDULED' and send_at < $2::timestamptz) held having count(*) > 0;

-- joinLinks.findJoinCourse and 2 more
select "courses"."id", "courses"."title", '/images/' || "courses"."cover_image", "courses"."description", "courses"."starts_on", ("courses"."status" <> $1 and "courses"."is_archived_draft" = $2), "courses"."status", "courses"."enrolment", "courses"."seats", "courses"."student_count", "courses"."ends_on", "courses"."time_zone"
from "join_links"
inner join "courses" on ("courses"."id" = "join_links"."course_id" and "courses"."deleted_at" is null)
where (("join_links"."token" = $3 or "join_links"."code" = $4) and "join_links"."is_active");

-- joinLinks.findJoinOffer
select "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "course_staff"
inner join "users" on "users"."id" = "course_staff"."user_id"
where "course_staff"."course_id" = $1
order by "users"."name", "users"."id";

-- joinLinks.findJoinOffer and 3 more
select "course_id"
from "memberships"
where ("memberships"."course_id" in ($1) and ("memberships"."user_id" = $2 and "memberships"."role" = $3 and "memberships"."status" = $4));

-- joinLinks.getJoinLink
select "token", "code", "is_active"
from "join_links"
where "join_links"."course_id" = $1;

-- joinLinks.resetJoinLink
insert into "join_links" ("course_id", "token", "code", "is_active", "created_by", "created_at")
values ($1, $2, $3, default, $4, $5)
on conflict ("course_id") do update set "token" = $6, "code" = $7, "is_active" = $8, "created_by" = $9, "created_at" = $10
returning "token", "code", "is_active";

-- joinLinks.resetJoinLink
select "course_id"
from "join_links"
where "join_links"."code" = $1;

-- joinLinks.updateJoinLink
update "join_links" set "is_active" = $1
where "join_links"."course_id" = $2
returning "token", "code", "is_active";

-- marks.getGradebook
select "users"."id", "users"."name", '/images/' || "users"."profile_image", "users"."email", "course_students"."periods"
from (select "users"."id", "users"."name" as "key"
  from "course_students"
  inner join "users" on ("users"."id" = "course_students"."user_id" and "users"."role" = 'USER' and "users"."deleted_at" is null)
  where "course_students"."course_id" = $1
  order by "users"."name" asc nulls last, "users"."name" asc, "users"."id" asc
  limit '21') "page"
inner join "users" on "users"."id" = "page"."id"
inner join "course_students" on ("course_students"."course_id" = (select $1::uuid) and "course_students"."user_id" = "page"."id")
order by "key" asc nulls last, "users"."name" asc, "users"."id" asc;

-- marks.getMarksSummary
select concat_ws(' ', (select oid
    from pg_database
    where datname = current_database()), extract(epoch
    from pg_postmaster_start_time()), (select coalesce(sum(hashint8extended(xmin::text::int8, 0)), 0)
    from submissions
    where assignment_id = any((select $1)::uuid[])), (select coalesce(sum(hashint8extended(xmin::text::int8, 0)), 0)
    from assignment_exceptions
    where assignment_id = any((select $1)::uuid[])), (select coalesce(sum(hashint8extended(xmin::text::int8, 0)), 0)
    from enrolments
    where course_id = (select $2::uuid)), (select count(*) filter (where coalesce(due_at < date_trunc('minute', $3::timestamptz), false)) + count(*) filter (where coalesce(closes_at < date_trunc('minute', $3::timestamptz), false)) + count(*) filter (where coalesce(reopened_until < date_trunc('minute', $3::timestamptz), false))
    from assignment_exceptions
    where assignment_id = any((select $1)::uuid[]))) as version;

-- marks.getMarksSummary
with assignment as materialized (select *
  from jsonb_to_recordset($1::jsonb) as assignment(id uuid, max float8, weight float8, due boolean, counts boolean, due_at timestamptz, closes_at timestamptz, closed_at timestamptz, status text, open boolean, until text)), student as materialized ( select user_id, since, periods
  from course_students
  where course_id = (select $2::uuid)), work as materialized ( select assignment.id, assignment.max, assignment.weight, student.user_id as student_id, submission.id as submission_id, submission.submitted_at, submission.marks, coalesce(submission.status in ('GRADED', 'RETURNED'), false) as is_marked, case when submission.marks is not null then least(floor(5 * submission.marks / greatest(assignment.max, 0.01)), 4) end as fifth, coalesce(submission.status = 'GRADED', false) and exception.excused_at is null as is_graded, coalesce(submission.status = 'SUBMITTED', false) and exception.excused_at is null as is_waiting, (assignment.due and (((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else assignment.status end) = 'CLOSED' or coalesce((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $3::timestamptz), false)) or coalesce((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end) < date_trunc('minute', $3::timestamptz), false)) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at), false) or student.periods @> least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at)))) as is_missing, (assignment.open and exception.excused_at is null and case when coalesce(submission.status in ('GRADED', 'RETURNED'), false) then submission.marks is not null and (submission.status = 'GRADED' or (assignment.counts and case assignment.until when 'CLOSED' then ((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else assignment.status end) = 'CLOSED' or coalesce((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $3::timestamptz), false)) else (((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else assignment.status end) = 'CLOSED' or coalesce((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $3::timestamptz), false)) or coalesce((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end) < date_trunc('minute', $3::timestamptz), false)) end)) else (assignment.counts and case assignment.until when 'CLOSED' then ((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else assignment.status end) = 'CLOSED' or coalesce((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $3::timestamptz), false)) else (((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else assignment.status end) = 'CLOSED' or coalesce((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $3::timestamptz), false)) or coalesce((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end) < date_trunc('minute', $3::timestamptz), false)) end) and (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at), false) or student.periods @> least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at))) end) as is_counted
  from assignment
  cross join student
  left join ( select id, assignment_id, student_id, submitted_at, attempt, status, marks::float8 as marks
    from submissions
    where assignment_id = any((select $4)::uuid[])
    offset 0) submission on submission.assignment_id = assignment.id and submission.student_id = student.user_id
  left join ( select assignment_id, student_id, due_at, closes_at, reopened_until, excused_at
    from assignment_exceptions
    where assignment_id = any((select $4)::uuid[])
    offset 0) exception on exception.assignment_id = assignment.id and exception.student_id = student.user_id
  where submission.id is not null or assignment.due or assignment.counts), of_assignment as ( select assignment.id, (count(*) filter (where is_graded))::int as graded, (count(*) filter (where is_waiting))::int as "toGrade", (count(*) filter (where is_missing))::int as missing, round((percentile_cont(0.5) within group (order by marks) filter (where is_graded))::numeric, 2)::float8 as median, min(marks) filter (where is_graded) as lowest, max(marks) filter (where is_graded) as highest, array[count(*) filter (where is_graded and fifth = '0'::float8), count(*) filter (where is_graded and fifth = '1'::float8), count(*) filter (where is_graded and fifth = '2'::float8), count(*) filter (where is_graded and fifth = '3'::float8), count(*) filter (where is_graded and fifth = '4'::float8)]::int[] as spread
  from assignment
  left join work on work.id = assignment.id
  where exists (select
    from student)
  group by assignment.id), oldest as ( select submission_id as "submissionId", id as "assignmentId"
  from work
  where is_waiting
  order by submitted_at, submission_id
  limit 1)
select (select count(*)::int
  from student) as students, coalesce((select jsonb_agg(summary)
    from of_assignment summary), '[]') as assignments, round(percentile_cont(0.5) within group (order by total)::numeric, 6)::float8 as "medianTotal", count(total)::int as totals, (select to_jsonb(longest)
  from oldest longest) as oldest
from (select student_id, 100 * sum(case when is_marked and max > 0 then coalesce(marks, 0) / max else 0 end * weight) filter (where is_counted) / nullif(sum(weight) filter (where is_counted), 0) as total
  from work
  group by student_id) totals;

-- marks.importMarks
delete
from "mark_imports"
where ("mark_imports"."course_id" = $1 and "mark_imports"."created_at" < $2);

-- marks.importMarks
insert into "mark_imports" ("id", "course_id", "created_by", "created_at", "undone_at", "changes")
values ($1, $2, $3, $4, default, $5)
returning "id";

-- marks.importMarks
select "assignment_id", "student_id"
from "assignment_exceptions"
where ("assignment_exceptions"."assignment_id" in ($1) and "assignment_exceptions"."student_id" = any($2::uuid[]) and "assignment_exceptions"."excused_at" is not null);

-- marks.importMarks
select "id"
from "assignments"
where ("assignments"."id" in ($1) and "assignments"."deleted_at" is null and "assignments"."status" <> $2)
order by "assignments"."id" asc
for share;

-- marks.importMarks
select "submissions"."id", "submissions"."assignment_id", "submissions"."course_id", "submissions"."student_id", "submissions"."status", "submissions"."attempt", "submissions"."submitted_at", "submissions"."version", "submissions"."marks", "submissions"."late", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), ("assignment_exceptions"."excused_at" is not null), "submissions"."effective_submitted_at", "submissions"."deduction", "submissions"."is_final", "submissions"."question_marks", "submissions"."feedback", "submissions"."graded_by", "submissions"."graded_at", "submissions"."is_held", hashtextextended(jsonb_build_array("assignments"."questions", "assignments"."max_marks", "assignments"."late_policy", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end))::text, 0)::text, "grader"."name"
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
left join "users" "grader" on "grader"."id" = "submissions"."graded_by"
where ("submissions"."assignment_id" in ($1) and "submissions"."student_id" = any($2::uuid[]) and "submissions"."attempt" > $3)
order by "submissions"."id" asc
for update of "submissions";

-- marks.importMarks
select "submissions"."id", "submissions"."assignment_id", "submissions"."course_id", "submissions"."student_id", "submissions"."status", "submissions"."attempt", "submissions"."submitted_at", "submissions"."version", "submissions"."marks", "submissions"."late", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end), ("assignment_exceptions"."excused_at" is not null), "submissions"."effective_submitted_at", "submissions"."deduction", "submissions"."is_final", "submissions"."question_marks", "submissions"."feedback", "submissions"."graded_by", "submissions"."graded_at", "submissions"."is_held", hashtextextended(jsonb_build_array("assignments"."questions", "assignments"."max_marks", "assignments"."late_policy", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end))::text, 0)::text, "grader"."name"
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
left join "users" "grader" on "grader"."id" = "submissions"."graded_by"
where (false and "submissions"."student_id" = any($1::uuid[]) and "submissions"."attempt" > $2)
order by "submissions"."id" asc
for update of "submissions";

-- marks.importMarks
select "users"."id", "users"."name", '/images/' || "users"."profile_image", "users"."email"
from "course_students"
inner join "users" on ("users"."id" = "course_students"."user_id" and "users"."role" = $1 and "users"."deleted_at" is null)
where ("course_students"."course_id" = $2 and ("users"."id" = any($3::uuid[]) or "users"."email" = any($4::text[])));

-- marks.importMarks and 3 more
select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true);

-- marks.undoMarksImport
select "id", "course_id", "created_by", "created_at", "undone_at", "changes"
from "mark_imports"
where ("mark_imports"."id" = $1 and "mark_imports"."course_id" = $2)
for update;

-- marks.undoMarksImport
select "submissions"."id", "submissions"."student_id", "submissions"."version", "submissions"."is_held", "submissions"."question_marks", "submissions"."feedback", hashtextextended(jsonb_build_array("assignments"."questions", "assignments"."max_marks", "assignments"."late_policy", (case when "assignments".due_at is not null then greatest("assignments".due_at, "assignment_exceptions".due_at) end))::text, 0)::text
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
where "submissions"."id" = any($1::uuid[])
order by "submissions"."id" asc
for update of "submissions";

-- marks.undoMarksImport
update "mark_imports" set "undone_at" = $1
where "mark_imports"."id" = $2;

-- marks.updateMarkSettings
update "courses" set "missing_counts" = $1
where "courses"."id" = $2;

-- marks.updateMarkSettings
update assignments assignment set weight = given.weight
from jsonb_to_recordset($1::jsonb) as given("assignmentId" uuid, weight numeric)
where assignment.id = given."assignmentId" and assignment.course_id = $2 and assignment.deleted_at is null
returning assignment.id;

-- media.addWeekMedia
insert into "media" ("id", "course_id", "week_id", "title", "type", "source", "notes", "attachments", "captions", "duration_seconds", "thumbnail", "starts_at", "duration_minutes", "time_zone", "join_url", "meeting_id", "passcode", "waiting_room", "start_url", "previous_starts_at", "revision", "register_closed_at", "register_closed_by", "position", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, default, default, $20, $21, (select coalesce(max(other.position) + 1, 0)
    from course_items other
    where other.week_id = $22), $23, $24, default, $25, $26, $27)
returning "id";

-- media.addWeekMedia
select count(*) as count
from "courses"
where ("courses"."id" = $1 and "courses"."deleted_at" is not null);;

-- media.addWeekMedia and 1 more
insert into "media" ("id", "course_id", "week_id", "title", "type", "source", "notes", "attachments", "captions", "duration_seconds", "thumbnail", "starts_at", "duration_minutes", "time_zone", "join_url", "meeting_id", "passcode", "waiting_room", "start_url", "previous_starts_at", "revision", "register_closed_at", "register_closed_by", "position", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, default, default, default, $7, default, $8, $9, $10, $11, $12, $13, $14, $15, default, default, default, default, (select coalesce(max(other.position) + 1, 0)
    from course_items other
    where other.week_id = $16), default, $17, default, default, default, default)
returning "id";

-- media.addWeekMedia and 1 more
select "id", "course_id", "week_id", "title", "search_text", "type", "source", "notes", "attachments", "captions", "duration_seconds", "thumbnail", "starts_at", "duration_minutes", "time_zone", "join_url", "meeting_id", "passcode", "waiting_room", "start_url", "previous_starts_at", "revision", "register_closed_at", "register_closed_by", "position", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at"
from "media"
where ("media"."id" = $1 and "media"."deleted_at" is null)
for update;

-- media.addWeekMedia and 3 more
select "media_id", "state", "number", "creation_started", "reason", "attempts", "started_at", "ended_at"
from "zoom_meetings"
where ("zoom_meetings"."media_id" = $1 and "zoom_meetings"."state" <> $2);

-- media.addWeekMedia and 6 more
select "media"."id", "media"."course_id", "media"."week_id", "media"."title", "media"."search_text", "media"."type", "media"."source", "media"."notes", "media"."attachments", "media"."captions", "media"."duration_seconds", "media"."thumbnail", "media"."starts_at", "media"."duration_minutes", "media"."time_zone", "media"."join_url", "media"."meeting_id", "media"."passcode", "media"."waiting_room", "media"."start_url", "media"."previous_starts_at", "media"."revision", "media"."register_closed_at", "media"."register_closed_by", "media"."position", "media"."version", "media"."created_by", "media"."created_at", "media"."updated_by", "media"."updated_at", "media"."deleted_at", "weeks"."id", "weeks"."course_id", "weeks"."title", "weeks"."published", "weeks"."unlock_at"
from "media"
left join "weeks" on ("weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is null)
where ("media"."id" = $1 and "media"."deleted_at" is null);

-- media.createNote
insert into "media_notes" ("id", "user_id", "media_id", "at", "text", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("id") do update set "at" = $8, "text" = $9, "updated_at" = $10
where ("media_notes"."user_id" = $11 and "media_notes"."media_id" = $12)
returning "id", "at", "text", "created_at", "updated_at";

-- media.createNote
select count(*) as count
from "media_notes"
where ("media_notes"."user_id" = $1 and "media_notes"."media_id" = $2);;

-- media.createNote and 7 more
select "media"."id", "media"."course_id", "media"."week_id", "media"."title", "media"."search_text", "media"."type", "media"."source", "media"."notes", "media"."attachments", "media"."captions", "media"."duration_seconds", "media"."thumbnail", "media"."starts_at", "media"."duration_minutes", "media"."time_zone", "media"."join_url", "media"."meeting_id", "media"."passcode", "media"."waiting_room", "media"."start_url", "media"."previous_starts_at", "media"."revision", "media"."register_closed_at", "media"."register_closed_by", "media"."position", "media"."version", "media"."created_by", "media"."created_at", "media"."updated_by", "media"."updated_at", "media"."deleted_at", "weeks"."id", "weeks"."course_id", "weeks"."title", "weeks"."published", "weeks"."unlock_at"
from "media"
left join "weeks" on ("weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is null)
where ("media"."id" = $1 and "media"."deleted_at" is null and "media"."course_id" = $2);

-- media.getViewers
select (count(*) filter (where ("attendance"."watched_at" is null and coalesce("attendance".position > 0 or "attendance".watched_ranges <> '[]', false))))::int, count("attendance"."watched_at")::int, (select count(*)::int
  from ( select item.*, course.made_up_as
    from course_items item
    join courses course on course.id = item.course_id
    where item.id = $1::uuid and item.course_id = $2::uuid and item.has_recording and item.opens_at <= $3::timestamptz) item
  join course_students enrolment on enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = enrolment.user_id
  where not (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) and not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))
from "attendance"
inner join "course_students" on ("course_students"."course_id" = "attendance"."course_id" and "course_students"."user_id" = "attendance"."user_id")
where "attendance"."session_id" = $1;

-- media.listMedia
select "media"."id", "media"."title", "media"."type", "media"."source", "media"."thumbnail", "files"."size", jsonb_array_length("media"."captions") > 0, "media"."duration_seconds", "media"."starts_at", "media"."duration_minutes", "media"."source" is not null, "media"."created_at", "users"."id", "users"."name", "courses"."id", "courses"."title", "weeks"."id", "weeks"."number", ( select json_build_object('courseTitle', course.title, 'deletedAt', to_char(least(course.deleted_at, week.deleted_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from courses course
  join weeks week on week.id = "media"."week_id"
  where course.id = "media"."course_id" and least(course.deleted_at, week.deleted_at) >= $1::timestamptz)
from (select "media"."id"
  from "media"
  left join "courses" on ("courses"."id" = "media"."course_id" and "courses"."deleted_at" is null)
  left join "weeks" on ("weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is null)
  where ("media"."deleted_at" is null and "media"."type" = any($2::text[]))
  order by "media"."created_at" desc, "media"."id" desc
  limit '21') "page"
inner join "media" on "media"."id" = "page"."id"
left join "courses" on ("courses"."id" = "media"."course_id" and "courses"."deleted_at" is null)
left join "weeks" on ("weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is null)
left join "files" on "files"."key" = "media"."source"
left join "users" on "users"."id" = "media"."created_by"
order by "media"."created_at" desc, "media"."id" desc;

-- media.listMedia
select coalesce(sum("size"), 0)::float8
from "files"
where "files"."size" is not null;

-- media.listMedia
select count(*)::int
from "media"
where "media"."deleted_at" is null;

-- media.listNotes
select "id", "at", "text", "created_at", "updated_at"
from "media_notes"
where ("media_notes"."user_id" = $1 and "media_notes"."media_id" = $2)
order by "media_notes"."at" asc, "media_notes"."id" asc
limit $3;

-- media.listNotes
select count(*)::int
from "media_notes"
where ("media_notes"."user_id" = $1 and "media_notes"."media_id" = $2);

-- media.removeLibraryMedia and 1 more
update "media" set "deleted_at" = $1
where "media"."id" = $2;

-- media.removeLibraryMedia and 1 more
update "zoom_meetings" set "state" = $1, "reason" = $2, "attempts" = $3
where "zoom_meetings"."media_id" = $4
returning "media_id";

-- media.removeLibraryMedia and 3 more
select "id", "course_id", "week_id", "title", "search_text", "type", "source", "notes", "attachments", "captions", "duration_seconds", "thumbnail", "starts_at", "duration_minutes", "time_zone", "join_url", "meeting_id", "passcode", "waiting_room", "start_url", "previous_starts_at", "revision", "register_closed_at", "register_closed_by", "position", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at"
from "media"
where ("media"."id" = $1 and "media"."deleted_at" is null and ("media"."course_id" = $2 and not exists (select
      from "weeks"
      where "weeks"."id" = "media"."week_id" and "weeks"."deleted_at" is not null)))
for update;

-- media.removeMediaFile
update "media" set "source" = $1, "notes" = $2, "duration_seconds" = $3, "thumbnail" = $4, "version" = $5, "updated_by" = $6, "updated_at" = $7
where "media"."id" = $8;

-- media.removeNote
delete
from "media_notes"
where ("media_notes"."id" = $1 and ("media_notes"."user_id" = $2 and "media_notes"."media_id" = $3))
returning "id";

-- media.retryZoomMeeting
insert into "zoom_meetings" ("media_id", "state", "number", "creation_started", "reason", "attempts", "started_at", "ended_at")
values ($1, default, default, default, default, default, default, default)
on conflict ("media_id") do update set "state" = $2, "reason" = $3, "attempts" = $4;

-- media.updateMedia
update "media" set "title" = $1, "type" = $2, "source" = $3, "duration_seconds" = $4, "starts_at" = $5, "duration_minutes" = $6, "time_zone" = $7, "join_url" = $8, "meeting_id" = $9, "passcode" = $10, "waiting_room" = $11, "start_url" = $12, "revision" = $13, "version" = $14, "updated_by" = $15, "updated_at" = $16
where "media"."id" = $17;

-- media.updateNote
update "media_notes" set "text" = $1, "updated_at" = $2
where ("media_notes"."id" = $3 and ("media_notes"."user_id" = $4 and "media_notes"."media_id" = $5))
returning "id", "at", "text", "created_at", "updated_at";

-- myAttendance.getMyAttendance
select course.id, course.title, json_build_object('madeUpAs', course.made_up_as, 'needed', course.needed_attendance) as settings, exists ( select
  from media session
  join weeks week on week.id = session.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz::timestamptz))
  where session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and session.starts_at <= $1::timestamptz and session.starts_at + coalesce(session.duration_minutes, '60') * interval '1 minute' > $1::timestamptz) as "isLive"
from course_students student
join courses course on course.id = student.course_id and course.deleted_at is null and (course.status <> 'DRAFT' and not course.is_archived_draft)
where student.user_id = (select $2::uuid)
order by course.title, course.id
limit '100';

-- myAttendance.getMyAttendance and 1 more
select session.id, session.title, session.type, to_char(session.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", session.duration_minutes as "durationMinutes", week.id as "weekId", week.number as "weekNumber", (case when (session.type <> 'WEEK' and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz::timestamptz)) and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= $1::timestamptz, true)) and session.deleted_at is null then true else exists (select
    from attendance record
    where record.session_id = session.id and record.status is not null and exists (select
      from course_students student
      where student.course_id = record.course_id and student.user_id = record.user_id
      offset 0)
    offset 0) end) as held, not (session.ends_at is null or enrolment.user_id is null or coalesce(enrolment.since <= session.ends_at, false) or enrolment.periods @> session.ends_at) as "beforeJoining", case when record.status is not null or record.coverage > 0 or record.minutes is not null or record.objected_at is not null then json_build_object('status', record.status, 'source', record.source, 'remark', record.remark, 'markedBy', case when marker.id is not null then json_build_object('id', marker.id, 'name', marker.name, 'profileImageUrl', '/images/' || marker.profile_image) end, 'markedAt', to_char(record.marked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'coverage', record.coverage, 'watchedAt', to_char(record.watched_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'joinedAt', to_char(record.joined_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'minutes', record.minutes, 'matchedByName', record.matched_by_name, 'objection', case when record.objected_at is not null then json_build_object('at', to_char(record.objected_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'text', record.objection) end) end as record, case when media_item.source is not null and media_item.deleted_at is null then json_build_object('durationSeconds', nullif(media_item.duration_seconds, 0), 'position', coalesce(record.position, 0)) end as recording, (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz::timestamptz)) as "isOpen", (record.status is null and session.type <> 'WEEK' and session.deleted_at is null and coalesce(session.ends_at > $1::timestamptz, session.type = 'RECORDED')) as "isToCome"
from weeks week
join courses course on course.id = week.course_id
cross join lateral ( select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by, case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, '60') * interval '1 minute' end as ends_at
  from media media_item
  where media_item.week_id = week.id
  union all
  select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session
left join enrolments enrolment on enrolment.user_id = (select $2::uuid) and enrolment.course_id = week.course_id
left join attendance record on record.session_id = session.id and record.user_id = (select $2::uuid)
left join users marker on marker.id = record.marked_by
left join media media_item on media_item.id = session.id
where week.course_id = any((select $3)::uuid[]) and week.deleted_at is null and week.published and (session.deleted_at is null or record.status is not null)
order by week.number, session.type = 'WEEK', session.starts_at nulls first, session.position, session.id;

-- myAttendance.questionAttendance
insert into "attendance" ("session_id", "user_id", "course_id", "week_id", "status", "source", "remark", "marked_by", "marked_at", "position", "watched_ranges", "coverage", "watched_at", "joined_at", "minutes", "matched_by_name", "objected_at", "objection", "replaced", "updated_at")
values ($1, $2, $3, $4, default, $5, default, default, default, default, default, default, default, default, default, default, $6, $7, default, $8)
on conflict ("session_id","user_id") do update set "objected_at" = $9, "objection" = $10;

-- myAttendance.questionAttendance and 1 more
with trainers as ( select users.id
  from course_staff staff
  join users on users.id = staff.user_id and users.status = 'ACTIVE'
  where staff.course_id = $1)
select id
from trainers
union all
select id
from users
where role in ('ADMIN', 'SUPER_ADMIN') and status = 'ACTIVE' and deleted_at is null and not exists (select
  from trainers);

-- myDiscussions.listMyDiscussions
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and exists (select
      from course_students own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select "discussions"."id", "discussions"."course_id", "discussions"."title", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "discussions"."pinned", "discussions"."locked", "discussions"."comment_count", "discussions"."staff_reply_id" is not null, reader.new_count, ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)), "discussions"."created_at", "discussions"."last_activity_at", (select named.name
  from "users" named
  where named.id = (select latest.author_id
    from "comments" latest
    where latest.discussion_id = "discussions"."id" and latest.deleted_at is null
    order by latest.created_at desc
    limit 1)), "page"."title", case when "waiting_since" is not null then 'UNANSWERED' when "is_unread" then 'UNREAD' else 'READ' end, null
from (select "discussions"."id", "joined_at", "own"."title", null as "waiting_since", exists (select
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), own.joined_at) as read_until
      offset 0) seen
    where ("discussions"."last_activity_at" > seen.read_until and (("discussions"."created_at" > seen.read_until and "discussions"."author_id" <> $1) or exists (select 1
          from "comments" fresh
          where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1)))) as "is_unread"
  from "own"
  inner join "discussions" on "discussions"."course_id" = "own"."id"
  where "discussions"."deleted_at" is null
  order by waiting_since nulls last, is_unread desc, "discussions"."last_activity_at" desc, "discussions"."id" desc
  limit '21') "page"
inner join "discussions" on "discussions"."id" = "page"."id"
inner join "users" on "users"."id" = "discussions"."author_id"
cross join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
    from (select 1
      from "comments" fresh
      where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1
      limit 100) counted) else 0 end as new_count
  from (select coalesce((select seen.read_until
        from "discussion_reads" seen
        where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), page.joined_at) as read_until
    offset 0) seen
  offset 0) reader
left join "memberships" on ("memberships"."course_id" = "discussions"."course_id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
order by waiting_since nulls last, is_unread desc, "discussions"."last_activity_at" desc, "discussions"."id" desc;

-- myDiscussions.listMyDiscussions
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and exists (select
      from course_students own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select count(*)::int
from "own"
inner join "discussions" on "discussions"."course_id" = "own"."id"
where "discussions"."deleted_at" is null;

-- myDiscussions.listMyDiscussions
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and exists (select
      from course_staff own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select "discussions"."id", "discussions"."course_id", "discussions"."title", "users"."id", "users"."name", '/images/' || "users"."profile_image", case when "users"."role" in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else "memberships"."role" end, "discussions"."pinned", "discussions"."locked", "discussions"."comment_count", "discussions"."staff_reply_id" is not null, reader.new_count, ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)), "discussions"."created_at", "discussions"."last_activity_at", (select named.name
  from "users" named
  where named.id = (select latest.author_id
    from "comments" latest
    where latest.discussion_id = "discussions"."id" and latest.deleted_at is null
    order by latest.created_at desc
    limit 1)), "page"."title", case when "waiting_since" is not null then 'UNANSWERED' when "is_unread" then 'UNREAD' else 'READ' end, null
from (select "discussions"."id", "joined_at", "own"."title", case when (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))) then "discussions"."created_at" end as "waiting_since", exists (select
    from (select coalesce((select seen.read_until
          from "discussion_reads" seen
          where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), own.joined_at) as read_until
      offset 0) seen
    where ("discussions"."last_activity_at" > seen.read_until and (("discussions"."created_at" > seen.read_until and "discussions"."author_id" <> $1) or exists (select 1
          from "comments" fresh
          where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1)))) as "is_unread"
  from "own"
  inner join "discussions" on "discussions"."course_id" = "own"."id"
  where "discussions"."deleted_at" is null
  order by waiting_since nulls last, is_unread desc, "discussions"."last_activity_at" desc, "discussions"."id" desc
  limit '21') "page"
inner join "discussions" on "discussions"."id" = "page"."id"
inner join "users" on "users"."id" = "discussions"."author_id"
cross join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
    from (select 1
      from "comments" fresh
      where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1
      limit 100) counted) else 0 end as new_count
  from (select coalesce((select seen.read_until
        from "discussion_reads" seen
        where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), page.joined_at) as read_until
    offset 0) seen
  offset 0) reader
left join "memberships" on ("memberships"."course_id" = "discussions"."course_id" and "memberships"."user_id" = "users"."id" and "memberships"."role" = case "users"."role" when 'USER' then 'STUDENT' else 'TRAINER' end and "memberships"."status" = 'ACTIVE')
order by waiting_since nulls last, is_unread desc, "discussions"."last_activity_at" desc, "discussions"."id" desc;

-- myDiscussions.listMyDiscussions
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and exists (select
      from course_staff own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select count(*)::int
from "own"
inner join "discussions" on "discussions"."course_id" = "own"."id"
where "discussions"."deleted_at" is null;

-- myDiscussions.listMyDiscussions and 1 more
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false') and exists (select
      from course_students own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select "own"."id", "own"."title", count("discussions"."id")::int, count(*) filter (where (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))))::int, count(*) filter (where ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)))::int, count(*) filter (where ("discussions"."author_id" = $1 or "discussions"."id" in ( select mine.discussion_id
      from "comments" mine
      where mine.author_id = $1 and mine.deleted_at is null)))::int, count(*) filter (where case when null is not null then 'UNANSWERED' when ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)) then 'UNREAD' else 'READ' end = 'UNANSWERED')::int, count(*) filter (where case when null is not null then 'UNANSWERED' when ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)) then 'UNREAD' else 'READ' end = 'UNREAD')::int, min("discussions"."created_at") filter (where (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id")))), min(greatest(reader.read_until, "discussions"."created_at")) filter (where ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)))
from "own"
left join "discussions" on ("discussions"."course_id" = "own"."id" and "discussions"."deleted_at" is null)
left join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
    from (select 1
      from "comments" fresh
      where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1
      limit 1) counted) else 0 end as new_count
  from (select coalesce((select seen.read_until
        from "discussion_reads" seen
        where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), own.joined_at) as read_until
    offset 0) seen
  offset 0) reader on true
group by "own"."id", "own"."title"
order by "own"."title" asc, "own"."id" asc;

-- myDiscussions.listMyDiscussions and 1 more
with "own" as (select "id", "title", (select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at
        from "users" account
        where account.id = $1))
    from "memberships" membership
    left join "enrolments" enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT'
    where membership.course_id = "id" and membership.user_id = $1 and membership.status = 'ACTIVE') as "joined_at"
  from "courses"
  where ("courses"."deleted_at" is null and "courses"."status" <> 'ARCHIVED' and exists (select
      from course_staff own
      where own.course_id = "courses"."id" and own.user_id = $1))
  offset 0)
select "own"."id", "own"."title", count("discussions"."id")::int, count(*) filter (where (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))))::int, count(*) filter (where ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)))::int, count(*) filter (where ("discussions"."author_id" = $1 or "discussions"."id" in ( select mine.discussion_id
      from "comments" mine
      where mine.author_id = $1 and mine.deleted_at is null)))::int, count(*) filter (where case when case when (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))) then "discussions"."created_at" end is not null then 'UNANSWERED' when ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)) then 'UNREAD' else 'READ' end = 'UNANSWERED')::int, count(*) filter (where case when case when (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id"))) then "discussions"."created_at" end is not null then 'UNANSWERED' when ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)) then 'UNREAD' else 'READ' end = 'UNREAD')::int, min("discussions"."created_at") filter (where (("discussions"."deleted_at" is null and not "discussions"."locked" and "discussions"."staff_reply_id" is null) and exists (select 1
      from "course_students"
      where ("course_students"."course_id" = "discussions"."course_id" and "course_students"."user_id" = "discussions"."author_id")))), min(greatest(reader.read_until, "discussions"."created_at")) filter (where ("discussions"."last_activity_at" > reader.read_until and (("discussions"."created_at" > reader.read_until and "discussions"."author_id" <> $1) or reader.new_count > 0)))
from "own"
left join "discussions" on ("discussions"."course_id" = "own"."id" and "discussions"."deleted_at" is null)
left join lateral ( select seen.read_until, case when "discussions"."last_activity_at" > seen.read_until then (select count(*)::int
    from (select 1
      from "comments" fresh
      where fresh.discussion_id = "discussions"."id" and fresh.deleted_at is null and fresh.created_at > seen.read_until and fresh.author_id <> $1
      limit 1) counted) else 0 end as new_count
  from (select coalesce((select seen.read_until
        from "discussion_reads" seen
        where seen.user_id = $1 and seen.discussion_id = "discussions"."id"), own.joined_at) as read_until
    offset 0) seen
  offset 0) reader on true
group by "own"."id", "own"."title"
order by "own"."title" asc, "own"."id" asc;

-- myDiscussions.restoreUnread
update notices set read_at = null
where id in (select notice.id
  from notices notice
  where notice.user_id = $1 and notice.read_at = $2::timestamptz and notice.kind in ('REPLY', 'MENTION')
  order by notice.id
  for update);

-- myDiscussions.restoreUnread
with opened as ( update "discussion_reads" seen set read_until = former."readUntil"
  from jsonb_to_recordset($1::jsonb) former ("discussionId" uuid, "readUntil" timestamptz)
  where seen.user_id = $2 and seen.discussion_id = former."discussionId" and seen.read_until = $3::timestamptz and former."readUntil" is not null
  returning 1 ), unopened as ( delete
  from "discussion_reads" seen using jsonb_to_recordset($1::jsonb) former ("discussionId" uuid, "readUntil" timestamptz)
  where seen.user_id = $2 and seen.discussion_id = former."discussionId" and seen.read_until = $3::timestamptz and former."readUntil" is null
  returning 1)
select ((select count(*)
    from opened) + (select count(*)
    from unopened))::int as restored;

-- notices.listNotices
with page as ( select notice.id
  from notices notice
  join users account on account.id = notice.user_id
  left join courses course on course.id = notice.course_id
  where notice.user_id = $1 and (notice.course_id is null or course.deleted_at is null and (notice.kind = 'FORM' or (account.role in ('ADMIN', 'SUPER_ADMIN') or ((course.status <> 'DRAFT' and not course.is_archived_draft) or account.role <> 'USER') and exists ( select
          from memberships membership
          where membership.course_id = course.id and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE'
          offset 0)))) and not exists (select
    from discussions discussion
    where discussion.id = (notice.subject ->> 'discussionId')::uuid and discussion.deleted_at is not null
    offset 0) and not exists (select
    from assignments assignment
    where assignment.id = (notice.subject ->> 'assignmentId')::uuid and assignment.deleted_at is not null
    offset 0) and not exists (select
    from media media_item
    where media_item.id = (notice.subject ->> 'mediaId')::uuid and media_item.deleted_at is not null
    offset 0) and (not (exists (select
        from comments comment
        where comment.id = (notice.subject ->> 'commentId')::uuid and comment.deleted_at is not null
        offset 0) or (notice.kind = 'RESPONSE' and not exists (select
          from signup_forms form
          join signup_responses response on response.form_id = form.id
          where form.course_id = notice.course_id and response.user_id = notice.actor_id and response.status = 'PENDING'
          offset 0))) or exists (select
      from comments reply
      where notice.kind = 'REPLY' and reply.discussion_id = (notice.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
        from comments own
        where own.id = (notice.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(notice.read_at, 'infinity') and reply.author_id <> notice.user_id and reply.deleted_at is null)) and not exists (select
    from notices other
    where other.user_id = notice.user_id and other.group_key = notice.group_key and (other.read_at is null, other.id) > (notice.read_at is null, notice.id) and (other.course_id is null or course.deleted_at is null and (other.kind = 'FORM' or (account.role in ('ADMIN', 'SUPER_ADMIN') or ((course.status <> 'DRAFT' and not course.is_archived_draft) or account.role <> 'USER') and exists ( select
            from memberships membership
            where membership.course_id = course.id and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE'
            offset 0)))) and not exists (select
      from discussions discussion
      where discussion.id = (other.subject ->> 'discussionId')::uuid and discussion.deleted_at is not null
      offset 0) and not exists (select
      from assignments assignment
      where assignment.id = (other.subject ->> 'assignmentId')::uuid and assignment.deleted_at is not null
      offset 0) and not exists (select
      from media media_item
      where media_item.id = (other.subject ->> 'mediaId')::uuid and media_item.deleted_at is not null
      offset 0) and (not (exists (select
          from comments comment
          where comment.id = (other.subject ->> 'commentId')::uuid and comment.deleted_at is not null
          offset 0) or (other.kind = 'RESPONSE' and not exists (select
            from signup_forms form
            join signup_responses response on response.form_id = form.id
            where form.course_id = other.course_id and response.user_id = other.actor_id and response.status = 'PENDING'
            offset 0))) or exists (select
        from comments reply
        where other.kind = 'REPLY' and reply.discussion_id = (other.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
          from comments own
          where own.id = (other.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(other.read_at, 'infinity') and reply.author_id <> other.user_id and reply.deleted_at is null)))
  order by notice.id desc
  limit '21')
select notice.id, notice.kind, account.name as "readerName", notice.subject || coalesce((select jsonb_build_object('title', assignment.title, 'weekId', assignment.week_id)
    from assignments assignment
    where assignment.id = (notice.subject ->> 'assignmentId')::uuid), '{}') || coalesce((select jsonb_build_object('title', media_item.title, 'weekId', media_item.week_id)
    from media media_item
    where media_item.id = (notice.subject ->> 'mediaId')::uuid), '{}') || coalesce((select jsonb_build_object('title', discussion.title)
    from discussions discussion
    where discussion.id = (notice.subject ->> 'discussionId')::uuid), '{}') || case when notice.kind in ('FORM', 'RESPONSE', 'TEACHING') then jsonb_build_object('title', course.title) else '{}' end || case when first.id is null then '{}' else jsonb_build_object('commentId', first.id) end as subject, to_char(notice.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", case when course.id is not null then jsonb_build_object('id', course.id, 'title', course.title) end as course, case when actor.id is not null then jsonb_build_object('id', actor.id, 'name', actor.name, 'profileImageUrl', '/images/' || actor.profile_image) end as actor, notice.read_at is not null as "isRead", ( select count(distinct other.id)::int
  from ( select sibling.actor_id as id
    from notices sibling
    where sibling.user_id = notice.user_id and sibling.group_key = notice.group_key and sibling.read_at is not distinct
    from notice.read_at and not (exists (select
        from comments comment
        where comment.id = (sibling.subject ->> 'commentId')::uuid and comment.deleted_at is not null
        offset 0) or (sibling.kind = 'RESPONSE' and not exists (select
          from signup_forms form
          join signup_responses response on response.form_id = form.id
          where form.course_id = sibling.course_id and response.user_id = sibling.actor_id and response.status = 'PENDING'
          offset 0)))
    union all
    select replier.id
    from notices sibling
    cross join lateral (select reply.author_id as id
      from comments reply
      where sibling.kind = 'REPLY' and reply.discussion_id = (sibling.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
        from comments own
        where own.id = (sibling.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(sibling.read_at, 'infinity') and reply.author_id <> sibling.user_id and reply.deleted_at is null
      limit 100) replier
    where sibling.user_id = notice.user_id and sibling.group_key = notice.group_key and sibling.read_at is not distinct
    from notice.read_at) other
  where other.id <> coalesce(first.author_id, notice.actor_id)) as "otherActors"
from page
join notices notice on notice.id = page.id
join users account on account.id = notice.user_id
left join courses course on course.id = notice.course_id
left join lateral (select reply.id, reply.author_id
  from comments reply
  where notice.kind = 'REPLY' and reply.discussion_id = (notice.subject ->> 'discussionId')::uuid and reply.created_at >= (select own.created_at
    from comments own
    where own.id = (notice.subject ->> 'commentId')::uuid) and reply.created_at <= coalesce(notice.read_at, 'infinity') and reply.author_id <> notice.user_id and reply.deleted_at is null
  order by reply.created_at, reply.id
  limit 1) first on true
left join users actor on actor.id = coalesce(first.author_id, notice.actor_id)
order by notice.id desc;

-- notices.updateNotices
update notices set read_at = $1::timestamptz
where id in (select notice.id
  from notices notice
  where notice.read_at is null and notice.user_id = $2 and exists (select
    from notices chosen
    where chosen.id = any($3::uuid[]) and chosen.user_id = notice.user_id and chosen.group_key = notice.group_key and notice.id <= chosen.id)
  order by notice.id
  for update);

-- recordedWork.recordWork
select "course_students"."user_id", "submissions"."status", "submissions"."attempt", "submissions"."is_held", "submissions"."graded_by", "submissions"."recorded_by", ("assignment_exceptions"."excused_at" is not null)
from "course_students"
left join "submissions" on ("submissions"."student_id" = "course_students"."user_id" and "submissions"."assignment_id" = $1)
left join "assignment_exceptions" on ("assignment_exceptions"."student_id" = "course_students"."user_id" and "assignment_exceptions"."assignment_id" = $2)
where ("course_students"."course_id" = $3 and "course_students"."user_id" in ($4));

-- recordedWork.undoRecordedWork
select "id", "status", "attempt", "is_held", "graded_by", "recorded_by"
from "submissions"
where ("submissions"."assignment_id" = $1 and "submissions"."course_id" = $2 and "submissions"."student_id" in ($3) and "submissions"."recorded_by" is not null)
order by "submissions"."id" asc
for update;

-- savedComments.createSavedComment
insert into "saved_comments" ("id", "user_id", "text", "created_at", "updated_at")
values ($1, $2, $3, $4, $5)
returning "id", "text";

-- savedComments.createSavedComment
select count(*) as count
from "saved_comments"
where "saved_comments"."user_id" = $1;;

-- savedComments.listSavedComments
select "id", "text"
from "saved_comments"
where "saved_comments"."user_id" = $1
order by "saved_comments"."id" asc;

-- savedComments.removeSavedComment
delete
from "saved_comments"
where ("saved_comments"."id" = $1 and "saved_comments"."user_id" = $2)
returning "id";

-- savedComments.updateSavedComment
update "saved_comments" set "text" = $1, "updated_at" = $2
where ("saved_comments"."id" = $3 and "saved_comments"."user_id" = $4)
returning "id", "text";

-- search.searchAll
(select left(course.search_text, '1000') as text
  from courses course
  where course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft))) and left(course.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(week.search_text, '1000') as text
  from weeks week
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $3::timestamptz)) and left(week.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from media item
  join weeks week on week.id = item.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $3::timestamptz))
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where item.deleted_at is null and item.type = 'RECORDED' and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from media item
  join weeks week on week.id = item.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $3::timestamptz))
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where item.deleted_at is null and item.type = 'LIVE' and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from assignments item
  join weeks week on week.id = item.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $3::timestamptz))
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where item.deleted_at is null and item.status <> 'DRAFT' and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(account.search_text, '1000') as text
  from users account
  where false and left(account.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from courses course
  cross join lateral (select *
    from discussions
    where discussions.course_id = course.id and discussions.deleted_at is null
    offset 0) item
  where (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft))) and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10');

-- search.searchAll
(select left(course.search_text, '1000') as text
  from courses course
  where course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid)) and left(course.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(week.search_text, '1000') as text
  from weeks week
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where week.deleted_at is null and left(week.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where item.deleted_at is null and item.type = 'RECORDED' and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where item.deleted_at is null and item.type = 'LIVE' and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from assignments item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where item.deleted_at is null and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(account.search_text, '1000') as text
  from users account
  where account.deleted_at is null and account.id in (select student.user_id
    from course_students student
    join courses course on course.id = student.course_id and (course.deleted_at is null and course.id in (select staff.course_id
        from course_staff staff
        where staff.user_id = $1::uuid))) and left(account.search_text, '1000') ~ all ((select $2)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from courses course
  cross join lateral (select *
    from discussions
    where discussions.course_id = course.id and discussions.deleted_at is null
    offset 0) item
  where (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid)) and left(item.search_text, '1000') ~ all ((select $2)::text[])
  limit '10');

-- search.searchAll
(select left(course.search_text, '1000') as text
  from courses course
  where course.deleted_at is null and true and left(course.search_text, '1000') ~ all ((select $1)::text[])
  limit '10')
union all (select left(week.search_text, '1000') as text
  from weeks week
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where week.deleted_at is null and left(week.search_text, '1000') ~ all ((select $1)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and item.type = 'RECORDED' and left(item.search_text, '1000') ~ all ((select $1)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and item.type = 'LIVE' and left(item.search_text, '1000') ~ all ((select $1)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from assignments item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and left(item.search_text, '1000') ~ all ((select $1)::text[])
  limit '10')
union all (select left(account.search_text, '1000') as text
  from users account
  where account.deleted_at is null and left(account.search_text, '1000') ~ all ((select $1)::text[])
  limit '10')
union all (select left(item.search_text, '1000') as text
  from discussions item
  join courses course on course.id = item.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and left(item.search_text, '1000') ~ all ((select $1)::text[])
  limit '10');

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select account.id, account.name, account.role, '/images/' || account.profile_image as "profileImageUrl", (select course.title
    from memberships membership
    join courses course on course.id = membership.course_id and (course.deleted_at is null and (course.id in (select student.course_id
          from course_students student
          where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
    where membership.user_id = account.id and membership.status = 'ACTIVE' and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
    order by course.title, course.id
    limit 1) as "courseTitle", (count(*) over ())::int as total
  from users account
  where false and (account.search_text like (select (search_patterns($2::text))[1]) and account.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(account.search_text, (select fold_text($2::text))) desc, account.name, account.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select account.id, account.name, account.role, '/images/' || account.profile_image as "profileImageUrl", (select course.title
    from memberships membership
    join courses course on course.id = membership.course_id and (course.deleted_at is null and course.id in (select staff.course_id
        from course_staff staff
        where staff.user_id = $1::uuid))
    where membership.user_id = account.id and membership.status = 'ACTIVE' and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
    order by course.title, course.id
    limit 1) as "courseTitle", (count(*) over ())::int as total
  from users account
  where account.deleted_at is null and account.id in (select student.user_id
    from course_students student
    join courses course on course.id = student.course_id and (course.deleted_at is null and course.id in (select staff.course_id
        from course_staff staff
        where staff.user_id = $1::uuid))) and (account.search_text like (select (search_patterns($2::text))[1]) and account.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(account.search_text, (select fold_text($2::text))) desc, account.name, account.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select account.id, account.name, account.role, '/images/' || account.profile_image as "profileImageUrl", (select course.title
    from memberships membership
    join courses course on course.id = membership.course_id and (course.deleted_at is null and true)
    where membership.user_id = account.id and membership.status = 'ACTIVE' and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
    order by course.title, course.id
    limit 1) as "courseTitle", (count(*) over ())::int as total
  from users account
  where account.deleted_at is null and (account.search_text like (select (search_patterns($1::text))[1]) and account.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(account.search_text, (select fold_text($1::text))) desc, account.name, account.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select course.id, course.title, course.status, (course.id in (select student.course_id
      from course_students student
      where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)) as "isReachable", (select teacher.name
    from course_staff staff
    join users teacher on teacher.id = staff.user_id
    where staff.course_id = course.id
    order by teacher.name, teacher.id
    limit 1) as trainer, (count(*) over ())::int as total
  from courses course
  where course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft))) and (course.search_text like (select (search_patterns($2::text))[1]) and course.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(course.search_text, (select fold_text($2::text))) desc, (course.id in (select student.course_id
      from course_students student
      where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)) desc, course.title, course.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select course.id, course.title, course.status, course.id in (select staff.course_id
    from course_staff staff
    where staff.user_id = $1::uuid) as "isReachable", (select teacher.name
    from course_staff staff
    join users teacher on teacher.id = staff.user_id
    where staff.course_id = course.id
    order by teacher.name, teacher.id
    limit 1) as trainer, (count(*) over ())::int as total
  from courses course
  where course.deleted_at is null and ((course.status <> 'DRAFT' and not course.is_archived_draft) or course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid)) and (course.search_text like (select (search_patterns($2::text))[1]) and course.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(course.search_text, (select fold_text($2::text))) desc, course.id in (select staff.course_id
    from course_staff staff
    where staff.user_id = $1::uuid) desc, course.title, course.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select course.id, course.title, course.status, true as "isReachable", (select teacher.name
    from course_staff staff
    join users teacher on teacher.id = staff.user_id
    where staff.course_id = course.id
    order by teacher.name, teacher.id
    limit 1) as trainer, (count(*) over ())::int as total
  from courses course
  where course.deleted_at is null and true and (course.search_text like (select (search_patterns($1::text))[1]) and course.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(course.search_text, (select fold_text($1::text))) desc, course.title, course.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from media item
  join weeks week on week.id = item.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz))
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $2::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where item.deleted_at is null and item.type = 'RECORDED' and (item.search_text like (select (search_patterns($3::text))[1]) and item.search_text like all ((select search_patterns($3::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($3::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where item.deleted_at is null and item.type = 'RECORDED' and (item.search_text like (select (search_patterns($2::text))[1]) and item.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($2::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and item.type = 'RECORDED' and (item.search_text like (select (search_patterns($1::text))[1]) and item.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($1::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, item.comment_count as "commentCount", course.id as "courseId", course.title as "courseTitle", (count(*) over ())::int as total
  from courses course
  cross join lateral (select *
    from discussions
    where discussions.course_id = course.id and discussions.deleted_at is null
    offset 0) item
  where (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft))) and (item.search_text like (select (search_patterns($2::text))[1]) and item.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($2::text))) desc, item.last_activity_at desc, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, item.comment_count as "commentCount", course.id as "courseId", course.title as "courseTitle", (count(*) over ())::int as total
  from courses course
  cross join lateral (select *
    from discussions
    where discussions.course_id = course.id and discussions.deleted_at is null
    offset 0) item
  where (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid)) and (item.search_text like (select (search_patterns($2::text))[1]) and item.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($2::text))) desc, item.last_activity_at desc, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, item.comment_count as "commentCount", course.id as "courseId", course.title as "courseTitle", (count(*) over ())::int as total
  from discussions item
  join courses course on course.id = item.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and (item.search_text like (select (search_patterns($1::text))[1]) and item.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($1::text))) desc, item.last_activity_at desc, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, item.status = 'DRAFT' as "isDraft", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from assignments item
  join weeks week on week.id = item.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz))
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $2::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where item.deleted_at is null and item.status <> 'DRAFT' and (item.search_text like (select (search_patterns($3::text))[1]) and item.search_text like all ((select search_patterns($3::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($3::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, item.status = 'DRAFT' as "isDraft", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from assignments item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where item.deleted_at is null and (item.search_text like (select (search_patterns($2::text))[1]) and item.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($2::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, item.status = 'DRAFT' as "isDraft", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from assignments item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and (item.search_text like (select (search_patterns($1::text))[1]) and item.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($1::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, to_char(item.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from media item
  join weeks week on week.id = item.week_id and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $1::timestamptz))
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $2::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where item.deleted_at is null and item.type = 'LIVE' and (item.search_text like (select (search_patterns($3::text))[1]) and item.search_text like all ((select search_patterns($3::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($3::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, to_char(item.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where item.deleted_at is null and item.type = 'LIVE' and (item.search_text like (select (search_patterns($2::text))[1]) and item.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($2::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select item.id, item.title, to_char(item.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", course.id as "courseId", course.title as "courseTitle", week.id as "weekId", week.number as "weekNumber", (count(*) over ())::int as total
  from media item
  join weeks week on week.id = item.week_id and week.deleted_at is null
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where item.deleted_at is null and item.type = 'LIVE' and (item.search_text like (select (search_patterns($1::text))[1]) and item.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(item.search_text, (select fold_text($1::text))) desc, course.starts_on desc nulls last, week.number, item.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select week.id, week.title, week.number, course.id as "courseId", course.title as "courseTitle", (count(*) over ())::int as total
  from weeks week
  join courses course on course.id = week.course_id and (course.deleted_at is null and (course.id in (select student.course_id
        from course_students student
        where student.user_id = $1::uuid) and (course.status <> 'DRAFT' and not course.is_archived_draft)))
  where (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= $2::timestamptz)) and (week.search_text like (select (search_patterns($3::text))[1]) and week.search_text like all ((select search_patterns($3::text))::text[]))
  order by starts_with(week.search_text, (select fold_text($3::text))) desc, course.starts_on desc nulls last, week.number, week.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select week.id, week.title, week.number, course.id as "courseId", course.title as "courseTitle", (count(*) over ())::int as total
  from weeks week
  join courses course on course.id = week.course_id and (course.deleted_at is null and course.id in (select staff.course_id
      from course_staff staff
      where staff.user_id = $1::uuid))
  where week.deleted_at is null and (week.search_text like (select (search_patterns($2::text))[1]) and week.search_text like all ((select search_patterns($2::text))::text[]))
  order by starts_with(week.search_text, (select fold_text($2::text))) desc, course.starts_on desc nulls last, week.number, week.id
  limit '3') shown;

-- search.searchAll
select to_json(shown) as hit, shown.total
from ( select week.id, week.title, week.number, course.id as "courseId", course.title as "courseTitle", (count(*) over ())::int as total
  from weeks week
  join courses course on course.id = week.course_id and (course.deleted_at is null and true)
  where week.deleted_at is null and (week.search_text like (select (search_patterns($1::text))[1]) and week.search_text like all ((select search_patterns($1::text))::text[]))
  order by starts_with(week.search_text, (select fold_text($1::text))) desc, course.starts_on desc nulls last, week.number, week.id
  limit '3') shown;

-- signupForms.answerForm
insert into "signup_responses" ("id", "form_id", "user_id", "version", "answers", "earlier", "status", "note", "sent_at", "waitlisted_at", "keeps_seat", "reserved_until", "decided_at", "decided_by", "decision_batch_id", "settled_from")
values ($1, $2, $3, $4, $5, $6, $7, default, $8, $9, default, default, default, default, default, default)
on conflict ("form_id","user_id") do update set "form_id" = $10, "user_id" = $11, "version" = $12, "answers" = $13, "earlier" = $14, "status" = $15, "note" = $16, "sent_at" = $17, "waitlisted_at" = $18, "keeps_seat" = $19, "reserved_until" = $20, "decided_at" = $21, "decided_by" = $22, "decision_batch_id" = $23, "settled_from" = $24
returning "id", "form_id", "user_id", "version", "answers", "earlier", "status", "note", "sent_at", "waitlisted_at", "keeps_seat", "reserved_until", "decided_at", "decided_by", "decision_batch_id", "settled_from";

-- signupForms.answerForm and 10 more
select "signup_forms"."id", "signup_forms"."course_id", "signup_forms"."status", "signup_forms"."closes_at", "signup_forms"."auto_approve", "signup_forms"."version", "signup_form_versions"."questions"
from "signup_forms"
inner join "signup_form_versions" on ("signup_form_versions"."form_id" = "signup_forms"."id" and "signup_form_versions"."version" = "signup_forms"."version")
where "signup_forms"."course_id" = $1;

-- signupForms.answerForm and 2 more
insert into "memberships" ("course_id", "user_id", "role", "status", "created_at")
values ($1, $2, $3, $4, default)
on conflict ("course_id","user_id","role") do update set "status" = $5;

-- signupForms.answerForm and 4 more
select "id", "form_id", "user_id", "version", "answers", "earlier", "status", "note", "sent_at", "waitlisted_at", "keeps_seat", "reserved_until", "decided_at", "decided_by", "decision_batch_id", "settled_from"
from "signup_responses"
where ("signup_responses"."form_id" = $1 and "signup_responses"."user_id" = $2);

-- signupForms.changeAnswers
update "signup_responses" set "version" = $1, "answers" = $2
where "signup_responses"."id" = $3
returning "id", "form_id", "user_id", "version", "answers", "earlier", "status", "note", "sent_at", "waitlisted_at", "keeps_seat", "reserved_until", "decided_at", "decided_by", "decision_batch_id", "settled_from";

-- signupForms.getForm and 2 more
select "id", "status", "enrolment", "seats", "student_count", "ends_on", "time_zone"
from "courses"
where ("courses"."id" = $1 and "courses"."deleted_at" is null);

-- signupForms.getForm and 2 more
select count(*)::int
from "signup_responses"
inner join "users" on ("users"."id" = "signup_responses"."user_id" and "users"."deleted_at" is null)
where ("signup_responses"."form_id" = $1 and "signup_responses"."status" <> 'WITHDRAWN');

-- signupForms.saveForm
insert into "signup_form_versions" ("form_id", "version", "questions", "created_by", "created_at")
values ($1, $2, $3, $4, default)
on conflict do nothing;

-- signupForms.saveForm
insert into "signup_forms" ("id", "course_id", "status", "closes_at", "auto_approve", "version", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, default, default)
on conflict ("course_id") do update set "status" = $7, "closes_at" = $8, "auto_approve" = $9, "version" = $10, "updated_at" = now()
returning "id";

-- signupForms.saveForm and 1 more
select "version", "questions"
from "signup_form_versions"
where "signup_form_versions"."form_id" = $1
order by "signup_form_versions"."version" asc;

-- signupForms.withdrawAnswers
delete
from "memberships"
where ("memberships"."course_id" = $1 and "memberships"."user_id" in ($2) and "memberships"."role" = $3);

-- signupForms.withdrawAnswers
update "signup_responses" set "status" = $1, "waitlisted_at" = $2, "keeps_seat" = $3
where "signup_responses"."id" = $4
returning "id", "form_id", "user_id", "version", "answers", "earlier", "status", "note", "sent_at", "waitlisted_at", "keeps_seat", "reserved_until", "decided_at", "decided_by", "decision_batch_id", "settled_from";

-- signupForms.withdrawAnswers and 2 more
delete
from notices
where course_id = $1 and group_key = $2 and actor_id = any($3::uuid[]);

-- signupResponses.decideResponse and 1 more
delete
from "emails"
where (false and "emails"."user_id" in ($1) and "emails"."state" = $2);

-- signupResponses.decideResponse and 1 more
delete
from notices
where user_id = any($1::uuid[]) and group_key = $2;

-- signupResponses.decideResponse and 1 more
select "signup_responses"."id", "signup_responses"."keeps_seat"
from "signup_responses"
inner join "users" on ("users"."id" = "signup_responses"."user_id" and "users"."role" = 'USER' and "users"."status" = 'ACTIVE' and "users"."deleted_at" is null)
where ("signup_responses"."form_id" = $1 and "signup_responses"."status" = $2)
order by "signup_responses"."waitlisted_at" asc, "signup_responses"."id" asc;

-- signupResponses.decideResponse and 1 more
update "signup_responses" set "reserved_until" = $1
where ("signup_responses"."form_id" = $2 and "signup_responses"."status" = $3 and "signup_responses"."reserved_until" <= $4)
returning "id";

-- signupResponses.decideResponse and 1 more
update "signup_responses" set "status" = $1, "note" = $2, "waitlisted_at" = case when "signup_responses"."status" = 'WAITLISTED' then "signup_responses"."waitlisted_at" end, "keeps_seat" = "signup_responses"."status" = 'WAITLISTED' and "signup_responses"."keeps_seat", "reserved_until" = $3, "decided_at" = $4, "decided_by" = $5, "decision_batch_id" = $6, "settled_from" = $7
where "signup_responses"."id" in ($8);

-- signupResponses.decideResponse and 2 more
insert into user_changes (user_id, changed_by, changed_at, field, before, course_id)
select account.id, $1::uuid, $2::timestamptz, 'COURSE', case account.role when 'USER' then 'STUDENT' else 'TRAINER' end, membership.course_id
from unnest($3::uuid[]) chosen (id)
join users account on account.id = chosen.id
join memberships membership on membership.course_id = $4 and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE';

-- signupResponses.decideResponse and 2 more
select "signup_responses"."id", "signup_responses"."form_id", "signup_responses"."user_id", "signup_responses"."version", "signup_responses"."answers", "signup_responses"."earlier", "signup_responses"."status", "signup_responses"."note", "signup_responses"."sent_at", "signup_responses"."waitlisted_at", "signup_responses"."keeps_seat", "signup_responses"."reserved_until", "signup_responses"."decided_at", "signup_responses"."decided_by", "signup_responses"."decision_batch_id", "signup_responses"."settled_from", ("signup_responses"."status" = 'APPROVED' and not exists ( select
    from "memberships"
    where "memberships"."course_id" = (select "signup_forms"."course_id"
      from "signup_forms"
      where "signup_forms"."id" = $1) and "memberships"."user_id" = "signup_responses"."user_id" and "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE')), "users"."name", "users"."email", "users"."preferences"
from "signup_responses"
inner join "users" on ("users"."id" = "signup_responses"."user_id" and "users"."deleted_at" is null)
where ("signup_responses"."form_id" = $2 and "signup_responses"."id" in ($3))
order by "signup_responses"."status" <> 'WAITLISTED', case when "signup_responses"."status" = 'WAITLISTED' then "signup_responses"."waitlisted_at" else "signup_responses"."sent_at" end, "signup_responses"."id" asc
for update of "signup_responses";

-- signupResponses.decideResponse and 2 more
select set_config('lms.keeps_seats', 'on', true);

-- signupResponses.listResponses
select "signup_responses"."id", "users"."id", "users"."name", '/images/' || "users"."profile_image", "users"."email", "signup_responses"."version", "signup_responses"."answers", "signup_responses"."earlier", "signup_responses"."note", "signup_responses"."sent_at", "signup_responses"."decided_at", "signup_responses"."decided_by", case when ("signup_responses"."status" = 'APPROVED' and not exists ( select
    from "memberships"
    where "memberships"."course_id" = (select "signup_forms"."course_id"
      from "signup_forms"
      where "signup_forms"."id" = $1) and "memberships"."user_id" = "signup_responses"."user_id" and "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE')) then 'LEFT' else "signup_responses"."status" end, "place"
from "signup_responses"
inner join "users" on "users"."id" = "signup_responses"."user_id"
left join (select "signup_responses"."id", (row_number() over (order by "signup_responses"."waitlisted_at", "signup_responses"."id"))::int as "place"
  from "signup_responses"
  inner join "users" on ("users"."id" = "signup_responses"."user_id" and "users"."role" = 'USER' and "users"."status" = 'ACTIVE' and "users"."deleted_at" is null)
  where ("signup_responses"."form_id" = $1 and "signup_responses"."status" = 'WAITLISTED')) "waiting_list" on "waiting_list"."id" = "signup_responses"."id"
where ("signup_responses"."form_id" = $1 and "users"."deleted_at" is null and "signup_responses"."status" <> 'WITHDRAWN')
order by "signup_responses"."sent_at" desc, "signup_responses"."id" desc
limit '21';

-- signupResponses.listResponses
select case when ("signup_responses"."status" = 'APPROVED' and not exists ( select
    from "memberships"
    where "memberships"."course_id" = (select "signup_forms"."course_id"
      from "signup_forms"
      where "signup_forms"."id" = $1) and "memberships"."user_id" = "signup_responses"."user_id" and "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE')) then 'LEFT' else "signup_responses"."status" end, count(*)::int
from "signup_responses"
inner join "users" on "users"."id" = "signup_responses"."user_id"
where ("signup_responses"."form_id" = $1 and "users"."deleted_at" is null)
group by 1;

-- signupResponses.moveUp
select "signup_responses"."id", "signup_responses"."waitlisted_at"
from "signup_responses"
inner join "users" on ("users"."id" = "signup_responses"."user_id" and "users"."role" = 'USER' and "users"."status" = 'ACTIVE' and "users"."deleted_at" is null)
where ("signup_responses"."form_id" = $1 and "signup_responses"."status" = $2 and ("signup_responses"."waitlisted_at", "signup_responses"."id") < ($3::timestamptz, $4::uuid))
order by "signup_responses"."waitlisted_at" desc, "signup_responses"."id" desc
limit $5
for update of "signup_responses";

-- signupResponses.moveUp
update "signup_responses" set "waitlisted_at" = $1
where "signup_responses"."id" = $2
returning "id", "form_id", "user_id", "version", "answers", "earlier", "status", "note", "sent_at", "waitlisted_at", "keeps_seat", "reserved_until", "decided_at", "decided_by", "decision_batch_id", "settled_from";

-- signupResponses.summarizeResponses
with given as ( select response.id, answer ->> 'questionId' as question_id, chosen.value
  from signup_responses response
  join users account on account.id = response.user_id and account.deleted_at is null
  cross join jsonb_array_elements(response.answers) answer
  cross join lateral ( select answer ->> 'value' as value
    where jsonb_typeof(answer -> 'value') = 'string'
    union all
    select element
    from jsonb_array_elements_text(case jsonb_typeof(answer -> 'value') when 'array' then answer -> 'value' else '[]' end) element) chosen
  where response.form_id = $1 and response.status <> 'WITHDRAWN' and btrim(chosen.value) <> '')
select question_id as "questionId", null as option, count(distinct id)::int as count
from given
group by question_id
union all
select question_id, value, count(*)::int
from given
where length(value) <= 200
group by question_id, value;

-- submissions.getMyDeletedSubmission and 1 more
select "submissions"."id", "assignments"."id", "assignments"."title", "courses"."id", "courses"."title", "assignments"."week_id", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."marks", "assignments"."max_marks", "submissions"."feedback", "submissions"."graded_at", "submissions"."is_held", exists (select
  from assignment_exceptions exception
  where exception.assignment_id = "submissions"."assignment_id" and exception.student_id = "submissions"."student_id" and exception.excused_at is not null), case when "courses"."deleted_at" is not null then 'COURSE' when "weeks"."deleted_at" is not null then 'WEEK' else 'ASSIGNMENT' end
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where ("submissions"."id" = $1 and ("submissions"."student_id" = $2 and ("courses"."deleted_at" is not null or "weeks"."deleted_at" is not null or "assignments"."deleted_at" is not null)));

-- submissions.getSubmission and 1 more
select "assignments"."id", "assignments"."title", "assignments"."course_id", "assignments"."week_id", "assignments"."questions", "assignments"."max_marks", "assignments"."status", "assignments"."available_from", "assignments"."due_at", "assignments"."closes_at", "assignments"."closed_at", "assignments"."late_policy", "assignments"."max_attempts", "assignments"."hold_marks", "assignments"."questions_version", "courses"."time_zone", "weeks"."published", "weeks"."unlock_at"
from "assignments"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "assignments"."course_id"
where ("assignments"."id" = $1 and ("assignments"."status" <> 'DRAFT' and "assignments"."deleted_at" is null and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))));

-- submissions.gradeSubmission
insert into "last_grades" ("user_id", "submission_id", "version", "before", "saved_at")
values ($1, $2, $3, $4, $5)
on conflict ("user_id") do update set "submission_id" = $6, "version" = $7, "before" = $8, "saved_at" = $9;

-- submissions.listAttempts and 1 more
select "submission_attempts"."submission_id", "submission_attempts"."attempt", "submission_attempts"."answers", "submission_attempts"."questions_version", "submission_attempts"."submitted_at", "submission_attempts"."late", "submission_attempts"."marks", "submission_attempts"."question_marks", "submission_attempts"."deduction", "submission_attempts"."feedback", "submission_attempts"."graded_by", "submission_attempts"."graded_at", "submission_attempts"."is_held", "grader"."id", "grader"."name", '/images/' || "grader"."profile_image"
from "submission_attempts"
left join "users" "grader" on "grader"."id" = "submission_attempts"."graded_by"
where ("submission_attempts"."submission_id" = $1 and "submission_attempts"."attempt" < $2)
order by "submission_attempts"."attempt" desc
limit $3;

-- submissions.listMyDeletedSubmissions
select "submissions"."id", "assignments"."id", "assignments"."title", "courses"."id", "courses"."title", "assignments"."week_id", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."marks", "assignments"."max_marks", "submissions"."feedback", "submissions"."graded_at", "submissions"."is_held", exists (select
  from assignment_exceptions exception
  where exception.assignment_id = "submissions"."assignment_id" and exception.student_id = "submissions"."student_id" and exception.excused_at is not null), case when "courses"."deleted_at" is not null then 'COURSE' when "weeks"."deleted_at" is not null then 'WEEK' else 'ASSIGNMENT' end
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where ("submissions"."student_id" = $1 and ("courses"."deleted_at" is not null or "weeks"."deleted_at" is not null or "assignments"."deleted_at" is not null))
order by "submissions"."submitted_at" desc nulls first, "submissions"."id" desc
limit '21';

-- submissions.listMyDeletedSubmissions
select count(*)::int
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where ("submissions"."student_id" = $1 and ("courses"."deleted_at" is not null or "weeks"."deleted_at" is not null or "assignments"."deleted_at" is not null));

-- submissions.listMySubmissions
select "submissions"."id", "assignments"."id", "assignments"."title", "courses"."id", "courses"."title", "assignments"."week_id", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."marks", "assignments"."max_marks", "submissions"."feedback", "submissions"."graded_at", "submissions"."is_held", exists (select
  from assignment_exceptions exception
  where exception.assignment_id = "submissions"."assignment_id" and exception.student_id = "submissions"."student_id" and exception.excused_at is not null), case when "courses"."deleted_at" is not null then 'COURSE' when "weeks"."deleted_at" is not null then 'WEEK' else 'ASSIGNMENT' end
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where ("submissions"."student_id" = $1 and "assignments"."deleted_at" is null and "assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz)) and "courses"."deleted_at" is null and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false'))
order by "submissions"."submitted_at" desc nulls first, "submissions"."id" desc
limit '21';

-- submissions.listMySubmissions
select count(*)::int
from "submissions"
inner join "assignments" on "assignments"."id" = "submissions"."assignment_id"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "submissions"."course_id"
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where ("submissions"."student_id" = $1 and "assignments"."deleted_at" is null and "assignments"."status" <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz)) and "courses"."deleted_at" is null and ("courses"."status" <> 'DRAFT' and "courses"."is_archived_draft" = 'false'));

-- submissions.listSubmissions
select "users"."id", "users"."name", '/images/' || "users"."profile_image", "users"."email", null, "submissions"."id", "submissions"."status", coalesce("submissions"."late", false), false, false, coalesce("submissions"."attempt", 0), "submissions"."submitted_at", "submissions"."effective_submitted_at", ("submissions"."recorded_by" is not null and "submissions"."attempt" = 1), case when not ("assignment_exceptions"."excused_at" is not null) then "submissions"."marks" end, "submissions"."graded_at", coalesce("submissions"."is_held", false), case when "assignment_exceptions"."due_at" > "assignments"."due_at" then "assignment_exceptions"."due_at" end, case when ("assignment_exceptions"."excused_at" is not null) then "assignment_exceptions"."excuse_reason" end, "assignment_exceptions"."reminded_at"
from (select "users"."id"
  from "course_students"
  inner join "users" on ("users"."id" = "course_students"."user_id" and "users"."role" = 'USER' and "users"."deleted_at" is null)
  left join "assignments" on "assignments"."id" = $1
  left join "submissions" on ("submissions"."student_id" = "course_students"."user_id" and "submissions"."assignment_id" = $1)
  left join "assignment_exceptions" on ("assignment_exceptions"."student_id" = "course_students"."user_id" and "assignment_exceptions"."assignment_id" = $1)
  where "course_students"."course_id" = $2
  order by "users"."name" asc nulls last, "users"."id" asc
  limit '21') "page"
inner join "users" on "users"."id" = page.id
inner join "assignments" on "assignments"."id" = $1
left join "submissions" on ("submissions"."student_id" = "users"."id" and "submissions"."assignment_id" = $1)
left join "assignment_exceptions" on ("assignment_exceptions"."student_id" = "users"."id" and "assignment_exceptions"."assignment_id" = $1)
left join "course_students" on ("course_students"."course_id" = $2 and "course_students"."user_id" = "users"."id")
order by "users"."name" asc nulls last, "users"."id" asc;

-- submissions.listSubmissions
select ( select ("assignments".status = 'CLOSED' or coalesce(least("assignments".due_at, "assignments".closes_at, "assignments".closed_at) < date_trunc('minute', $1::timestamptz), false)) and exists (select
    from "weeks"
    where "weeks"."id" = "assignments"."week_id" and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $1::timestamptz)))
  from "assignments"
  where ("assignments"."id" = $2 and "assignments"."deleted_at" is null and exists (select 1
      from weeks week
      where week.id = "assignments"."week_id" and week.deleted_at is null)) and "course_id" = $3), exists (select
  from "hidden_names"
  where ("hidden_names"."assignment_id" = $2 and "hidden_names"."user_id" = $4)), (select count(*)::int
  from submissions submission
  join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
  where submission.is_held and submission.assignment_id = $2 and submission.course_id = $3 and not exists (select
    from assignment_exceptions exception
    where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null)), (select student_count
  from "courses"
  where id = $3), array[ count(*) filter (where submission.attempt > 0), count(*) filter (where submission.status = 'SUBMITTED'), count(*) filter (where submission.status = 'GRADED'), count(*) filter (where submission.status = 'RETURNED'), count(*) filter (where submission.late)]::int[], (select array[ count(*) filter (where submission.attempt > 0), count(*) filter (where submission.status = 'SUBMITTED'), count(*) filter (where submission.status = 'GRADED'), count(*) filter (where submission.status = 'RETURNED'), count(*) filter (where submission.late and submission.student_id in (select user_id
      from enrolments
      where course_id = $3 and since is null))]::int[]
  from submissions submission
  where submission.assignment_id = $2 and (submission.student_id in (select user_id
      from enrolments
      where course_id = $3 and since is null) or submission.student_id in ( select student_id
      from assignment_exceptions
      where assignment_id = $2 and excused_at is not null))), 0, ( select array[count(*) filter (where exception.excused_at is not null), count(*) filter (where (coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and (least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at), false) or student.periods @> least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at))) and not (((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else assignment.status end) = 'CLOSED' or coalesce((case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end) < date_trunc('minute', $1::timestamptz), false)) or coalesce((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end) < date_trunc('minute', $1::timestamptz), false)))]::int[]
  from assignment_exceptions exception
  join assignments assignment on assignment.id = exception.assignment_id
  join course_students student on student.course_id = assignment.course_id and student.user_id = exception.student_id
  left join submissions submission on submission.assignment_id = exception.assignment_id and submission.student_id = exception.student_id
  where exception.assignment_id = $2), ( select count(*)::int
  from assignments assignment
  join course_students student on student.course_id = assignment.course_id and student.since > least(assignment.due_at, assignment.closes_at, assignment.closed_at)
  left join lateral (select *
    from assignment_exceptions
    where assignment_id = assignment.id and student_id = student.user_id
    offset 0) exception on true
  left join lateral (select attempt
    from submissions
    where assignment_id = assignment.id and student_id = student.user_id
    offset 0) submission on true
  where assignment.id = $2 and coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and not (least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at) is null or student.user_id is null or coalesce(student.since <= least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at), false) or student.periods @> least((case when assignment.due_at is not null then greatest(assignment.due_at, exception.due_at) end), (case when assignment.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when assignment.closes_at is not null then greatest(assignment.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), assignment.closed_at)))
from submissions submission
where submission.assignment_id = $2;

-- submissions.saveAnswers
select "assignments"."id", "assignments"."title", "assignments"."course_id", "assignments"."week_id", "assignments"."questions", "assignments"."max_marks", "assignments"."status", "assignments"."available_from", "assignments"."due_at", "assignments"."closes_at", "assignments"."closed_at", "assignments"."late_policy", "assignments"."max_attempts", "assignments"."hold_marks", "assignments"."questions_version", "courses"."time_zone", "weeks"."published", "weeks"."unlock_at"
from "assignments"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "assignments"."course_id"
where ("assignments"."id" = coalesce((select submission.assignment_id
      from submissions submission
      where submission.id = $1 and submission.student_id = $2), $1) and ("assignments"."status" <> 'DRAFT' and "assignments"."deleted_at" is null and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $3::timestamptz))));

-- submissions.saveAnswers
select "submissions"."id", "submissions"."assignment_id", "submissions"."course_id", "submissions"."student_id", "submissions"."answers", "submissions"."questions_version", "submissions"."draft", "submissions"."draft_version", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."effective_submitted_at", "submissions"."recorded_by", "submissions"."marks", "submissions"."question_marks", "submissions"."deduction", "submissions"."is_final", "submissions"."feedback", "submissions"."graded_by", "submissions"."graded_at", "submissions"."is_held", "submissions"."version", "submissions"."created_at", "submissions"."updated_at", "assignment_exceptions"."student_id", "assignment_exceptions"."due_at", "assignment_exceptions"."closes_at", "assignment_exceptions"."reopened_until", "assignment_exceptions"."excused_at", 0, "enrolments"."periods", "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "submissions"
inner join "users" on "users"."id" = "submissions"."student_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
left join "enrolments" on ("enrolments"."course_id" = "submissions"."course_id" and "enrolments"."user_id" = "submissions"."student_id")
where ("submissions"."assignment_id" = $1 and "submissions"."student_id" = $2)
for update of "submissions";

-- submissions.saveAnswers
update "submissions" set "draft" = $1, "draft_version" = "submissions"."draft_version" + 1, "updated_at" = $2
where "submissions"."id" = $3
returning "id", "assignment_id", "course_id", "student_id", "answers", "questions_version", "draft", "draft_version", "status", "late", "attempt", "submitted_at", "effective_submitted_at", "recorded_by", "marks", "question_marks", "deduction", "is_final", "feedback", "graded_by", "graded_at", "is_held", "version", "created_at", "updated_at";

-- submissions.submitAssignment
select "assignments"."id", "assignments"."title", "assignments"."course_id", "assignments"."week_id", "assignments"."questions", "assignments"."max_marks", "assignments"."status", "assignments"."available_from", "assignments"."due_at", "assignments"."closes_at", "assignments"."closed_at", "assignments"."late_policy", "assignments"."max_attempts", "assignments"."hold_marks", "assignments"."questions_version", "courses"."time_zone", "weeks"."published", "weeks"."unlock_at"
from "assignments"
inner join "weeks" on "weeks"."id" = "assignments"."week_id"
inner join "courses" on "courses"."id" = "assignments"."course_id"
where ("assignments"."id" = $1 and ("assignments"."status" <> 'DRAFT' and "assignments"."deleted_at" is null and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))) and "assignments"."course_id" = $3 and exists (select
    from "weeks" named
    where named.id = $4 and named.course_id = "assignments"."course_id"))
for share of "assignments";

-- submissions.submitAssignment
select "submissions"."id", "submissions"."assignment_id", "submissions"."course_id", "submissions"."student_id", "submissions"."answers", "submissions"."questions_version", "submissions"."draft", "submissions"."draft_version", "submissions"."status", "submissions"."late", "submissions"."attempt", "submissions"."submitted_at", "submissions"."effective_submitted_at", "submissions"."recorded_by", "submissions"."marks", "submissions"."question_marks", "submissions"."deduction", "submissions"."is_final", "submissions"."feedback", "submissions"."graded_by", "submissions"."graded_at", "submissions"."is_held", "submissions"."version", "submissions"."created_at", "submissions"."updated_at", "assignment_exceptions"."student_id", "assignment_exceptions"."due_at", "assignment_exceptions"."closes_at", "assignment_exceptions"."reopened_until", "assignment_exceptions"."excused_at", (select coalesce(sum(octet_length(attempt.answers::text)), 0)::int
  from submission_attempts attempt
  where attempt.submission_id = "submissions"."id"), "enrolments"."periods", "users"."id", "users"."name", '/images/' || "users"."profile_image"
from "submissions"
inner join "users" on "users"."id" = "submissions"."student_id"
left join "assignment_exceptions" on ("assignment_exceptions"."assignment_id" = "submissions"."assignment_id" and "assignment_exceptions"."student_id" = "submissions"."student_id")
left join "enrolments" on ("enrolments"."course_id" = "submissions"."course_id" and "enrolments"."user_id" = "submissions"."student_id")
where ("submissions"."assignment_id" = $1 and "submissions"."student_id" = $2)
for update of "submissions";

-- submissions.submitAssignment
with "attempt" as (insert into "submission_attempts" ("submission_id", "attempt", "answers", "questions_version", "submitted_at", "late", "marks", "question_marks", "deduction", "feedback", "graded_by", "graded_at", "is_held")
  values ($1::uuid, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  returning "submission_id") update "submissions" set "answers" = $3, "questions_version" = $4, "draft" = $14, "draft_version" = "submissions"."draft_version" + 1, "status" = 'SUBMITTED', "late" = $6, "attempt" = $2, "submitted_at" = $5, "effective_submitted_at" = $15, "marks" = $16, "question_marks" = $8, "deduction" = $9, "is_final" = 'false', "feedback" = $17, "graded_by" = $18, "graded_at" = $19, "is_held" = $13, "version" = "submissions"."version" + 1, "updated_at" = $20
where "submissions"."id" = $1
returning "id", "assignment_id", "course_id", "student_id", "answers", "questions_version", "draft", "draft_version", "status", "late", "attempt", "submitted_at", "effective_submitted_at", "recorded_by", "marks", "question_marks", "deduction", "is_final", "feedback", "graded_by", "graded_at", "is_held", "version", "created_at", "updated_at";

-- users.addUser
insert into "users" ("id", "name", "email", "password_hash", "role", "status", "profile_image", "time_zone", "preferences", "is_demo", "version", "created_at", "last_seen_at", "deleted_at")
values ($1, $2, $3, default, $4, $5, default, default, default, default, default, default, default, default)
on conflict ("email") do nothing
returning "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at";

-- users.addUser and 1 more
select "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at"
from "users"
where "users"."email" = $1;

-- users.addUser and 1 more
select "id", "title", "status", "enrolment", "seats", "student_count", "ends_on", "time_zone"
from "courses"
where ("courses"."id" in ($1) and "courses"."deleted_at" is null)
order by "courses"."id" asc for no key update;

-- users.addUser and 3 more
delete
from "emails"
where ("emails"."user_id" = any($1::uuid[]) and "emails"."kind" = $2 and "emails"."state" = $3);

-- users.cancelEmailChange
delete
from "one_time_tokens"
where ("one_time_tokens"."user_id" = $1 and "one_time_tokens"."kind" = $2);

-- users.cancelEmailChange and 3 more
select "id", "name", "email", "role", "status", "version", "password_hash" is not null, exists (select
  from emails invitation
  where invitation.user_id = users.id and invitation.kind = 'INVITATION')
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null) for no key update of "users";

-- users.changeEmail
select "id"
from "users"
where "users"."email" = $1;

-- users.changeEmail and 1 more
select "role", "email", ( select json_build_object('email', token.address, 'expiresAt', to_char(token.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'error', ( select case email.state when 'FAILED' then email.last_error end
      from emails email
      where email.user_id = users.id and email.kind = 'ADDRESS' and email.to_address = token.address
      order by email.created_at desc, email.id desc
      limit 1))
  from one_time_tokens token
  where token.user_id = users.id and token.kind = 'CONFIRM_EMAIL' and token.expires_at > $1::timestamptz)
from "users"
where ("users"."id" = $2 and "users"."deleted_at" is null);

-- users.changeEmail and 1 more
update "users" set "email" = $1, "version" = "users"."version" + 1
where "users"."id" = $2;

-- users.changeEmail and 1 more
update course_emails set audience = jsonb_build_object('to', ( select coalesce(jsonb_agg(case when lower(address) = $1 then $2 else address end
        order by place), '[]')
    from jsonb_array_elements_text(audience -> $3)
    with ordinality listed (address, place)), 'except', ( select coalesce(jsonb_agg(case when lower(address) = $4 then $5 else address end
        order by place), '[]')
    from jsonb_array_elements_text(audience -> $6)
    with ordinality listed (address, place)))
where state = 'SCHEDULED' and audience::text like '%@%' and exists ( select
  from jsonb_array_elements_text((audience -> 'to') || (audience -> 'except')) address
  where lower(address) = $7);

-- users.changeEmail and 1 more
update emails set to_address = case when user_id = $1 and kind <> 'ADDRESS' then $2 else to_address end, reply_to = case when reply_to = $3 then $4 else reply_to end
where state = 'QUEUED' and (user_id = $5 or reply_to = $6);

-- users.confirmEmailChange
update "one_time_tokens" set "expires_at" = $1
where ("one_time_tokens"."user_id" = $2 and "one_time_tokens"."kind" = $3 and "one_time_tokens"."address" = $4);

-- users.confirmEmailChange and 1 more
select "id", "user_id", "address", "created_by", "created_at"
from "one_time_tokens"
where ("one_time_tokens"."token_hash" = $1 and "one_time_tokens"."kind" = $2 and "one_time_tokens"."expires_at" > $3);

-- users.getImport
select "import_results"."import_id", "import_results"."file_name", "import_results"."role", case when "courses"."id" is not null then json_build_object('id', "courses"."id", 'title', "courses"."title") end, "import_results"."summary", "import_results"."skipped", "import_results"."invite", "import_results"."created_at", "import_results"."undo_result", "import_results"."rows"
from "import_results"
left join "courses" on ("courses"."id" = "import_results"."course_id" and "courses"."deleted_at" is null)
where (("import_results"."user_id" = $1 and "import_results"."created_at" > $2) and "import_results"."import_id" = $3);

-- users.getImport
with mails as materialized ( select account.id, account.name, account.email, newest.state, newest.last_error
  from "import_results" result
  join users account on account.id = any(result.created_user_ids) and account.status = 'INVITED' and account.deleted_at is null
  cross join lateral ( select email.state, email.last_error
    from emails email
    where email.user_id = account.id and email.kind = 'INVITATION'
    order by email.created_at desc, email.id desc
    limit 1) newest
  where result.user_id = $1 and result.import_id = $2)
select (count(*) filter (where state = 'QUEUED'))::int as waiting, (count(*) filter (where state = 'FAILED'))::int as refused, coalesce((select json_agg(json_build_object('id', failed.id, 'name', failed.name, 'email', failed.email, 'invitationError', coalesce(failed.last_error, '')))
    from (select *
      from mails
      where state = 'FAILED'
      order by name, id
      limit 100) failed), '[]') as people
from mails;

-- users.getImportProgress
select "stage", "done", "total"
from "import_progress"
where ("import_progress"."user_id" = $1 and "import_progress"."import_id" = $2);

-- users.getImportProgress
select count(*) as count
from "import_results"
where (("import_results"."user_id" = $1 and "import_results"."created_at" > $2) and "import_results"."import_id" = $3);;

-- users.getImportUndo
select "role", "course_id", "created_user_ids", "enrolled_user_ids", "undo_result", "created_at"
from "import_results"
where (("import_results"."user_id" = $1 and "import_results"."created_at" > $2) and "import_results"."import_id" = $3);

-- users.getImportUndo and 1 more
select account.id, account.name, account.email, imported.made, exists (select 1
  from memberships membership
  where membership.course_id = $1::uuid and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE') as "isMember", case when imported.made and account.password_hash is not null then 'SIGNED_IN' when not imported.made and exists (select 1
  from user_changes change
  where change.user_id = account.id and change.field = 'COURSE' and change.course_id = $2::uuid and change.changed_at > $3::timestamptz) or imported.made and (account.role <> $4 or account.status <> 'INVITED' or exists (select 1
    from user_changes change
    where change.user_id = account.id and not (change.field = 'COURSE' and change.before is null and change.changed_by = $5 and change.course_id is not distinct
      from $6::uuid))) then 'CHANGED' when exists (select 1
  from attendance record
  where record.user_id = account.id and (imported.made or record.course_id = $7::uuid)) or exists (select 1
  from submissions submission
  where submission.student_id = account.id and (imported.made or submission.course_id = $8::uuid)) or exists (select 1
  from discussions discussion
  where discussion.author_id = account.id and discussion.deleted_at is null and (imported.made or discussion.course_id = $9::uuid)) or exists (select 1
  from comments comment
  join discussions discussion on discussion.id = comment.discussion_id
  where comment.author_id = account.id and comment.deleted_at is null and (imported.made or discussion.course_id = $10::uuid)) or account.id in (select media_item.created_by
  from media media_item
  where media_item.course_id = $11::uuid and media_item.deleted_at is null union
  select assignment.created_by
  from assignments assignment
  where assignment.course_id = $12::uuid and assignment.deleted_at is null union
  select record.marked_by
  from attendance record
  where record.course_id = $13::uuid union
  select submission.graded_by
  from submissions submission
  where submission.course_id = $14::uuid) then 'WORK' end as reason
from (select unnest($15::uuid[]) as id, true as made
  union all
  select unnest($16::uuid[]), false) imported
join users account on account.id = imported.id and account.deleted_at is null
order by account.name, account.id;

-- users.getUser
select course.id, course.title, 'STUDENT' as role
from course_students person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and (course.status <> 'DRAFT' and not course.is_archived_draft) and exists (select
  from course_students viewer
  where viewer.course_id = course.id and viewer.user_id = $2)
order by course.title, course.id;

-- users.getUser
select course.id, course.title, 'STUDENT' as role
from course_students person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and exists (select
  from course_staff viewer
  where viewer.course_id = course.id and viewer.user_id = $2)
order by course.title, course.id;

-- users.getUser
select course.id, course.title, 'STUDENT' as role
from course_students person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and true
order by course.title, course.id;

-- users.getUser
select course.id, course.title, 'TRAINER' as role
from course_staff person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and exists (select
  from course_staff viewer
  where viewer.course_id = course.id and viewer.user_id = $2)
order by course.title, course.id;

-- users.getUser
select course.id, course.title, 'TRAINER' as role
from course_staff person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and true
order by course.title, course.id;

-- users.getUser
with open_items as materialized ( select item.*, course.made_up_as
  from course_items item
  join courses course on course.id = item.course_id
  where item.course_id = any((select $1)::uuid[]) and item.opens_at <= $2::timestamptz), work as ( select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, (coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
      from 'ABSENT')) as is_done, ((coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('PRESENT', 'LATE'), false) or (record.watched_at is not null and record.status is distinct
        from 'ABSENT')) or (not coalesce((case when record.status = 'ABSENT' and record.watched_at is not null then item.made_up_as else record.status end) in ('EXCUSED'), false) and not coalesce(not item.has_recording and (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) <= $2::timestamptz, false) and ((case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end) is null or enrolment.user_id is null or coalesce(enrolment.since <= (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end), false) or enrolment.periods @> (case item.type when 'LIVE' then item.starts_at + coalesce(item.duration_minutes, '60') * interval '1 minute' end)))) as is_required
  from open_items item
  left join enrolments enrolment on enrolment.user_id = (select $3::uuid) and enrolment.course_id = item.course_id
  left join attendance record on record.session_id = item.id and record.user_id = (select $3::uuid)
  where item.type <> 'ASSIGNMENT'
  union all
  select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false), (coalesce((case when submission.is_held then 'SUBMITTED' else submission.status end) in ('SUBMITTED', 'GRADED'), false) or (exception.excused_at is null and (least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at) is null or enrolment.user_id is null or coalesce(enrolment.since <= least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at), false) or enrolment.periods @> least((case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.closed_at))))
  from open_items item
  left join enrolments enrolment on enrolment.user_id = (select $3::uuid) and enrolment.course_id = item.course_id
  left join submissions submission on submission.assignment_id = item.id and submission.student_id = (select $3::uuid)
  left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = (select $3::uuid)
  where item.type = 'ASSIGNMENT')
select course_id as "courseId", coalesce(100 * count(*) filter (where is_done) / nullif(count(*) filter (where is_required), 0), 0)::int as percentage
from work
group by course_id;

-- users.getUser and 1 more
select "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at", "version", case "status" when 'INVITED' then (select case email.state when 'FAILED' then email.last_error end
  from ( select email.state, email.last_error
    from emails email
    where email.user_id = "users"."id" and email.kind = 'INVITATION'
    order by email.created_at desc, email.id desc
    limit 1) email) end, ((select case email.state when 'FAILED' then email.last_error end
    from ( select email.state, email.last_error
      from emails email
      where email.user_id = "users"."id" and email.kind = 'CODE'
      order by email.created_at desc, email.id desc
      limit 1) email))
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null and "users"."id" = $2);

-- users.getUser and 2 more
select "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at", "version", case "status" when 'INVITED' then (select case email.state when 'FAILED' then email.last_error end
  from ( select email.state, email.last_error
    from emails email
    where email.user_id = "users"."id" and email.kind = 'INVITATION'
    order by email.created_at desc, email.id desc
    limit 1) email) end, ((select case email.state when 'FAILED' then email.last_error end
    from ( select email.state, email.last_error
      from emails email
      where email.user_id = "users"."id" and email.kind = 'CODE'
      order by email.created_at desc, email.id desc
      limit 1) email))
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null and ("users"."id" = $2 or exists ( select 1
      from course_students student
      join course_staff staff on staff.course_id = student.course_id and staff.user_id = $2
      join courses course on course.id = student.course_id and course.deleted_at is null
      where student.user_id = $1)));

-- users.getUser and 2 more
select "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at", "version", case "status" when 'INVITED' then (select case email.state when 'FAILED' then email.last_error end
  from ( select email.state, email.last_error
    from emails email
    where email.user_id = "users"."id" and email.kind = 'INVITATION'
    order by email.created_at desc, email.id desc
    limit 1) email) end, ((select case email.state when 'FAILED' then email.last_error end
    from ( select email.state, email.last_error
      from emails email
      where email.user_id = "users"."id" and email.kind = 'CODE'
      order by email.created_at desc, email.id desc
      limit 1) email))
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null);

-- users.getUserOverview
select "id", "ip", "user_agent", "last_used_at"
from "sessions"
where ("sessions"."user_id" = $1 and "sessions"."expires_at" > $2 and "sessions"."last_used_at" > $3)
order by "sessions"."last_used_at" desc, "sessions"."id" desc;

-- users.getUserOverview
select (count(*) filter (where email.state = 'SENT'))::int as sent, (count(*) filter (where email.state = 'FAILED'))::int as failed
from emails email
join course_emails message on message.id = email.batch_id
join courses course on course.id = message.course_id and course.deleted_at is null
where email.user_id = $1 and email.kind = 'COURSE' and exists (select
  from course_staff viewer
  where viewer.course_id = course.id and viewer.user_id = $2);

-- users.getUserOverview
select (count(*) filter (where email.state = 'SENT'))::int as sent, (count(*) filter (where email.state = 'FAILED'))::int as failed
from emails email
join course_emails message on message.id = email.batch_id
join courses course on course.id = message.course_id and course.deleted_at is null
where email.user_id = $1 and email.kind = 'COURSE' and true;

-- users.getUserOverview
select course.id, course.title, 'STUDENT' as role, course.ends_on as "endsOn", course.time_zone as "timeZone", person.periods as periods, coalesce((select json_agg(trainer.name
      order by trainer.name)
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id), '[]') as trainers
from course_students person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and exists (select
  from course_staff viewer
  where viewer.course_id = course.id and viewer.user_id = $2)
order by course.title, course.id;

-- users.getUserOverview
select course.id, course.title, 'STUDENT' as role, course.ends_on as "endsOn", course.time_zone as "timeZone", person.periods as periods, coalesce((select json_agg(trainer.name
      order by trainer.name)
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id), '[]') as trainers
from course_students person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and true
order by course.title, course.id;

-- users.getUserOverview
select course.id, course.title, 'TRAINER' as role, course.ends_on as "endsOn", course.time_zone as "timeZone", null as periods, coalesce((select json_agg(trainer.name
      order by trainer.name)
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id), '[]') as trainers
from course_staff person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and exists (select
  from course_staff viewer
  where viewer.course_id = course.id and viewer.user_id = $2)
order by course.title, course.id;

-- users.getUserOverview
select course.id, course.title, 'TRAINER' as role, course.ends_on as "endsOn", course.time_zone as "timeZone", null as periods, coalesce((select json_agg(trainer.name
      order by trainer.name)
    from course_staff staff
    join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id), '[]') as trainers
from course_staff person
join courses course on course.id = person.course_id and course.deleted_at is null
where person.user_id = $1 and true
order by course.title, course.id;

-- users.importUsers
delete
from import_results
where user_id = $1::uuid and import_id in ( select import_id
  from import_results
  where user_id = $2::uuid and import_id <> $3::uuid
  order by created_at desc, import_id desc
  offset $4);

-- users.importUsers
insert into "import_results" ("user_id", "import_id", "file_name", "role", "course_id", "summary", "skipped", "invite", "rows", "created_user_ids", "enrolled_user_ids", "undo_result", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict ("user_id","import_id") do update set "file_name" = $14, "role" = $15, "course_id" = $16, "summary" = $17, "skipped" = $18, "invite" = $19, "rows" = $20, "created_user_ids" = $21, "enrolled_user_ids" = $22, "undo_result" = $23, "created_at" = $24;

-- users.importUsers
insert into memberships (course_id, user_id, role)
select $1::uuid, account.id, case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
from unnest($2::uuid[]) as chosen (id)
join users account on account.id = chosen.id
on conflict (course_id, user_id, role) do update set status = 'ACTIVE';

-- users.importUsers
insert into users (id, name, email, role, status)
select id, name, email, $1, 'INVITED'
from unnest($2::uuid[], $3::text[], $4::text[]) as invited (id, name, email)
on conflict (email) do nothing
returning id, name, email;

-- users.importUsers
select "title"
from "courses"
where ("courses"."id" = $1 and "courses"."deleted_at" is null);

-- users.importUsers
select account.email, account.id, account.role, account.status = 'SUSPENDED' as "isSuspended", exists (select 1
  from memberships membership
  where membership.course_id = $1::uuid and membership.user_id = account.id and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end and membership.status = 'ACTIVE') as "isMember"
from unnest($2::text[]) as wanted (email)
join users account on account.email = wanted.email;

-- users.importUsers
select account.email, account.id, account.role, account.status = 'SUSPENDED' as "isSuspended", false as "isMember"
from unnest($1::text[]) as wanted (email)
join users account on account.email = wanted.email;

-- users.listCourseStudents
select "users"."id", "users"."name", "users"."email", "users"."role", "users"."profile_image", '/images/' || "users"."profile_image", "users"."status", "users"."time_zone", "users"."created_at", "users"."last_seen_at", (select student_count
  from "courses"
  where id = $1)
from (select "users"."id"
  from "users"
  inner join "course_students" on ("users"."id" = "course_students"."user_id" and "users"."role" = 'USER' and "users"."deleted_at" is null)
  where ("users"."deleted_at" is null and "course_students"."course_id" = $1)
  order by "users"."name" asc, "users"."id" asc
  limit '21') "page"
inner join "users" on "users"."id" = "page"."id"
order by "users"."name" asc, "users"."id" asc;

-- users.listImports
select "import_results"."import_id", "import_results"."file_name", "import_results"."role", case when "courses"."id" is not null then json_build_object('id', "courses"."id", 'title', "courses"."title") end, "import_results"."summary", "import_results"."skipped", "import_results"."invite", "import_results"."created_at", "import_results"."undo_result"
from "import_results"
left join "courses" on ("courses"."id" = "import_results"."course_id" and "courses"."deleted_at" is null)
where ("import_results"."user_id" = $1 and "import_results"."created_at" > $2)
order by "import_results"."created_at" desc, "import_results"."import_id" desc
limit $3;

-- users.listImports
select count(*)::int
from "import_results"
where ("import_results"."user_id" = $1 and "import_results"."created_at" > $2);

-- users.listUserActivity
with actions (type, subject, course_id, week_id, title, attempt, late, attendance, marks, max_marks, coverage, by, error, at) as ( select 'SUBMISSION' as type, submission.id as subject, submission.course_id, null::uuid as week_id, assignment.title, attempt.attempt, attempt.late, null as attendance, null::float8 as marks, null::float8 as max_marks, null::float8 as coverage, null as by, null as error, attempt.submitted_at as at
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  where submission.student_id = $1 and not (attempt.attempt = 1 and submission.recorded_by is not null)
  union all
  select 'GRADED', submission.id, submission.course_id, null, assignment.title, attempt.attempt, false, null, attempt.marks::float8, assignment.max_marks::float8, null, grader.name, null, attempt.graded_at
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  left join users grader on grader.id = attempt.graded_by
  where submission.student_id = $1 and attempt.graded_at is not null
  union all
  select 'EXTENDED', assignment.id, assignment.course_id, assignment.week_id, assignment.title, null, false, null, null, null, null, giver.name, null, exception.extended_at
  from assignment_exceptions exception
  join assignments assignment on assignment.id = exception.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  left join users giver on giver.id = exception.extended_by
  where exception.student_id = $1 and exception.extended_at is not null
  union all
  select 'WATCHED', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, false, null, null, null, record.coverage, null, null, coalesce(record.watched_at, record.updated_at)
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and (record.watched_at is not null or record.coverage > 0)
  union all
  select 'JOINED', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, coalesce(record.status = 'LATE', false), null, null, null, null, null, null, record.joined_at
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and record.joined_at is not null
  union all
  select 'ATTENDANCE', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, false, record.status, null, null, null, marker.name, null, coalesce(record.marked_at, record.updated_at)
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and record.status is not null and not (record.source = 'JOIN' and record.joined_at is not null) and not (record.source = 'VIDEO' and record.watched_at is not null)
  union all
  select 'DISCUSSION', discussion.id, discussion.course_id, null::uuid, discussion.title, null::int, false, null, null::float8, null::float8, null::float8, null, null, discussion.created_at
  from discussions discussion
  where discussion.author_id = $1 and discussion.deleted_at is null
  union all
  select 'COMMENT', discussion.id, discussion.course_id, null, discussion.title, null, false, null, null, null, null, null, null, comment.created_at
  from comments comment
  join discussions discussion on discussion.id = comment.discussion_id and discussion.deleted_at is null
  where comment.author_id = $1 and comment.deleted_at is null
  union all
  select 'EMAIL', message.id, message.course_id, null::uuid, email.subject, null::int, false, null, null::float8, null::float8, null::float8, sender.name, case email.state when 'FAILED' then coalesce(email.last_error, '') end, coalesce(email.sent_at, email.created_at)
  from emails email
  join course_emails message on message.id = email.batch_id
  join users sender on sender.id = message.sender_id
  where email.user_id = $1 and email.kind = 'COURSE' and email.state in ('SENT', 'FAILED')
  union all
  select 'VISIT', account.id, null, null, account.name, null, false, null, null, null, null, null, null, account.last_seen_at
  from users account
  where account.id = $1 and account.last_seen_at is not null
  union all
  select 'SIGN_IN', session.id, null, null, '', null, false, null, null, null, null, null, null, session.created_at
  from sessions session
  where session.user_id = $1), found as materialized (select action.*, course.title as course_title
  from actions action
  left join courses course on course.id = action.course_id
  where action.course_id is null or (course.deleted_at is null and exists (select
      from course_staff viewer
      where viewer.course_id = course.id and viewer.user_id = $2)))
select action.type, action.subject as "subjectId", action.title, case when action.course_id is not null then json_build_object('id', action.course_id, 'title', action.course_title) end as course, action.week_id as "weekId", action.attempt, action.late, action.attendance, action.marks, action.max_marks as "maxMarks", action.coverage, action.by, action.error, to_char(action.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, (select count(*)::int
  from found) as total
from found action
order by action.at desc, action.type, action.subject
limit '21';

-- users.listUserActivity
with actions (type, subject, course_id, week_id, title, attempt, late, attendance, marks, max_marks, coverage, by, error, at) as ( select 'SUBMISSION' as type, submission.id as subject, submission.course_id, null::uuid as week_id, assignment.title, attempt.attempt, attempt.late, null as attendance, null::float8 as marks, null::float8 as max_marks, null::float8 as coverage, null as by, null as error, attempt.submitted_at as at
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  where submission.student_id = $1 and not (attempt.attempt = 1 and submission.recorded_by is not null)
  union all
  select 'GRADED', submission.id, submission.course_id, null, assignment.title, attempt.attempt, false, null, attempt.marks::float8, assignment.max_marks::float8, null, grader.name, null, attempt.graded_at
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  left join users grader on grader.id = attempt.graded_by
  where submission.student_id = $1 and attempt.graded_at is not null
  union all
  select 'EXTENDED', assignment.id, assignment.course_id, assignment.week_id, assignment.title, null, false, null, null, null, null, giver.name, null, exception.extended_at
  from assignment_exceptions exception
  join assignments assignment on assignment.id = exception.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  left join users giver on giver.id = exception.extended_by
  where exception.student_id = $1 and exception.extended_at is not null
  union all
  select 'WATCHED', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, false, null, null, null, record.coverage, null, null, coalesce(record.watched_at, record.updated_at)
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and (record.watched_at is not null or record.coverage > 0)
  union all
  select 'JOINED', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, coalesce(record.status = 'LATE', false), null, null, null, null, null, null, record.joined_at
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and record.joined_at is not null
  union all
  select 'ATTENDANCE', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, false, record.status, null, null, null, marker.name, null, coalesce(record.marked_at, record.updated_at)
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and record.status is not null and not (record.source = 'JOIN' and record.joined_at is not null) and not (record.source = 'VIDEO' and record.watched_at is not null)
  union all
  select 'DISCUSSION', discussion.id, discussion.course_id, null::uuid, discussion.title, null::int, false, null, null::float8, null::float8, null::float8, null, null, discussion.created_at
  from discussions discussion
  where discussion.author_id = $1 and discussion.deleted_at is null
  union all
  select 'COMMENT', discussion.id, discussion.course_id, null, discussion.title, null, false, null, null, null, null, null, null, comment.created_at
  from comments comment
  join discussions discussion on discussion.id = comment.discussion_id and discussion.deleted_at is null
  where comment.author_id = $1 and comment.deleted_at is null
  union all
  select 'EMAIL', message.id, message.course_id, null::uuid, email.subject, null::int, false, null, null::float8, null::float8, null::float8, sender.name, case email.state when 'FAILED' then coalesce(email.last_error, '') end, coalesce(email.sent_at, email.created_at)
  from emails email
  join course_emails message on message.id = email.batch_id
  join users sender on sender.id = message.sender_id
  where email.user_id = $1 and email.kind = 'COURSE' and email.state in ('SENT', 'FAILED')
  union all
  select 'VISIT', account.id, null, null, account.name, null, false, null, null, null, null, null, null, account.last_seen_at
  from users account
  where account.id = $1 and account.last_seen_at is not null
  union all
  select 'SIGN_IN', session.id, null, null, '', null, false, null, null, null, null, null, null, session.created_at
  from sessions session
  where session.user_id = $1), found as materialized (select action.*, course.title as course_title
  from actions action
  left join courses course on course.id = action.course_id
  where action.course_id is null or (course.deleted_at is null and true))
select action.type, action.subject as "subjectId", action.title, case when action.course_id is not null then json_build_object('id', action.course_id, 'title', action.course_title) end as course, action.week_id as "weekId", action.attempt, action.late, action.attendance, action.marks, action.max_marks as "maxMarks", action.coverage, action.by, action.error, to_char(action.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, (select count(*)::int
  from found) as total
from found action
order by action.at desc, action.type, action.subject
limit '21';

-- users.listUserActivity
with actions (type, subject, course_id, week_id, title, attempt, late, attendance, marks, max_marks, coverage, by, error, at) as ( select 'SUBMISSION' as type, submission.id as subject, submission.course_id, null::uuid as week_id, assignment.title, attempt.attempt, attempt.late, null as attendance, null::float8 as marks, null::float8 as max_marks, null::float8 as coverage, null as by, null as error, attempt.submitted_at as at
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  where submission.student_id = $1 and not (attempt.attempt = 1 and submission.recorded_by is not null) and assignment.status <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))
  union all
  select 'GRADED', submission.id, submission.course_id, null, assignment.title, attempt.attempt, false, null, attempt.marks::float8, assignment.max_marks::float8, null, grader.name, null, attempt.graded_at
  from submissions submission
  join submission_attempts attempt on attempt.submission_id = submission.id
  join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  left join users grader on grader.id = attempt.graded_by
  where submission.student_id = $1 and attempt.graded_at is not null and not submission.is_held and not attempt.is_held and not exists (select
    from assignment_exceptions exception
    where exception.assignment_id = submission.assignment_id and exception.student_id = submission.student_id and exception.excused_at is not null) and assignment.status <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))
  union all
  select 'EXTENDED', assignment.id, assignment.course_id, assignment.week_id, assignment.title, null, false, null, null, null, null, giver.name, null, exception.extended_at
  from assignment_exceptions exception
  join assignments assignment on assignment.id = exception.assignment_id and assignment.deleted_at is null
  join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null
  left join users giver on giver.id = exception.extended_by
  where exception.student_id = $1 and exception.extended_at is not null and assignment.status <> 'DRAFT' and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))
  union all
  select 'WATCHED', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, false, null, null, null, record.coverage, null, null, coalesce(record.watched_at, record.updated_at)
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and (record.watched_at is not null or record.coverage > 0) and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))
  union all
  select 'JOINED', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, coalesce(record.status = 'LATE', false), null, null, null, null, null, null, record.joined_at
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and record.joined_at is not null and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))
  union all
  select 'ATTENDANCE', record.session_id, record.course_id, record.week_id, coalesce(media_item.title, weeks.title), null, false, record.status, null, null, null, marker.name, null, coalesce(record.marked_at, record.updated_at)
  from attendance record
  join weeks on weeks.id = record.week_id and weeks.deleted_at is null
  left join media media_item on media_item.id = record.session_id
  left join users marker on marker.id = record.marked_by
  where record.user_id = $1 and record.status is not null and not (record.source = 'JOIN' and record.joined_at is not null) and not (record.source = 'VIDEO' and record.watched_at is not null) and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $2::timestamptz))
  union all
  select 'DISCUSSION', discussion.id, discussion.course_id, null::uuid, discussion.title, null::int, false, null, null::float8, null::float8, null::float8, null, null, discussion.created_at
  from discussions discussion
  where discussion.author_id = $1 and discussion.deleted_at is null
  union all
  select 'COMMENT', discussion.id, discussion.course_id, null, discussion.title, null, false, null, null, null, null, null, null, comment.created_at
  from comments comment
  join discussions discussion on discussion.id = comment.discussion_id and discussion.deleted_at is null
  where comment.author_id = $1 and comment.deleted_at is null
  union all
  select 'EMAIL', message.id, message.course_id, null::uuid, email.subject, null::int, false, null, null::float8, null::float8, null::float8, sender.name, case email.state when 'FAILED' then coalesce(email.last_error, '') end, coalesce(email.sent_at, email.created_at)
  from emails email
  join course_emails message on message.id = email.batch_id
  join users sender on sender.id = message.sender_id
  where email.user_id = $1 and email.kind = 'COURSE' and email.state in ('SENT', 'FAILED')
  union all
  select 'VISIT', account.id, null, null, account.name, null, false, null, null, null, null, null, null, account.last_seen_at
  from users account
  where account.id = $1 and account.last_seen_at is not null
  union all
  select 'SIGN_IN', session.id, null, null, '', null, false, null, null, null, null, null, null, session.created_at
  from sessions session
  where session.user_id = $1), found as materialized (select action.*, course.title as course_title
  from actions action
  left join courses course on course.id = action.course_id
  where action.course_id is null or (course.deleted_at is null and (course.status <> 'DRAFT' and not course.is_archived_draft) and exists (select
      from course_students viewer
      where viewer.course_id = course.id and viewer.user_id = $3)))
select action.type, action.subject as "subjectId", action.title, case when action.course_id is not null then json_build_object('id', action.course_id, 'title', action.course_title) end as course, action.week_id as "weekId", action.attempt, action.late, action.attendance, action.marks, action.max_marks as "maxMarks", action.coverage, action.by, action.error, to_char(action.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, (select count(*)::int
  from found) as total
from found action
order by action.at desc, action.type, action.subject
limit '21';

-- users.listUserChanges
select "user_changes"."id", "user_changes"."field", "user_changes"."before", "user_changes"."after", "courses"."id", "courses"."title", "users"."id", "users"."name", '/images/' || "users"."profile_image", "user_changes"."changed_at"
from "user_changes"
inner join "users" on "users"."id" = "user_changes"."changed_by"
left join "courses" on ("courses"."id" = "user_changes"."course_id" and "courses"."deleted_at" is null)
where "user_changes"."user_id" = $1
order by "user_changes"."changed_at" desc, "user_changes"."id" desc
limit '21'
offset $2;

-- users.listUsers
with "found" as (select "id", "name", "email" as "email", "role", "profile_image", '/images/' || "profile_image" as "profile_image_url", "status", "time_zone", "created_at", "last_seen_at", "name" as "key"
  from "users"
  where ("users"."deleted_at" is null and "users"."id" in (select student.user_id
      from course_students student
      where student.course_id = $1
      union all
      select staff.user_id
      from course_staff staff
      where staff.course_id = $1))
  order by "users"."name" asc, "users"."id" asc
  limit '21')
select "found"."id", "found"."name", "email", "found"."role", "found"."profile_image", "profile_image_url", "found"."status", "found"."time_zone", "found"."created_at", "found"."last_seen_at", coalesce(joined.courses, '[]'), coalesce(joined.course_count, 0), (select course.student_count + (select count(*)::int
    from course_staff staff
    where staff.course_id = course.id)
  from courses course
  where course.id = $1), case "found"."status" when 'INVITED' then (select case email.state when 'FAILED' then email.last_error end
  from ( select email.state, email.last_error
    from emails email
    where email.user_id = "found"."id" and email.kind = 'INVITATION'
    order by email.created_at desc, email.id desc
    limit 1) email) end
from "found"
left join ( select listed.user_id, json_agg(json_build_object('id', listed.id, 'title', listed.title)
    order by listed.place) filter (where listed.place <= 2) as courses, count(*)::int as course_count
  from (select membership.user_id, course.id, course.title, row_number() over (partition by membership.user_id
      order by course.id::text = $2 desc, course.title, course.id) as place
    from found account
    join memberships membership on membership.user_id = account.id and membership.status = 'ACTIVE' and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
    join courses course on course.id = membership.course_id and course.deleted_at is null) listed
  group by listed.user_id) joined on joined.user_id = "found"."id"
order by "key" asc, "found"."id" asc;

-- users.removeUser and 1 more
delete
from "attendance_changes"
where "attendance_changes"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "calendar_feeds"
where "calendar_feeds"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "discussion_reads"
where "discussion_reads"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "email_opt_outs"
where "email_opt_outs"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "emails"
where "emails"."user_id" = any($1::uuid[]) or "emails"."to_address" = any($2::text[]);

-- users.removeUser and 1 more
delete
from "grading_presence"
where "grading_presence"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "hidden_names"
where "hidden_names"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "idempotency_keys"
where "idempotency_keys"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "import_progress"
where "import_progress"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "import_results"
where "import_results"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "last_grades"
where "last_grades"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "media_notes"
where "media_notes"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "notices"
where "notices"."user_id" = any($1::uuid[]) or ("notices"."kind" = 'INVITATION' and "notices"."subject" ->> 'userId' = any($2::text[]));

-- users.removeUser and 1 more
delete
from "one_time_tokens"
where "one_time_tokens"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "otp_codes"
where "otp_codes"."email" = any($1::text[]);

-- users.removeUser and 1 more
delete
from "saved_comments"
where "saved_comments"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "sessions"
where "sessions"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "sign_in_sources"
where "sign_in_sources"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "signup_responses"
where "signup_responses"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "students_at_risk"
where "students_at_risk"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
delete
from "submissions"
where "submissions"."student_id" = any($1::uuid[]) and "submissions"."attempt" = 0;

-- users.removeUser and 1 more
delete
from "user_changes"
where "user_changes"."user_id" = any($1::uuid[]);

-- users.removeUser and 1 more
select "comment_versions"."id"::text as key, content
from "comment_versions"
where content like '%data-mention%' and exists ( select
  from regexp_matches(content, 'data-mention="([0-9a-f-]{36})"', 'g') mention
  where mention[1]::uuid = any($1::uuid[]));

-- users.removeUser and 1 more
select "comments"."id"::text as key, content
from "comments"
where content like '%data-mention%' and exists ( select
  from regexp_matches(content, 'data-mention="([0-9a-f-]{36})"', 'g') mention
  where mention[1]::uuid = any($1::uuid[]));

-- users.removeUser and 1 more
select "discussions"."id"::text as key, content
from "discussions"
where content like '%data-mention%' and exists ( select
  from regexp_matches(content, 'data-mention="([0-9a-f-]{36})"', 'g') mention
  where mention[1]::uuid = any($1::uuid[]));

-- users.removeUser and 1 more
select "id", "email", "name"
from "users"
where "users"."id" = any($1::uuid[]);

-- users.removeUser and 1 more
select "id", "name", "role", "status", "version", "password_hash" is not null
from "users"
where ("users"."deleted_at" is null and ("users"."id" = $1 or ("users"."role" = $2 and exists (select
        from users target
        where target.id = $3 and target.role = 'SUPER_ADMIN'))))
order by "users"."id" asc for no key update;

-- users.removeUser and 1 more
update "assignment_exceptions" set "excuse_reason" = $1
where "assignment_exceptions"."student_id" = any($2::uuid[]);

-- users.removeUser and 1 more
update "attendance" set "remark" = $1, "objected_at" = $2, "objection" = $3, "replaced" = $4
where "attendance"."user_id" = any($5::uuid[]);

-- users.removeUser and 1 more
update "submissions" set "draft" = $1
where "submissions"."student_id" = any($2::uuid[]);

-- users.removeUser and 1 more
update "users" set "name" = $1, "email" = $2, "password_hash" = $3, "profile_image" = $4, "time_zone" = $5, "preferences" = $6, "deleted_at" = $7
where "users"."id" = any($8::uuid[]);

-- users.removeUser and 1 more
update course_emails set audience = jsonb_build_object('to', ( select coalesce(jsonb_agg(coalesce(erased.id, address)
        order by place), '[]')
    from jsonb_array_elements_text(audience -> $1)
    with ordinality listed (address, place)
    left join unnest($2::text[], $3::text[]) erased (email, id) on erased.email = lower(address)), 'except', ( select coalesce(jsonb_agg(coalesce(erased.id, address)
        order by place), '[]')
    from jsonb_array_elements_text(audience -> $4)
    with ordinality listed (address, place)
    left join unnest($5::text[], $6::text[]) erased (email, id) on erased.email = lower(address)))
where audience::text like '%@%' and exists ( select
  from jsonb_array_elements_text((audience -> 'to') || (audience -> 'except')) address
  join unnest($7::text[], $8::text[]) erased (email, id) on erased.email = lower(address));

-- users.removeUser and 1 more
update course_emails set cancel_reason = reason.after
from jsonb_to_recordset($1::jsonb) reason (before text, after text)
where cancel_reason = reason.before;

-- users.removeUser and 1 more
update emails email set reply_to = null, html = replace(email.html, erased.html_name, $1), text = replace(email.text, erased.name, $2)
from unnest($3::text[], $4::text[], $5::text[]) erased (email, name, html_name)
where email.reply_to = erased.email;

-- users.removeUser and 1 more
update import_results set rows = ( select jsonb_agg(case when lower(imported ->> 'email') = any($1::text[]) then imported || jsonb_build_object('name', $2::text, 'email', '') else imported end
    order by place)
  from jsonb_array_elements(rows)
  with ordinality listed (imported, place))
where exists (select
  from jsonb_array_elements(rows) imported
  where lower(imported ->> 'email') = any($3::text[]));

-- users.removeUser and 2 more
select "id", "title", "status", "enrolment", "seats", "student_count", "ends_on", "time_zone", "deleted_at"
from "courses"
where "courses"."id" in (select member.course_id
  from memberships member
  where member.user_id = any($1::uuid[]) and member.role = 'STUDENT' and member.status = 'ACTIVE')
order by "courses"."id" asc for no key update;

-- users.removeUserFromCourse
delete
from "memberships"
where ("memberships"."course_id" = $1 and "memberships"."user_id" = $2 and "memberships"."role" = $3);

-- users.stopEmailChange
delete
from "one_time_tokens"
where ("one_time_tokens"."user_id" = $1 and "one_time_tokens"."created_at" >= $2);

-- users.undoImport
select "role", "course_id", "created_user_ids", "enrolled_user_ids", "undo_result", "created_at"
from "import_results"
where (("import_results"."user_id" = $1 and "import_results"."created_at" > $2) and "import_results"."import_id" = $3)
for update;

-- users.undoImport
select id
from users
where id = any($1::uuid[])
order by id
for update;

-- users.undoImport
update "import_results" set "created_user_ids" = $1, "enrolled_user_ids" = $2, "undo_result" = $3
where ("import_results"."user_id" = $4 and "import_results"."import_id" = $5);

-- users.updateMe
select "id", "name", "email", "role", "profile_image", '/images/' || "profile_image", "status", "time_zone", "created_at", "last_seen_at", "preferences"
from "users"
where ("users"."id" = $1 and "users"."deleted_at" is null);

-- users.updateMe and 1 more
update "users" set "name" = $1, "version" = "users"."version" + 1
where "users"."id" = $2;

-- users.updateUser
update "users" set "role" = $1, "version" = "users"."version" + 1
where "users"."id" = $2;

-- weeks.countWeekSubmissions
select count(*)::int
from "submissions"
inner join "assignments" on ("assignments"."id" = "submissions"."assignment_id" and "assignments"."deleted_at" is null)
inner join "course_students" on ("course_students"."course_id" = "submissions"."course_id" and "course_students"."user_id" = "submissions"."student_id")
where ("assignments"."week_id" = $1 and "submissions"."attempt" > '0');

-- weeks.createWeek
insert into "weeks" ("id", "course_id", "number", "title", "description", "starts_on", "unlock_at", "published", "version", "created_at", "updated_by", "updated_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, default, default, default, default, default)
returning "id";

-- weeks.createWeek
select max("number")
from "weeks"
where ("weeks"."course_id" = $1 and "weeks"."deleted_at" is null);

-- weeks.createWeek and 3 more
select item.type = 'ASSIGNMENT', item.week_id, item.id, item.title, item.type, (case when item.status = 'CLOSED' and exception.reopened_until is not null then 'PUBLISHED' else item.status end), item.starts_at, (case when item.due_at is not null then greatest(item.due_at, exception.due_at) end), (case when item.status = 'CLOSED' and exception.reopened_until is not null then exception.reopened_until when item.closes_at is not null then greatest(item.closes_at, exception.closes_at, exception.due_at, exception.reopened_until) end), item.duration_seconds, item.duration_minutes, item.max_marks, item.has_recording
from course_items item
left join assignment_exceptions exception on exception.assignment_id = item.id and exception.student_id = $1
where item.week_id = $2 and ($3::boolean or item.status is distinct
  from 'DRAFT')
order by item.position, item.due_at, item.id;

-- weeks.createWeek and 3 more
select row_to_json(week)
from (select week.id, week.course_id as "courseId", week.number, week.title, case when (viewer.staff or (viewer.inside and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= viewer.now::timestamptz)))) then week.description else '' end as description, week.starts_on as "startsOn", to_char(week.unlock_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "unlockAt", week.published, (not (viewer.staff or (viewer.inside and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= viewer.now::timestamptz)))) or coalesce(week.unlock_at > viewer.now, false)) as locked, week.version, (viewer.staff or (viewer.inside and (week.deleted_at is null and week.published and (week.unlock_at is null or week.unlock_at <= viewer.now::timestamptz)))) as "isShown"
  from weeks week
  cross join (select $1::boolean as staff, true as inside, $2::timestamptz as now) viewer
  where week.id = $3 and week.course_id = $4 and week.deleted_at is null) week;

-- weeks.createWeek and 5 more
select "id"
from "courses"
where "courses"."id" = $1 for no key update;

-- weeks.listDeletedWeeks
select "id", "title", (select count(*)::int
  from media media_item
  where media_item.week_id = weeks.id and media_item.deleted_at is null), (select count(*)::int
  from assignments assignment
  where assignment.week_id = weeks.id and assignment.deleted_at is null), "deleted_at"
from "weeks"
where ("weeks"."course_id" = $1 and "weeks"."deleted_at" >= $2)
order by "weeks"."deleted_at" desc, "weeks"."id"
limit $3;

-- weeks.listDeletedWeeks
select count(*)::int
from "weeks"
where ("weeks"."course_id" = $1 and "weeks"."deleted_at" >= $2);

-- weeks.moveItem
select "id"
from "course_items"
where "course_items"."week_id" = $1
order by "course_items"."position", "course_items"."due_at", "course_items"."id";

-- weeks.moveItem
with item as (select id
  from course_items
  where id = $1 and course_id = $2), moved_media as ( update media set week_id = $3
  from item
  where media.id = item.id), moved_assignment as ( update assignments set week_id = $4
  from item
  where assignments.id = item.id), moved_records as ( update attendance set week_id = $5
  from item
  where attendance.session_id = item.id)
select id
from item;

-- weeks.moveItem
with ordered as (select id, place - 1 as position
  from unnest($1::uuid[])
  with ordinality as ordered (id, place)), ordered_media as ( update media set position = ordered.position
  from ordered
  where media.id = ordered.id and media.week_id = $2 and media.position <> ordered.position) update assignments set position = ordered.position
from ordered
where assignments.id = ordered.id and assignments.week_id = $3 and assignments.position is distinct
from ordered.position;

-- weeks.removeCourseWeek and 1 more
select "media"."id", "media"."title", "media"."starts_at", "media"."duration_minutes", "media"."time_zone", "media"."revision", "courses"."id", "courses"."title", "weeks"."id", (count(*) over ())::int
from "media"
inner join "courses" on "courses"."id" = "media"."course_id"
inner join "weeks" on "weeks"."id" = "media"."week_id"
where ("media"."course_id" = $1 and "media"."week_id" = $2 and "media"."type" = $3 and "media"."deleted_at" is null and "media"."starts_at" > $4 and ("weeks".deleted_at is null and "weeks".published and ("weeks".unlock_at is null or "weeks".unlock_at <= $5::timestamptz)))
order by "media"."starts_at" asc, "media"."id" asc
limit $6;

-- weeks.removeCourseWeek and 1 more
update "weeks" set "deleted_at" = $1
where ("weeks"."id" = $2 and "weeks"."course_id" = $3 and "weeks"."deleted_at" is null)
returning "id";

-- weeks.removeCourseWeek and 1 more
update "zoom_meetings" set "state" = $1, "reason" = $2, "attempts" = $3
where ("zoom_meetings"."media_id" in (select "id"
    from "media"
    where ("media"."course_id" = $4 and "media"."week_id" = $5)) and "zoom_meetings"."state" <> $6)
returning "media_id";

-- weeks.removeCourseWeek and 1 more
with ranked as ( select id, false as is_moved, $1::boolean as is_placed, (row_number() over (order by false, number))::int as rank, (count(*) over ())::int as count
  from weeks
  where course_id = $2 and deleted_at is null) update weeks week set number = -(case when is_moved then least($3::int, count) when is_placed and rank >= $4::int then rank + 1 else rank end)
from ranked
where ranked.id = week.id and week.number <> case when is_moved then least($5::int, count) when is_placed and rank >= $6::int then rank + 1 else rank end;

-- weeks.removeCourseWeek and 2 more
update "media" set "revision" = "media"."revision" + 1
where ("media"."course_id" = $1 and "media"."week_id" = $2 and "media"."type" = $3 and "media"."deleted_at" is null);

-- weeks.removeCourseWeek and 2 more
update weeks set number = -number
where course_id = $1 and deleted_at is null and number < 0;

-- weeks.restoreWeek
select "number"
from "weeks"
where ("weeks"."id" = $1 and ("weeks"."course_id" = $2 and "weeks"."deleted_at" >= $3));

-- weeks.restoreWeek
update "weeks" set "number" = (select coalesce(max(week.number), 0) + 1
  from weeks week
  where week.course_id = $1 and week.deleted_at is null), "deleted_at" = $2
where ("weeks"."id" = $3 and ("weeks"."course_id" = $4 and "weeks"."deleted_at" >= $5));

-- weeks.restoreWeek
with ranked as ( select id, id = $1 as is_moved, $2::boolean as is_placed, (row_number() over (order by id = $3, number))::int as rank, (count(*) over ())::int as count
  from weeks
  where course_id = $4 and deleted_at is null) update weeks week set number = -(case when is_moved then least($5::int, count) when is_placed and rank >= $6::int then rank + 1 else rank end)
from ranked
where ranked.id = week.id and week.number <> case when is_moved then least($7::int, count) when is_placed and rank >= $8::int then rank + 1 else rank end;

-- weeks.updateWeek
update "weeks" set "title" = $1, "description" = $2, "starts_on" = $3, "unlock_at" = $4, "published" = $5, "version" = $6, "updated_by" = $7, "updated_at" = $8
where "weeks"."id" = $9;
