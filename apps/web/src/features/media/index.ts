/** What other features may use of this one, besides its calls in api.ts. */
export { CaptionStyleFields } from './caption-style.tsx'
export { JoinButton, StartButton } from './live-sessions.tsx'
export { LiveSessionTeaser } from './live-sessions.tsx'
export { nextLive } from './live-sessions.tsx'
