-- Names and titles that were written before these marks were taken off when they are (packages/contract/src/values.ts, Line): what turns
-- the direction of text, Unicode's Bidi_Control. What is nothing but such marks stays: nothing may have an empty name. Choices of forms
-- and questions stay as they are: answers are compared with them.
do $$
declare
  marks constant text := '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
  place record;
begin
  for place in
    select * from (values ('users', 'name'), ('user_changes', 'before'), ('user_changes', 'after'), ('courses', 'title'), ('weeks', 'title'),
      ('media', 'title'), ('assignments', 'title'), ('discussions', 'title')) as places (in_table, in_column)
  loop
    execute format('update %1$I set %2$I = normalize(btrim(regexp_replace(%2$I, %3$L, '''', ''g''), U&'' \00a0''), nfc)
      where %2$I ~ %3$L and btrim(regexp_replace(%2$I, %3$L, '''', ''g''), U&'' \00a0'') <> ''''',
      place.in_table, place.in_column, marks);
  end loop;
end $$;
