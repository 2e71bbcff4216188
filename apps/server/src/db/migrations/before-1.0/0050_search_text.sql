-- The rule of searches (packages/contract/src/rules/search.ts) in SQL: what makes no letter of its own is folded away.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT normalize(
    replace(replace(replace(replace(
      translate(
        lower(
          regexp_replace(
            normalize(
              regexp_replace(value, '[''`\u00b4\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\uff07\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
              NFKD),
            '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g')
          COLLATE "und-x-icu"),
        'øłđðħıŧςىة“”„«»‐‒–—−', 'olddhitσيه"""""-----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC)
$$;
--> statement-breakpoint
-- Blocks separate words, marks within a word do not.
CREATE FUNCTION fold_html(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT fold_text(replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(html, '</?(?:p|br|li|ul|ol|pre|blockquote|h[1-6]|img|hr)\M[^<>]*>', ' ', 'gi'), '<[^<>]*>', '', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'))
$$;
--> statement-breakpoint
-- A pattern for each word of a search, the longest first; % and _ are literal.
CREATE FUNCTION search_patterns(search text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' ORDER BY length(word) DESC), '{}')
  FROM regexp_split_to_table(fold_text(search), '[\s,;\u3001]+') word WHERE word <> ''
$$;
--> statement-breakpoint
DROP INDEX "comments_words_idx";--> statement-breakpoint
DROP INDEX "discussions_words_idx";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(title)) STORED;--> statement-breakpoint
ALTER TABLE "weeks" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(title)) STORED;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_html(content)) STORED;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(title) || ' ' || fold_html(content)) STORED;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(title)) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(email, ''))) STORED;
--> statement-breakpoint
DROP INDEX IF EXISTS users_name_trigrams_idx, users_email_trigrams_idx;
--> statement-breakpoint
-- Searches of three letters and more read these; where the extension is missing or not allowed, they read all rows and find the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_search_text_trigrams_idx ON users USING gin (search_text gin_trgm_ops);
  CREATE INDEX discussions_search_text_trigrams_idx ON discussions USING gin (search_text gin_trgm_ops);
  CREATE INDEX comments_search_text_trigrams_idx ON comments USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: searches for people and in discussions read all rows';
END $$;
