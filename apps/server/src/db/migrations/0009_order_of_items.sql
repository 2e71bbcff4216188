DROP VIEW "public"."course_items";--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "position" integer;--> statement-breakpoint
CREATE VIEW "public"."course_items" AS (select media.id, weeks.course_id, weeks.id as week_id, weeks.number as week, media.type, media.title, media.position,
    case when weeks.published then coalesce(weeks.unlock_at, '-infinity') end as opens_at,
    media.starts_at, media.duration_minutes, media.duration_seconds, media.source is not null as has_recording,
    null::text as status, null::timestamptz as available_from, null::timestamptz as due_at, null::timestamptz as closes_at,
    null::timestamptz as closed_at, null::float8 as max_marks
  from weeks join media on media.week_id = weeks.id and media.deleted_at is null
  where weeks.deleted_at is null
  union all
  select assignments.id, weeks.course_id, weeks.id, weeks.number, 'ASSIGNMENT', assignments.title, assignments.position,
    case when weeks.published and assignments.status <> 'DRAFT' then coalesce(weeks.unlock_at, '-infinity') end,
    null, null, null, null, assignments.status, assignments.available_from, assignments.due_at, assignments.closes_at,
    assignments.closed_at, assignments.max_marks::float8
  from weeks join assignments on assignments.week_id = weeks.id and assignments.deleted_at is null
  where weeks.deleted_at is null);