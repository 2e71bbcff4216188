/** What other features may use of this one, besides its calls in api.ts. */
export { PostText } from './post-text.tsx'
