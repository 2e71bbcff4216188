/** The public exports of this feature; its API calls are in api.ts. */
export { NewPasswordHelp, validateLength } from './new-password.tsx'
