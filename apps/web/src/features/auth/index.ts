/** The public exports of this feature; its API calls are in api.ts. */
export { validateLength } from './password-rules.ts'
export { NewPasswordHelp } from './new-password-help.tsx'
