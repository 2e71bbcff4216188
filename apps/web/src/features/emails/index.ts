/** What other features may use of this one, besides its calls in api.ts. */
export { Announcements, ComposerHost } from './late-parts.tsx'
export { CourseEmailsSection } from './course-emails-section.tsx'
export { openComposer } from './composer-store.ts'
