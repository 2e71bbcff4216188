/** What other features may use of this one, besides its calls in api.ts. */
export { useAssignmentCrumbs } from './assignment-crumbs.ts'
export { AssignmentMeta } from './assignment-meta.tsx'
export { ruleSentences } from './due.ts'
export { countToGrade } from './groups.ts'
export { QuestionFrame, headingIdOf, formatMarks } from './question-frame.tsx'
