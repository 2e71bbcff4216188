DROP INDEX "media_week_id_idx";--> statement-breakpoint
CREATE INDEX "media_week_id_idx" ON "media" USING btree ("week_id","position");