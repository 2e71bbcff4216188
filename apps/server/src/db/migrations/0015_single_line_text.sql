-- Names and titles written before control characters and line separators were turned into blanks (packages/contract/src/values.ts, Line).
do $$
declare
  breaks constant text := '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+';
  place record;
begin
  for place in
    select * from (values ('users', 'name'), ('user_changes', 'before'), ('user_changes', 'after'), ('courses', 'title'), ('weeks', 'title'),
      ('media', 'title'), ('assignments', 'title'), ('discussions', 'title')) as places (in_table, in_column)
  loop
    execute format('update %1$I set %2$I = btrim(regexp_replace(%2$I, %3$L, '' '', ''g'')) where %2$I ~ %3$L', place.in_table, place.in_column, breaks);
  end loop;
end $$;
