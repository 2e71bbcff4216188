ALTER TABLE "media" ADD COLUMN "thumbnail" text;--> statement-breakpoint
CREATE INDEX "files_size_idx" ON "files" USING btree ("size") WHERE size is not null;--> statement-breakpoint
CREATE INDEX "media_thumbnail_idx" ON "media" USING btree ("thumbnail") WHERE thumbnail is not null;