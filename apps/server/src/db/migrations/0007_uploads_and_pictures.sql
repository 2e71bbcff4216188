CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"upload_id" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"part_size" integer NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"busy_until" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "announced_size" bigint;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_owner_id_idx" ON "uploads" USING btree ("owner_id","created_at") WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "uploads_status_idx" ON "uploads" USING btree ("status","used_at");--> statement-breakpoint
CREATE INDEX "files_size_idx" ON "files" USING btree ("size") WHERE size is not null;--> statement-breakpoint
CREATE INDEX "media_thumbnail_idx" ON "media" USING btree ("thumbnail") WHERE thumbnail is not null;