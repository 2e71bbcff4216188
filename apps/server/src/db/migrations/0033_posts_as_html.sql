-- Posts were written in a small markup of their own: bold, code, links, quotes, lists, code blocks. They become the HTML of the editor.
CREATE FUNCTION pg_temp.escaped(source text) RETURNS text LANGUAGE sql AS $$
  SELECT replace(replace(replace(source, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
$$;
--> statement-breakpoint
-- The text of a link, if its address is a public one; else the markup as it was typed.
CREATE FUNCTION pg_temp.link_html(address text, label text, typed text) RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN host ~ '\.' AND host !~ '@' AND host !~ '^[0-9.]+$' AND host !~* '(^|\.)(localhost|local|internal|home\.arpa|lan)\.?$'
    THEN '<a href="' || replace(pg_temp.escaped(address), '"', '&quot;') || '" rel="noopener noreferrer nofollow" target="_blank">' || pg_temp.escaped(label) || '</a>'
    ELSE pg_temp.escaped(typed) END
  FROM (SELECT regexp_replace(substring(address from '^https://([^/?#]*)'), ':[0-9]*$', '') AS host) parts
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.inline_html(source text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  pattern constant text := '`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^]\n]+)\]\((https://[^\s)]+)\)|(https://[^\s<>"]+)';
  rest text := source;
  html text := '';
  found text[];
  typed text;
  position integer;
BEGIN
  LOOP
    position := regexp_instr(rest, pattern);
    EXIT WHEN position = 0;
    typed := regexp_substr(rest, pattern);
    found := regexp_match(rest, pattern);
    html := html || pg_temp.escaped(left(rest, position - 1));
    IF found[1] IS NOT NULL THEN html := html || '<code>' || pg_temp.escaped(found[1]) || '</code>';
    ELSIF found[2] IS NOT NULL THEN html := html || '<strong>' || pg_temp.escaped(found[2]) || '</strong>';
    ELSIF found[3] IS NOT NULL THEN html := html || pg_temp.link_html(found[4], found[3], typed);
    ELSE
      -- The end of a sentence is not a part of the address in it.
      typed := regexp_replace(typed, '[.,;:!?)]+$', '');
      html := html || pg_temp.link_html(typed, typed, typed);
    END IF;
    rest := substr(rest, position + length(typed));
  END LOOP;
  RETURN replace(html || pg_temp.escaped(rest), E'\n', '<br />');
END $$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.paragraph_html(source text) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN bool_and(line LIKE '>%') THEN '<blockquote><p>' || pg_temp.inline_html(string_agg(regexp_replace(line, '^> ?', ''), E'\n' ORDER BY n)) || '</p></blockquote>'
    WHEN bool_and(line ~ '^[-*] ') THEN '<ul>' || string_agg('<li><p>' || pg_temp.inline_html(substr(line, 3)) || '</p></li>', '' ORDER BY n) || '</ul>'
    ELSE '<p>' || pg_temp.inline_html(source) || '</p>' END
  FROM regexp_split_to_table(source, '\n') WITH ORDINALITY AS lines (line, n)
$$;
--> statement-breakpoint
-- Every second piece is between fences; an open fence runs to the end.
CREATE FUNCTION pg_temp.post_html(source text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(CASE
    WHEN n % 2 = 0 THEN '<pre><code>' || pg_temp.escaped(regexp_replace(piece, '\n$', '')) || '</code></pre>'
    ELSE (
      SELECT coalesce(string_agg(pg_temp.paragraph_html(words), '' ORDER BY m), '')
      FROM (
        SELECT regexp_replace(regexp_replace(block, '^\n+', ''), '\s+$', '') AS words, m
        FROM regexp_split_to_table(piece, '\n\s*\n') WITH ORDINALITY AS blocks (block, m)
      ) paragraphs WHERE words <> '')
    END, '' ORDER BY n), '')
  FROM regexp_split_to_table(replace(source, E'\r\n', E'\n'), '^```[^\n]*\n?', 'n') WITH ORDINALITY AS pieces (piece, n)
$$;
--> statement-breakpoint
-- Which rows are converted cannot be seen from their texts. Dropped again below; both are without effect where the migration runs anew.
ALTER TABLE "discussions" ADD COLUMN IF NOT EXISTS "is_html" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN IF NOT EXISTS "is_html" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- in batches
UPDATE "discussions" SET "content" = pg_temp.post_html("content"), "is_html" = true
  WHERE "id" IN (SELECT "id" FROM "discussions" WHERE NOT "is_html" LIMIT 200);
--> statement-breakpoint
-- in batches
UPDATE "comments" SET "content" = CASE WHEN "content" = '' THEN '' ELSE pg_temp.post_html("content") END, "is_html" = true
  WHERE "id" IN (SELECT "id" FROM "comments" WHERE NOT "is_html" LIMIT 200);
--> statement-breakpoint
ALTER TABLE "discussions" DROP COLUMN "is_html";
--> statement-breakpoint
ALTER TABLE "comments" DROP COLUMN "is_html";
