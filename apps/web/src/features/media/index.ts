/** The public exports of this feature; its API calls are in api.ts. */
export { CaptionStyleFields } from './caption-style.tsx'
