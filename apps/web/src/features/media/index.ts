/** What other features may use of this one, besides its calls in api.ts. */
export { CaptionStyleFields } from './caption-style.tsx'
export { JoinButton, LiveSessionTeaser, nextLive, StartButton } from './live-sessions.tsx'
