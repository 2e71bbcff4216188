/** The public exports of this feature; its API calls are in api.ts. */
export { useAssignmentCrumbs } from './assignment-meta.tsx'
export { AssignmentMeta } from './assignment-meta.tsx'
export { getOwnLateAfter, ruleSentences } from './format.ts'
export { countToGrade } from './group-assignments.ts'
export { QuestionFrame, getHeadingId, getPrompt, formatPoints } from './question.tsx'
export { useUpdateAssignment } from './use-update-assignment.ts'
