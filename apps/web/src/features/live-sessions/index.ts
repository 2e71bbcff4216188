export { JoinButton, LiveSessionTeaser, nextLive, StartButton } from './join-session.tsx'
export { type LivePhase, NoUrlError, defaultSession, formatStart, hasSessionsAhead, isOpen, livePhase } from './live-session.ts'
