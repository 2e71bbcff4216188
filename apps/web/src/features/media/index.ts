/** The public exports of this feature; its API calls are in api.ts. */
export { CaptionStyleFields } from './caption-style.tsx'
export { JoinButton, LiveSessionTeaser, nextLive, StartButton } from './live-sessions.tsx'
export { type LivePhase, NoUrlError, defaultSession, formatStart, hasSessionsAhead, isOpen, livePhase } from './live-session.ts'
