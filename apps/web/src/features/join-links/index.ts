/** What other features may use of this one, besides its calls in api.ts. */
export { JoinLinkCard } from './join-link-card.tsx'
export { EnterJoinCode } from './enter-join-code.tsx'
