/** The public exports of this feature; its API calls are in api.ts. */
export { DeletedSubmissions } from './deleted-submissions.tsx'
export { GradeNext } from './grading-queue.tsx'
export { SubmissionCard } from './submission-card.tsx'
export { StudentAssignment } from './student-assignment.tsx'
export { HeldInFile } from './held-marks.tsx'
export { ReleaseDialog } from './held-marks.tsx'
