/** The public exports of this feature; its API calls are in api.ts. */
export { CalendarFeed } from './calendar-feed.tsx'
