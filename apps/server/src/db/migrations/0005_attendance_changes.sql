CREATE TABLE "attendance_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendance_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"old_status" text,
	"new_status" text,
	"old_remark" text,
	"new_remark" text
);
--> statement-breakpoint
ALTER TABLE "attendance_changes" ADD CONSTRAINT "attendance_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_changes" ADD CONSTRAINT "attendance_changes_record_fk" FOREIGN KEY ("session_id","user_id") REFERENCES "public"."attendance"("session_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_changes_session_id_user_id_idx" ON "attendance_changes" USING btree ("session_id","user_id","id");--> statement-breakpoint
CREATE INDEX "attendance_changes_user_id_idx" ON "attendance_changes" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION attendance_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before attendance;
BEGIN
  IF TG_OP = 'UPDATE' THEN before := OLD; END IF;
  INSERT INTO attendance_changes (session_id, user_id, changed_by, changed_at, source, old_status, new_status, old_remark, new_remark)
  VALUES (NEW.session_id, NEW.user_id,
    -- Undoing a mark and reopening a register restore records of others.
    coalesce(nullif(current_setting('lms.actor', true), '')::uuid, NEW.marked_by),
    CASE WHEN NEW.marked_at > coalesce(before.marked_at, '-infinity') THEN NEW.marked_at ELSE now() END,
    NEW.source, before.status, NEW.status, before.remark, NEW.remark);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER attendance_added AFTER INSERT ON attendance FOR EACH ROW WHEN (NEW.status IS NOT NULL) EXECUTE FUNCTION attendance_changed();--> statement-breakpoint
CREATE TRIGGER attendance_updated AFTER UPDATE ON attendance FOR EACH ROW
  WHEN ((OLD.status, OLD.remark, OLD.source, OLD.marked_by) IS DISTINCT FROM (NEW.status, NEW.remark, NEW.source, NEW.marked_by))
  EXECUTE FUNCTION attendance_changed();
