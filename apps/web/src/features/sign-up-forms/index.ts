/** The public exports of this feature; its API calls are in api.ts. */
export { SignUp, type SignUpMode } from './sign-up.tsx'
