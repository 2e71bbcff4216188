-- The database of version 1.0: functions that columns and indexes use, tables as the schema names them, then maintained counts and the
-- rules that PostgreSQL keeps itself.
-- The rule of searches (packages/contract/src/rules/search.ts) in SQL: what makes no letter of its own is folded away.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT normalize(
    replace(replace(replace(replace(
      translate(
        lower(
          regexp_replace(
            normalize(
              regexp_replace(value, '[''`\u00b4\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\uff07\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
              NFKD),
            '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g')
          COLLATE "und-x-icu"),
        'øłđðħıŧςىة“”„«»‐‒–—−', 'olddhitσيه"""""-----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC)
$$;
--> statement-breakpoint
-- Blocks separate words, marks within a word do not.
CREATE FUNCTION fold_html(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT fold_text(replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(html, '</?(?:p|br|li|ul|ol|pre|blockquote|h[1-6]|img|hr)\M[^<>]*>', ' ', 'gi'), '<[^<>]*>', '', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'))
$$;
--> statement-breakpoint
-- A pattern for each word of a search, the longest first; % and _ are literal.
CREATE FUNCTION search_patterns(search text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' ORDER BY length(word) DESC), '{}')
  FROM regexp_split_to_table(fold_text(search), '[\s,;\u3001]+') word WHERE word <> ''
$$;
--> statement-breakpoint
-- The file keys of the images in a text, as listImageKeys in packages/contract/src/rules/post-content.ts finds them.
CREATE FUNCTION image_keys(html text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(found[1]), '{}') FROM regexp_matches(html, '<img data-key="([^"]+)"', 'g') found
$$;
--> statement-breakpoint
CREATE TABLE "assignment_exceptions" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"reopened_until" timestamp (3) with time zone,
	"excused_at" timestamp (3) with time zone,
	"excused_by" uuid,
	"excuse_reason" text,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "assignment_exceptions_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "assignment_question_versions" (
	"assignment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignment_question_versions_assignment_id_version_pk" PRIMARY KEY("assignment_id","version")
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"week_id" uuid NOT NULL,
	"title" text NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_marks" numeric(8, 2) NOT NULL,
	"weight" numeric(8, 2),
	"status" text DEFAULT 'PUBLISHED' NOT NULL,
	"available_from" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"late_policy" jsonb NOT NULL,
	"max_attempts" integer,
	"hold_marks" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"questions_version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "grade_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"old_marks" numeric(8, 2),
	"new_marks" numeric(8, 2),
	"old_feedback" text,
	"new_feedback" text
);
--> statement-breakpoint
CREATE TABLE "mark_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_attempts" (
	"submission_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"questions_version" integer DEFAULT 1 NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"late" boolean NOT NULL,
	"marks" numeric(8, 2),
	"question_marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deduction" numeric(8, 2) DEFAULT 0 NOT NULL,
	"feedback" text,
	"graded_by" uuid,
	"graded_at" timestamp (3) with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	CONSTRAINT "submission_attempts_submission_id_attempt_pk" PRIMARY KEY("submission_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"questions_version" integer DEFAULT 1 NOT NULL,
	"draft" jsonb,
	"draft_version" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"effective_submitted_at" timestamp (3) with time zone,
	"recorded_by" uuid,
	"marks" numeric(8, 2),
	"question_marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deduction" numeric(8, 2) DEFAULT 0 NOT NULL,
	"is_final" boolean DEFAULT false NOT NULL,
	"feedback" text,
	"graded_by" uuid,
	"graded_at" timestamp (3) with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_submitted_check" CHECK ("submissions"."attempt" = 0 or "submissions"."submitted_at" is not null and "submissions"."effective_submitted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"week_id" uuid NOT NULL,
	"status" text,
	"source" text NOT NULL,
	"remark" text,
	"marked_by" uuid,
	"marked_at" timestamp (3) with time zone,
	"position" double precision DEFAULT 0 NOT NULL,
	"watched_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"coverage" double precision,
	"watched_at" timestamp (3) with time zone,
	"joined_at" timestamp (3) with time zone,
	"minutes" integer,
	"matched_by_name" boolean DEFAULT false NOT NULL,
	"replaced" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_session_id_user_id_pk" PRIMARY KEY("session_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_events" (
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"connection" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"matched_by_name" boolean DEFAULT false NOT NULL,
	CONSTRAINT "attendance_events_session_id_user_id_connection_kind_at_pk" PRIMARY KEY("session_id","user_id","connection","kind","at")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text collate "und-x-icu" NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(title)) STORED,
	"description" text DEFAULT '' NOT NULL,
	"cover_image" text,
	"mode" text DEFAULT 'RECORDED' NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"is_archived_draft" boolean DEFAULT false NOT NULL,
	"enrolment" text DEFAULT 'OPEN' NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"seats" integer,
	"student_count" integer DEFAULT 0 NOT NULL,
	"require_video" boolean DEFAULT false NOT NULL,
	"missing_counts" text DEFAULT 'CLOSED' NOT NULL,
	"show_medians" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"periods" "tstzmultirange" NOT NULL,
	"since" timestamp (3) with time zone GENERATED ALWAYS AS (case when upper_inf(periods) then upper('{(,)}'::tstzmultirange - periods) end) STORED,
	CONSTRAINT "enrolments_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "join_links" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"code" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_course_id_user_id_role_pk" PRIMARY KEY("course_id","user_id","role")
);
--> statement-breakpoint
CREATE TABLE "weeks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(title)) STORED,
	"description" text DEFAULT '' NOT NULL,
	"starts_on" date,
	"unlock_at" timestamp (3) with time zone,
	"published" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "comment_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"comment_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"discussion_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"parent_id" uuid,
	"root_id" uuid,
	"content" text NOT NULL,
	"mentioned_ids" uuid[] DEFAULT '{}' NOT NULL,
	"version_count" integer DEFAULT 0 NOT NULL,
	"answer_marked_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text GENERATED ALWAYS AS (fold_html(content)) STORED
);
--> statement-breakpoint
CREATE TABLE "discussion_reads" (
	"user_id" uuid NOT NULL,
	"discussion_id" uuid NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "discussion_reads_user_id_discussion_id_pk" PRIMARY KEY("user_id","discussion_id")
);
--> statement-breakpoint
CREATE TABLE "discussions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"locked_by" uuid,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"top_level_count" integer DEFAULT 0 NOT NULL,
	"staff_reply_id" uuid,
	"mentioned_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold_text(title) || ' ' || fold_html(content)) STORED
);
--> statement-breakpoint
CREATE TABLE "grading_presence" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hidden_names" (
	"assignment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "hidden_names_assignment_id_user_id_pk" PRIMARY KEY("assignment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "last_grades" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_numbers" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "student_numbers_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "course_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text DEFAULT 'SCHEDULED' NOT NULL,
	"cancel_reason" text,
	"waiting" uuid[] DEFAULT '{}' NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"show_until" date,
	"recipients" integer NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"planned" uuid[],
	"added" uuid[] DEFAULT '{}' NOT NULL,
	"dropped" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_opt_outs" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_opt_outs_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid,
	"user_id" uuid,
	"to_address" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"reply_to" text,
	"sender_id" uuid,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"delayed_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" text DEFAULT gen_random_uuid()::text || gen_random_uuid()::text NOT NULL,
	CONSTRAINT "signing_key_id_check" CHECK ("signing_key"."id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"key" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"name" text,
	"size" bigint,
	"announced_size" bigint,
	"duration_seconds" double precision,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"busy_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"week_id" uuid,
	"title" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(title)) STORED,
	"type" text NOT NULL,
	"source" text,
	"notes" text DEFAULT '' NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"captions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"duration_seconds" double precision,
	"thumbnail" text,
	"starts_at" timestamp (3) with time zone,
	"duration_minutes" integer,
	"time_zone" text,
	"join_url" text,
	"meeting_id" text,
	"passcode" text,
	"waiting_room" boolean DEFAULT false NOT NULL,
	"start_url" text,
	"previous_starts_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "media_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"at" double precision NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"upload_id" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"part_size" integer NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"busy_until" timestamp (3) with time zone,
	"last_part_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zoom_meetings" (
	"media_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"number" text,
	"creation_started" boolean DEFAULT false NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"course_id" uuid,
	"group_key" text NOT NULL,
	"source_id" text NOT NULL,
	"actor_id" uuid,
	"subject" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"email_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signup_form_versions" (
	"form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signup_form_versions_form_id_version_pk" PRIMARY KEY("form_id","version")
);
--> statement-breakpoint
CREATE TABLE "signup_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"closes_at" timestamp (3) with time zone,
	"auto_approve" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_responses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]' NOT NULL,
	"status" text NOT NULL,
	"note" text,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"waitlisted_at" timestamp (3) with time zone,
	"keeps_seat" boolean DEFAULT false NOT NULL,
	"reserved_until" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decision_batch_id" uuid,
	"settled_from" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"reply" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text,
	"setup_code_hash" text,
	CONSTRAINT "school_id_check" CHECK ("school"."id")
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "import_progress" (
	"user_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"done" integer,
	"total" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_progress_user_id_import_id_pk" PRIMARY KEY("user_id","import_id")
);
--> statement-breakpoint
CREATE TABLE "import_results" (
	"user_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"role" text NOT NULL,
	"course_id" uuid,
	"summary" jsonb NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"invite" boolean DEFAULT true NOT NULL,
	"rows" jsonb NOT NULL,
	"created_user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"enrolled_user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"undo_result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_results_user_id_import_id_pk" PRIMARY KEY("user_id","import_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "otp_codes" (
	"email" text NOT NULL,
	"source" text NOT NULL,
	"salt" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_elsewhere" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "otp_codes_email_source_pk" PRIMARY KEY("email","source")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_sources" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_sources_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
CREATE TABLE "user_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"field" text NOT NULL,
	"before" text,
	"after" text,
	"course_id" uuid
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"status" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"email" text,
	"password_hash" text,
	"role" text DEFAULT 'USER' NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"profile_image" text,
	"time_zone" text,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(email, ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "assignment_exceptions" ADD CONSTRAINT "assignment_exceptions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignment_exceptions" ADD CONSTRAINT "assignment_exceptions_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignment_exceptions" ADD CONSTRAINT "assignment_exceptions_excused_by_users_id_fk" FOREIGN KEY ("excused_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignment_question_versions" ADD CONSTRAINT "assignment_question_versions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_week_id_weeks_id_fk" FOREIGN KEY ("week_id") REFERENCES "public"."weeks"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grade_changes" ADD CONSTRAINT "grade_changes_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grade_changes" ADD CONSTRAINT "grade_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mark_imports" ADD CONSTRAINT "mark_imports_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mark_imports" ADD CONSTRAINT "mark_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_graded_by_users_id_fk" FOREIGN KEY ("graded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_graded_by_users_id_fk" FOREIGN KEY ("graded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_week_id_weeks_id_fk" FOREIGN KEY ("week_id") REFERENCES "public"."weeks"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_marked_by_users_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "attendance_events" ADD CONSTRAINT "attendance_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "weeks" ADD CONSTRAINT "weeks_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comment_versions" ADD CONSTRAINT "comment_versions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_root_id_comments_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_answer_marked_by_users_id_fk" FOREIGN KEY ("answer_marked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discussion_reads" ADD CONSTRAINT "discussion_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discussion_reads" ADD CONSTRAINT "discussion_reads_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_locked_by_users_id_fk" FOREIGN KEY ("locked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hidden_names" ADD CONSTRAINT "hidden_names_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hidden_names" ADD CONSTRAINT "hidden_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_comments" ADD CONSTRAINT "saved_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_numbers" ADD CONSTRAINT "student_numbers_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "student_numbers" ADD CONSTRAINT "student_numbers_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "course_emails" ADD CONSTRAINT "course_emails_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "course_emails" ADD CONSTRAINT "course_emails_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "email_opt_outs" ADD CONSTRAINT "email_opt_outs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "email_opt_outs" ADD CONSTRAINT "email_opt_outs_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_week_id_weeks_id_fk" FOREIGN KEY ("week_id") REFERENCES "public"."weeks"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_notes" ADD CONSTRAINT "media_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_notes" ADD CONSTRAINT "media_notes_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "zoom_meetings" ADD CONSTRAINT "zoom_meetings_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signup_form_versions" ADD CONSTRAINT "signup_form_versions_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signup_form_versions" ADD CONSTRAINT "signup_form_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signup_forms" ADD CONSTRAINT "signup_forms_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signup_responses" ADD CONSTRAINT "signup_responses_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signup_responses" ADD CONSTRAINT "signup_responses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signup_responses" ADD CONSTRAINT "signup_responses_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_results" ADD CONSTRAINT "import_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_sources" ADD CONSTRAINT "sign_in_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_changes" ADD CONSTRAINT "user_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_changes" ADD CONSTRAINT "user_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "assignment_exceptions_student_id_idx" ON "assignment_exceptions" USING btree ("student_id");
--> statement-breakpoint
CREATE INDEX "assignments_week_id_idx" ON "assignments" USING btree ("week_id","deleted_at");
--> statement-breakpoint
CREATE INDEX "assignments_course_id_idx" ON "assignments" USING btree ("course_id","due_at") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "grade_changes_submission_id_idx" ON "grade_changes" USING btree ("submission_id","changed_at");
--> statement-breakpoint
CREATE INDEX "mark_imports_course_id_idx" ON "mark_imports" USING btree ("course_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_assignment_id_student_id_key" ON "submissions" USING btree ("assignment_id","student_id");
--> statement-breakpoint
CREATE INDEX "submissions_to_grade_idx" ON "submissions" USING btree ("assignment_id","submitted_at","student_id") WHERE status = 'SUBMITTED';
--> statement-breakpoint
CREATE INDEX "submissions_held_idx" ON "submissions" USING btree ("assignment_id") WHERE is_held;
--> statement-breakpoint
CREATE INDEX "submissions_marks_idx" ON "submissions" USING btree ("assignment_id","marks","student_id") WHERE marks is not null;
--> statement-breakpoint
CREATE INDEX "submissions_states_idx" ON "submissions" USING btree ("assignment_id","student_id","status","late","attempt");
--> statement-breakpoint
CREATE INDEX "submissions_student_id_idx" ON "submissions" USING btree ("student_id","submitted_at");
--> statement-breakpoint
CREATE INDEX "submissions_course_id_submitted_at_idx" ON "submissions" USING btree ("course_id","submitted_at");
--> statement-breakpoint
CREATE INDEX "attendance_course_id_user_id_idx" ON "attendance" USING btree ("course_id","user_id");
--> statement-breakpoint
CREATE INDEX "attendance_user_id_updated_at_idx" ON "attendance" USING btree ("user_id","updated_at");
--> statement-breakpoint
CREATE INDEX "attendance_week_id_idx" ON "attendance" USING btree ("week_id");
--> statement-breakpoint
CREATE INDEX "courses_created_at_idx" ON "courses" USING btree ("created_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "courses_cover_image_idx" ON "courses" USING btree ("cover_image") WHERE cover_image is not null;
--> statement-breakpoint
CREATE INDEX "courses_deleted_at_idx" ON "courses" USING btree ("deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "courses_title_idx" ON "courses" USING btree ("title","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "enrolments_course_id_since_idx" ON "enrolments" USING btree ("course_id","since");
--> statement-breakpoint
CREATE UNIQUE INDEX "join_links_token_key" ON "join_links" USING btree ("token");
--> statement-breakpoint
CREATE UNIQUE INDEX "join_links_code_key" ON "join_links" USING btree ("code");
--> statement-breakpoint
CREATE INDEX "memberships_user_id_idx" ON "memberships" USING btree ("user_id","role","status");
--> statement-breakpoint
CREATE INDEX "memberships_students_idx" ON "memberships" USING btree ("course_id","user_id") WHERE "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE';
--> statement-breakpoint
CREATE INDEX "memberships_trainers_idx" ON "memberships" USING btree ("course_id") WHERE "memberships"."role" = 'TRAINER';
--> statement-breakpoint
CREATE UNIQUE INDEX "weeks_course_id_number_key" ON "weeks" USING btree ("course_id","number") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "weeks_deleted_at_idx" ON "weeks" USING btree ("course_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "comment_versions_comment_id_idx" ON "comment_versions" USING btree ("comment_id","id");
--> statement-breakpoint
CREATE INDEX "comment_versions_images_idx" ON "comment_versions" USING gin (image_keys("content")) WHERE "comment_versions"."content" like '%<img data-key=%';
--> statement-breakpoint
CREATE INDEX "comments_images_idx" ON "comments" USING gin (image_keys("content")) WHERE "comments"."content" like '%<img data-key=%';
--> statement-breakpoint
CREATE INDEX "comments_discussion_id_idx" ON "comments" USING btree ("discussion_id","id","deleted_at") WHERE root_id is null;
--> statement-breakpoint
CREATE INDEX "comments_discussion_id_created_at_idx" ON "comments" USING btree ("discussion_id","created_at","author_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "comments_root_id_idx" ON "comments" USING btree ("root_id","id");
--> statement-breakpoint
CREATE INDEX "comments_discussion_id_all_idx" ON "comments" USING btree ("discussion_id");
--> statement-breakpoint
CREATE INDEX "comments_parent_id_idx" ON "comments" USING btree ("parent_id") WHERE parent_id is not null;
--> statement-breakpoint
CREATE INDEX "comments_discussion_id_author_id_idx" ON "comments" USING btree ("discussion_id","author_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "comments_author_id_idx" ON "comments" USING btree ("author_id","created_at") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "discussion_reads_discussion_id_idx" ON "discussion_reads" USING btree ("discussion_id");
--> statement-breakpoint
CREATE INDEX "discussions_images_idx" ON "discussions" USING gin (image_keys("content")) WHERE "discussions"."content" like '%<img data-key=%';
--> statement-breakpoint
CREATE INDEX "discussions_course_id_idx" ON "discussions" USING btree ("course_id","pinned","last_activity_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "discussions_unanswered_idx" ON "discussions" USING btree ("course_id","created_at","id") WHERE deleted_at is null and not locked and staff_reply_id is null;
--> statement-breakpoint
CREATE INDEX "discussions_author_id_idx" ON "discussions" USING btree ("author_id","created_at") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "grading_presence_assignment_id_idx" ON "grading_presence" USING btree ("assignment_id");
--> statement-breakpoint
CREATE INDEX "hidden_names_user_id_idx" ON "hidden_names" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "saved_comments_user_id_idx" ON "saved_comments" USING btree ("user_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "student_numbers_assignment_id_number_key" ON "student_numbers" USING btree ("assignment_id","number");
--> statement-breakpoint
CREATE INDEX "student_numbers_student_id_idx" ON "student_numbers" USING btree ("student_id");
--> statement-breakpoint
CREATE INDEX "course_emails_course_id_send_at_idx" ON "course_emails" USING btree ("course_id","send_at","id");
--> statement-breakpoint
CREATE INDEX "course_emails_images_idx" ON "course_emails" USING gin (image_keys("body")) WHERE "course_emails"."body" like '%<img data-key=%';
--> statement-breakpoint
CREATE INDEX "course_emails_announcements_idx" ON "course_emails" USING btree ("course_id","show_until") WHERE "course_emails"."show_until" is not null;
--> statement-breakpoint
CREATE INDEX "email_opt_outs_course_id_idx" ON "email_opt_outs" USING btree ("course_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "emails_batch_id_user_id_key" ON "emails" USING btree ("batch_id","user_id");
--> statement-breakpoint
CREATE INDEX "emails_user_id_idx" ON "emails" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "emails_created_at_idx" ON "emails" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "emails_failed_idx" ON "emails" USING btree ("batch_id") WHERE "emails"."state" = 'FAILED';
--> statement-breakpoint
CREATE INDEX "emails_held_idx" ON "emails" USING btree ("created_at") WHERE "emails"."state" = 'QUEUED' and "emails"."delayed_by" in ('SETTINGS', 'SERVER');
--> statement-breakpoint
CREATE INDEX "files_owner_id_idx" ON "files" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "files_status_idx" ON "files" USING btree ("status","created_at");
--> statement-breakpoint
CREATE INDEX "files_size_idx" ON "files" USING btree ("size") WHERE size is not null;
--> statement-breakpoint
CREATE INDEX "media_week_id_idx" ON "media" USING btree ("week_id","position");
--> statement-breakpoint
CREATE INDEX "media_course_id_idx" ON "media" USING btree ("course_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "media_source_idx" ON "media" USING btree ("source") WHERE source is not null;
--> statement-breakpoint
CREATE INDEX "media_thumbnail_idx" ON "media" USING btree ("thumbnail") WHERE thumbnail is not null;
--> statement-breakpoint
CREATE INDEX "media_attachments_idx" ON "media" USING gin ("attachments" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "media_captions_idx" ON "media" USING gin ("captions" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "media_created_at_idx" ON "media" USING btree ("created_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "media_notes_user_id_media_id_idx" ON "media_notes" USING btree ("user_id","media_id","at","id");
--> statement-breakpoint
CREATE INDEX "media_notes_media_id_idx" ON "media_notes" USING btree ("media_id");
--> statement-breakpoint
CREATE INDEX "uploads_owner_id_idx" ON "uploads" USING btree ("owner_id","created_at") WHERE status = 'OPEN';
--> statement-breakpoint
CREATE INDEX "uploads_status_idx" ON "uploads" USING btree ("status","last_part_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "zoom_meetings_number_key" ON "zoom_meetings" USING btree ("number") WHERE number is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_user_id_source_id_key" ON "notices" USING btree ("user_id","source_id");
--> statement-breakpoint
CREATE INDEX "notices_user_id_idx" ON "notices" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "notices_group_key_idx" ON "notices" USING btree ("user_id","group_key","id");
--> statement-breakpoint
CREATE INDEX "notices_unread_idx" ON "notices" USING btree ("user_id","group_key") WHERE read_at is null;
--> statement-breakpoint
CREATE INDEX "notices_email_at_idx" ON "notices" USING btree ("email_at") WHERE email_at is not null;
--> statement-breakpoint
CREATE INDEX "notices_course_id_idx" ON "notices" USING btree ("course_id");
--> statement-breakpoint
CREATE INDEX "notices_created_at_idx" ON "notices" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "signup_forms_course_id_key" ON "signup_forms" USING btree ("course_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "signup_responses_form_id_user_id_key" ON "signup_responses" USING btree ("form_id","user_id");
--> statement-breakpoint
CREATE INDEX "signup_responses_status_idx" ON "signup_responses" USING btree ("form_id","status","sent_at","id");
--> statement-breakpoint
CREATE INDEX "signup_responses_sent_at_idx" ON "signup_responses" USING btree ("form_id","sent_at","id");
--> statement-breakpoint
CREATE INDEX "signup_responses_user_id_idx" ON "signup_responses" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at_idx" ON "rate_limits" USING btree ("ends_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token_key" ON "calendar_feeds" USING btree ("token");
--> statement-breakpoint
CREATE INDEX "import_progress_updated_at_idx" ON "import_progress" USING btree ("updated_at");
--> statement-breakpoint
CREATE INDEX "import_results_user_id_created_at_idx" ON "import_results" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "import_results_created_at_idx" ON "import_results" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_token_hash_key" ON "one_time_tokens" USING btree ("token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_user_id_kind_key" ON "one_time_tokens" USING btree ("user_id","kind");
--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_at_idx" ON "one_time_tokens" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "otp_codes_expires_at_idx" ON "otp_codes" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sign_in_sources_last_sign_in_at_idx" ON "sign_in_sources" USING btree ("last_sign_in_at");
--> statement-breakpoint
CREATE INDEX "user_changes_user_id_idx" ON "user_changes" USING btree ("user_id","changed_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ("name","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "users_role_name_idx" ON "users" USING btree ("role","name","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "users_status_name_idx" ON "users" USING btree ("status","name","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "users_profile_image_idx" ON "users" USING btree ("profile_image") WHERE profile_image is not null;
--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "users_last_seen_at_idx" ON "users" USING btree (coalesce("last_seen_at", '-infinity'),"id") WHERE deleted_at is null;
--> statement-breakpoint
INSERT INTO "signing_key" DEFAULT VALUES;
--> statement-breakpoint
-- Searches of three letters and more read these; where the extension is missing or not allowed, they read all rows and find the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_search_text_trigrams_idx ON users USING gin (search_text gin_trgm_ops);
  CREATE INDEX discussions_search_text_trigrams_idx ON discussions USING gin (search_text gin_trgm_ops);
  CREATE INDEX comments_search_text_trigrams_idx ON comments USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: searches for people and in discussions read all rows';
END $$;
--> statement-breakpoint
-- The number of people by role and status: rows that are added up. Puts changes together that nobody else is putting together just now.
CREATE FUNCTION fold_user_counts() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM user_counts WHERE id IN (SELECT id FROM user_counts ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING role, status, delta
  )
  INSERT INTO user_counts (role, status, delta) SELECT role, status, sum(delta) FROM folded GROUP BY role, status HAVING sum(delta) <> 0
$$;
--> statement-breakpoint
CREATE FUNCTION count_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest bigint;
BEGIN
  WITH change AS (
    INSERT INTO user_counts (role, status, delta)
    SELECT role, status, count(*) FROM added WHERE deleted_at IS NULL GROUP BY role, status RETURNING id
  )
  SELECT max(id) INTO latest FROM change;
  IF latest % 50 = 0 THEN PERFORM fold_user_counts(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts (role, status, delta)
  SELECT role, status, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY role, status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NULL THEN INSERT INTO user_counts (role, status, delta) VALUES (OLD.role, OLD.status, -1); END IF;
  IF NEW.deleted_at IS NULL THEN INSERT INTO user_counts (role, status, delta) VALUES (NEW.role, NEW.status, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_no_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_counts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_added AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_users();
--> statement-breakpoint
CREATE TRIGGER users_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_users();
--> statement-breakpoint
CREATE TRIGGER users_truncated AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION count_no_users();
--> statement-breakpoint
CREATE TRIGGER user_changed AFTER UPDATE OF role, status, deleted_at ON users FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_changed_user();
--> statement-breakpoint
-- Active students: memberships that are active, of accounts that are students' and not deleted. Each account is looked up by its key
-- (OFFSET 0): before the first analyze PostgreSQL would read all memberships for each account. Their periods are kept too: a change of a
-- membership ends its period and begins one at the same moment, which are one period again. A new membership begins when the row says.
CREATE FUNCTION count_added_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + n.students FROM (
    SELECT m.course_id, count(*) AS students FROM added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  INSERT INTO enrolments AS e (user_id, course_id, periods)
  SELECT m.user_id, m.course_id, tstzmultirange(tstzrange(CASE TG_OP WHEN 'INSERT' THEN m.created_at ELSE now()::timestamptz(3) END, NULL))
  FROM added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
  WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' ORDER BY m.course_id, m.user_id
  ON CONFLICT (user_id, course_id) DO UPDATE SET periods = e.periods + excluded.periods;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count - n.students FROM (
    SELECT m.course_id, count(*) AS students FROM removed m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  UPDATE enrolments e SET periods = e.periods * tstzmultirange(tstzrange(NULL, now()::timestamptz(3))) FROM removed m
  WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' AND e.user_id = m.user_id AND e.course_id = m.course_id AND upper_inf(e.periods);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + CASE WHEN NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END
  FROM memberships m WHERE m.user_id = NEW.id AND m.course_id = c.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE';
  IF NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN
    INSERT INTO enrolments AS e (user_id, course_id, periods)
    SELECT m.user_id, m.course_id, tstzmultirange(tstzrange(now()::timestamptz(3), NULL)) FROM memberships m
    WHERE m.user_id = NEW.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE' ORDER BY m.course_id
    ON CONFLICT (user_id, course_id) DO UPDATE SET periods = e.periods + excluded.periods;
  ELSE
    UPDATE enrolments e SET periods = e.periods * tstzmultirange(tstzrange(NULL, now()::timestamptz(3)))
    WHERE e.user_id = NEW.id AND upper_inf(e.periods);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER students_added AFTER INSERT ON memberships REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_students();
--> statement-breakpoint
CREATE TRIGGER students_removed AFTER DELETE ON memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_students();
--> statement-breakpoint
CREATE TRIGGER students_changed_before AFTER UPDATE ON memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_students();
--> statement-breakpoint
CREATE TRIGGER students_changed_to AFTER UPDATE ON memberships REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_students();
--> statement-breakpoint
CREATE TRIGGER student_changed AFTER UPDATE OF role, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.role = 'USER' AND OLD.deleted_at IS NULL) <> (NEW.role = 'USER' AND NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_changed_student();
--> statement-breakpoint
-- Who is enrolled in another way, such as by an admin or a join link, no longer waits for a decision: declining would end the enrolment.
-- The response remembers what it was.
CREATE FUNCTION approve_enrolled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE signup_responses r SET
    settled_from = CASE WHEN r.status <> 'APPROVED' THEN jsonb_build_object('status', r.status, 'note', r.note, 'waitlistedAt', r.waitlisted_at,
      'keepsSeat', r.keeps_seat, 'decidedAt', r.decided_at, 'decidedBy', r.decided_by) END,
    note = CASE WHEN r.status = 'APPROVED' THEN r.note END, waitlisted_at = CASE WHEN r.status = 'APPROVED' THEN r.waitlisted_at END,
    decided_at = CASE WHEN r.status = 'APPROVED' THEN r.decided_at ELSE now() END, decided_by = CASE WHEN r.status = 'APPROVED' THEN r.decided_by END,
    status = 'APPROVED'
  FROM signup_forms f
  WHERE f.course_id = NEW.course_id AND r.form_id = f.id AND r.user_id = NEW.user_id
    AND (r.status IN ('PENDING', 'WAITLISTED', 'REJECTED') OR (r.status = 'APPROVED' AND r.settled_from IS NOT NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER enrolled_approved AFTER INSERT OR UPDATE OF status ON memberships FOR EACH ROW
  WHEN (NEW.role = 'STUDENT' AND NEW.status = 'ACTIVE') EXECUTE FUNCTION approve_enrolled();
--> statement-breakpoint
-- One job enrols those who may move up; every change that may let somebody move up adds it.
CREATE FUNCTION add_move_up(course uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('signup-forms.moveUp', json_build_object('courseId', course), job_key := 'signup-forms.moveUp:' || course);
END $$;
--> statement-breakpoint
-- Seats that were freed are for the first of the list, also if they wait for staff. Null: for all.
CREATE FUNCTION free_seats(course uuid, seats bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE signup_responses SET keeps_seat = false WHERE keeps_seat AND id IN (
    SELECT r.id FROM signup_forms f JOIN signup_responses r ON r.form_id = f.id AND r.status = 'WAITLISTED'
      JOIN users u ON u.id = r.user_id AND u.role = 'USER' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL
    WHERE f.course_id = course ORDER BY r.waitlisted_at, r.id LIMIT seats);
END $$;
--> statement-breakpoint
-- A change that gives a seat back without freeing it sets this for its transaction.
CREATE FUNCTION fill_freed_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  freed bigint := CASE WHEN NEW.seats IS NULL AND OLD.seats IS NOT NULL THEN NULL WHEN NEW.seats IS NULL OR OLD.seats IS NULL THEN 0
    ELSE least(NEW.seats - NEW.student_count, NEW.seats - OLD.seats + OLD.student_count - NEW.student_count) END;
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE course_id = NEW.id AND role = 'STUDENT' AND status = 'WAITLISTED') THEN
    IF (freed IS NULL OR freed > 0) AND coalesce(current_setting('lms.keeps_seats', true), '') <> 'on' THEN
      PERFORM free_seats(NEW.id, freed);
    END IF;
    PERFORM add_move_up(NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seats_freed AFTER UPDATE OF student_count, seats, status, deleted_at, ends_on ON courses FOR EACH ROW
  WHEN (NEW.student_count < OLD.student_count OR NEW.seats > OLD.seats OR (NEW.seats IS NULL AND OLD.seats IS NOT NULL)
    OR (NEW.status = 'PUBLISHED' AND OLD.status <> 'PUBLISHED') OR (NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL)
    OR NEW.ends_on IS DISTINCT FROM OLD.ends_on) EXECUTE FUNCTION fill_freed_seats();
--> statement-breakpoint
CREATE FUNCTION waiting_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_move_up(f.course_id) FROM signup_forms f WHERE f.id = CASE TG_OP WHEN 'DELETE' THEN OLD.form_id ELSE NEW.form_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_began AFTER INSERT ON signup_responses FOR EACH ROW WHEN (NEW.status = 'WAITLISTED') EXECUTE FUNCTION waiting_list_changed();
--> statement-breakpoint
CREATE TRIGGER waiting_changed AFTER UPDATE OF status ON signup_responses FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND (NEW.status = 'WAITLISTED' OR (OLD.status = 'WAITLISTED' AND OLD.keeps_seat))) EXECUTE FUNCTION waiting_list_changed();
--> statement-breakpoint
CREATE TRIGGER waiting_ended AFTER DELETE ON signup_responses FOR EACH ROW
  WHEN (OLD.status = 'WAITLISTED' AND OLD.keeps_seat) EXECUTE FUNCTION waiting_list_changed();
--> statement-breakpoint
-- Only active students move up.
CREATE FUNCTION waiting_person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_move_up(w.course_id) FROM (SELECT m.course_id FROM memberships m
    WHERE m.user_id = NEW.id AND m.role = 'STUDENT' AND m.status = 'WAITLISTED' ORDER BY m.course_id) w;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_person_changed AFTER UPDATE OF status, role, deleted_at ON users FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.role <> NEW.role OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION waiting_person_changed();
