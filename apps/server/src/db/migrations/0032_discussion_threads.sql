CREATE TABLE "comment_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"comment_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discussion_reads" (
	"user_id" uuid NOT NULL,
	"discussion_id" uuid NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "discussion_reads_user_id_discussion_id_pk" PRIMARY KEY("user_id","discussion_id")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "mentioned_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "version_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "answer_marked_by" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "locked_by" uuid;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "top_level_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "mentioned_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_versions" ADD CONSTRAINT "comment_versions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_reads" ADD CONSTRAINT "discussion_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_reads" ADD CONSTRAINT "discussion_reads_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_versions_comment_id_idx" ON "comment_versions" USING btree ("comment_id","id");--> statement-breakpoint
CREATE INDEX "discussion_reads_discussion_id_idx" ON "discussion_reads" USING btree ("discussion_id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_answer_marked_by_users_id_fk" FOREIGN KEY ("answer_marked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_locked_by_users_id_fk" FOREIGN KEY ("locked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_words_idx" ON "comments" USING gin (to_tsvector('simple', content));--> statement-breakpoint
CREATE INDEX "discussions_words_idx" ON "discussions" USING gin (to_tsvector('simple', title || ' ' || content));--> statement-breakpoint
UPDATE "discussions" d SET "top_level_count" = (
  SELECT count(*) FROM "comments" c WHERE c."discussion_id" = d."id" AND c."root_id" IS NULL
    AND (c."deleted_at" IS NULL OR EXISTS (SELECT FROM "comments" r WHERE r."root_id" = c."id" AND r."deleted_at" IS NULL)))
WHERE d."comment_count" > 0;
