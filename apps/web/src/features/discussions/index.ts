/** What other features may use of this one, besides its calls in api.ts. */
export { PostBody } from './post-body.tsx'
