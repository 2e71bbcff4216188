ALTER TABLE "discussions" ADD COLUMN "staff_reply_id" uuid;--> statement-breakpoint
UPDATE "discussions" d SET "staff_reply_id" = (
  SELECT c."id" FROM "comments" c JOIN "users" u ON u."id" = c."author_id"
  WHERE c."discussion_id" = d."id" AND c."deleted_at" IS NULL AND (u."role" IN ('ADMIN', 'SUPER_ADMIN')
    OR EXISTS (SELECT FROM "memberships" m WHERE m."course_id" = d."course_id" AND m."user_id" = u."id" AND m."role" = 'TRAINER'))
  ORDER BY c."created_at", c."id" LIMIT 1)
WHERE d."comment_count" > 0;--> statement-breakpoint
CREATE INDEX "discussions_unanswered_idx" ON "discussions" USING btree ("course_id","created_at","id") WHERE deleted_at is null and not locked and staff_reply_id is null;