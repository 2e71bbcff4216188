/** The exports for other features and the shell; API calls are in api.ts. */
export { Bell } from './bell.tsx'
export { NoticeSettings } from './notice-settings.tsx'
