/** The exports for other features and the shell; API calls are in api.ts. */
export { Bell } from './bell.tsx'
export { useReadNotices } from './use-read-notices.ts'
export { NoticeSettings } from './notice-settings.tsx'
