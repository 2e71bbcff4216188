/** What becomes of each column that can hold the id, address, name or words of a person, when that person is deleted. A test finds all of them. */

/**
 * `row`: goes with the row, which is the person's. `cleared`: erased, or replaced. `id`: stays; without a name in `users` it names nobody.
 * `words`: what somebody wrote or submitted; it stays with the work or the post. `brief`: in what others got or did, deleted within
 * 30 days. `none`: nothing of a person.
 */
export type Fate = 'row' | 'cleared' | 'id' | 'words' | 'brief' | 'none'

/** Table → fate → columns. */
export const personalColumns: Record<string, Partial<Record<Fate, string>>> = {
  announced_items: { none: 'item_id' },
  assignment_exceptions: { id: 'student_id excused_by extended_by', cleared: 'excuse_reason' },
  assignment_question_versions: { words: 'questions' },
  assignments: { id: 'created_by updated_by', words: 'title instructions questions', none: 'status late_policy' },
  attendance: { id: 'user_id marked_by', cleared: 'remark objection replaced', none: 'session_id status source watched_ranges' },
  attendance_changes: { row: 'old_remark new_remark', id: 'changed_by', none: 'source old_status new_status' },
  attendance_events: { id: 'user_id', none: 'session_id connection kind' },
  calendar_feeds: { row: 'user_id token' },
  comment_versions: { words: 'content' },
  comments: { id: 'author_id mentioned_ids answer_marked_by deleted_by', words: 'content' },
  course_emails: {
    id: 'sender_id left_out planned added dropped waiting',
    cleared: 'audience cancel_reason',
    words: 'subject body',
    none: 'state',
  },
  courses: {
    id: 'created_by updated_by',
    words: 'title description',
    none: 'cover_image mode status enrolment time_zone missing_counts made_up_as',
  },
  discussion_reads: { row: 'user_id' },
  discussions: { id: 'author_id locked_by mentioned_ids', words: 'title content', none: 'staff_reply_id' },
  email_opt_outs: { row: 'user_id' },
  emails: {
    row: 'user_id to_address last_error',
    id: 'sender_id',
    cleared: 'reply_to',
    brief: 'subject html text',
    none: 'batch_id kind state delayed_by',
  },
  enrolments: { id: 'user_id', none: 'periods' },
  files: { id: 'key owner_id', words: 'name', none: 'content_type status' },
  grade_changes: { id: 'changed_by', words: 'old_feedback new_feedback', none: 'action' },
  grading_presence: { row: 'user_id', none: 'assignment_id submission_id' },
  hidden_names: { row: 'user_id' },
  idempotency_keys: { row: 'user_id', brief: 'reply', none: 'key fingerprint' },
  import_progress: { row: 'user_id', none: 'import_id stage' },
  import_results: {
    row: 'user_id file_name',
    cleared: 'rows',
    id: 'created_user_ids enrolled_user_ids',
    none: 'import_id role course_id summary undo_result',
  },
  join_links: { id: 'created_by', none: 'token code' },
  last_grades: { row: 'user_id', words: 'before', none: 'submission_id' },
  mark_imports: { id: 'created_by changes' },
  media: {
    id: 'created_by updated_by register_closed_by',
    words: 'title notes attachments captions',
    none: 'type source time_zone join_url meeting_id passcode start_url thumbnail',
  },
  media_notes: { row: 'user_id text' },
  memberships: { id: 'user_id', none: 'role status' },
  notices: { row: 'user_id', id: 'actor_id', cleared: 'subject', none: 'kind group_key source_id' },
  one_time_tokens: { row: 'user_id token_hash address', id: 'created_by', none: 'kind' },
  otp_codes: { row: 'email source salt code_hash' },
  rate_limits: { brief: 'key' },
  saved_comments: { row: 'user_id text' },
  school: { none: 'name setup_code_hash' },
  sessions: { row: 'user_id token_hash ip user_agent' },
  sign_in_sources: { row: 'user_id source' },
  signing_key: { none: 'key' },
  signup_form_versions: { id: 'created_by', words: 'questions' },
  signup_forms: { none: 'status' },
  signup_responses: { row: 'user_id answers earlier note', id: 'decided_by', none: 'status decision_batch_id settled_from' },
  student_numbers: { id: 'student_id' },
  students_at_risk: { row: 'user_id state' },
  submission_attempts: { id: 'graded_by', words: 'answers feedback', none: 'question_marks' },
  submissions: { id: 'student_id graded_by recorded_by', cleared: 'draft', words: 'answers feedback', none: 'status question_marks' },
  uploads: { id: 'key owner_id', none: 'upload_id status' },
  user_changes: { row: 'user_id before after', id: 'changed_by', none: 'field course_id' },
  user_counts: { none: 'role status' },
  users: { cleared: 'name email password_hash profile_image time_zone preferences', none: 'role status' },
  weeks: { id: 'updated_by', words: 'title description' },
  worker_heartbeats: { none: 'id' },
  zoom_meetings: { none: 'state number reason' },
}
