/** What other features may use of this one, besides its calls in api.ts. */
export { DeletedSubmissions } from './deleted-submissions.tsx'
export { Options } from './given-answer.tsx'
export { GradeNext } from './grade-next.tsx'
export { RosterCard } from './roster-card.tsx'
export { StudentWork } from './student-work.tsx'
