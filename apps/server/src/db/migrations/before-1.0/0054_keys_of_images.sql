-- The file keys of the images in a text, as listImageKeys in packages/contract/src/rules/post-content.ts finds them.
CREATE FUNCTION image_keys(html text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(found[1]), '{}') FROM regexp_matches(html, '<img data-key="([^"]+)"', 'g') found
$$;
--> statement-breakpoint
DROP INDEX "course_emails_pictures_idx";--> statement-breakpoint
CREATE INDEX "comment_versions_images_idx" ON "comment_versions" USING gin (image_keys("content")) WHERE "comment_versions"."content" like '%<img data-key=%';--> statement-breakpoint
CREATE INDEX "comments_images_idx" ON "comments" USING gin (image_keys("content")) WHERE "comments"."content" like '%<img data-key=%';--> statement-breakpoint
CREATE INDEX "discussions_images_idx" ON "discussions" USING gin (image_keys("content")) WHERE "discussions"."content" like '%<img data-key=%';--> statement-breakpoint
CREATE INDEX "course_emails_images_idx" ON "course_emails" USING gin (image_keys("body")) WHERE "course_emails"."body" like '%<img data-key=%';
