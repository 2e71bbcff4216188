ALTER TABLE "submissions" ADD COLUMN "is_final" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Marks whose last change was an import are final; the deduction stored with them was computed back.
UPDATE "submissions" s SET "is_final" = true, "deduction" = 0
FROM (SELECT DISTINCT ON ("submission_id") "submission_id", "action" FROM "grade_changes" ORDER BY "submission_id", "changed_at" DESC, "id" DESC) g
WHERE g."submission_id" = s."id" AND g."action" = 'IMPORT' AND s."status" = 'GRADED';--> statement-breakpoint
UPDATE "submission_attempts" a SET "deduction" = 0
FROM "submissions" s WHERE s."is_final" AND a."submission_id" = s."id" AND a."attempt" = s."attempt" AND a."deduction" <> 0;
