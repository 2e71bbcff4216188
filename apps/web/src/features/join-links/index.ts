/** The public exports of this feature; its API calls are in api.ts. */
export { JoinLinkCard } from './join-link-card.tsx'
export { EnterJoinCode } from './enter-join-code.tsx'
