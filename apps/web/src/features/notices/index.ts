/** What other features and the shell may use of this one, besides its calls in api.ts. */
export { Bell } from './bell.tsx'
export { NoticeSettings } from './notice-settings.tsx'
