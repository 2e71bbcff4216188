/** What other features may use of this one, besides its calls in api.ts. */
export { CaptionStyleFields } from './caption-style-fields.tsx'
export { JoinButton, StartButton } from './live-actions.tsx'
export { LiveSessionTeaser } from './live-session-teaser.tsx'
export { nextLive } from './next-live.ts'
