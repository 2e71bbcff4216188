-- Each mention is a row of its own, an announcement's notice names it, and those of announcements that are no longer shown are gone.
UPDATE notices SET group_key = 'mention:' || source_id WHERE kind = 'MENTION';--> statement-breakpoint
DELETE FROM notices n WHERE n.kind = 'ANNOUNCEMENT' AND NOT EXISTS (
  SELECT FROM course_emails e WHERE n.group_key = 'announcement:' || e.id AND e.show_until IS NOT NULL);--> statement-breakpoint
UPDATE notices n SET subject = n.subject || jsonb_build_object('emailId', e.id, 'title', e.subject)
FROM course_emails e WHERE (n.kind = 'ANNOUNCEMENT' AND n.group_key = 'announcement:' || e.id) OR (n.kind = 'EMAIL' AND n.group_key = 'course-email:' || e.id);
