/** The public exports of this feature; its API calls are in api.ts. */
export { Announcements, ComposerHost } from './late-parts.tsx'
export { CourseEmailsSection } from './course-emails-section.tsx'
export { openComposer } from './composer-store.ts'
