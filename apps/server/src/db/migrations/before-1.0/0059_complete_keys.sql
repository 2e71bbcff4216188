-- Work that waited for a mark when its last question got an answer key has the marks of its questions, and no total: it gets one, as such work
-- does now. Late work that loses marks by the day keeps waiting for a person.
WITH stuck AS (
  SELECT s.id, s.attempt, a.hold_marks, coalesce(a.updated_by, a.created_by) AS changed_by,
    (SELECT round(sum((m ->> 'marks')::numeric), 2) FROM jsonb_array_elements(s.question_marks) m
      WHERE EXISTS (SELECT FROM jsonb_array_elements(a.questions) q WHERE q ->> 'id' = m ->> 'questionId')) AS total
  FROM submissions s JOIN assignments a ON a.id = s.assignment_id
  WHERE s.status = 'SUBMITTED' AND s.attempt > 0 AND s.recorded_by IS NULL AND jsonb_array_length(a.questions) > 0
    AND NOT EXISTS (SELECT FROM jsonb_array_elements(a.questions) q
      WHERE q ->> 'type' NOT LIKE '%CHOICE' OR jsonb_array_length(coalesce(q -> 'answerKey', '[]')) = 0
        OR NOT EXISTS (SELECT FROM jsonb_array_elements(s.question_marks) m WHERE m ->> 'questionId' = q ->> 'id'))
    AND (NOT s.late OR a.late_policy ->> 'kind' <> 'PERCENT_PER_DAY')
), history AS (
  INSERT INTO grade_changes (id, submission_id, changed_by, changed_at, action, new_marks)
  SELECT gen_random_uuid(), id, changed_by, now(), 'REMARK', total FROM stuck WHERE changed_by IS NOT NULL
), attempts AS (
  UPDATE submission_attempts a SET marks = total, deduction = 0, graded_at = now(), is_held = hold_marks
  FROM stuck WHERE a.submission_id = stuck.id AND a.attempt = stuck.attempt
)
UPDATE submissions s SET status = 'GRADED', marks = total, deduction = 0, graded_at = now(), is_held = hold_marks, version = s.version + 1,
  updated_at = CASE WHEN hold_marks THEN s.updated_at ELSE now() END
FROM stuck WHERE s.id = stuck.id;
