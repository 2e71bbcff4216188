/** What other features may use of this one, besides its calls in api.ts. */
export { CaptionStyleFields } from './caption-style-fields.tsx'
export { EnterButton, StartButton } from './live-actions.tsx'
export { LiveTeaser } from './live-teaser.tsx'
export { nextLive } from './next-live.ts'
