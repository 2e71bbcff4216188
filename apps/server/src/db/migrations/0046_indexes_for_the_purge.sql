DROP INDEX "assignments_week_id_idx";--> statement-breakpoint
CREATE INDEX "comments_discussion_id_all_idx" ON "comments" USING btree ("discussion_id");--> statement-breakpoint
CREATE INDEX "comments_parent_id_idx" ON "comments" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "assignments_week_id_idx" ON "assignments" USING btree ("week_id","deleted_at");