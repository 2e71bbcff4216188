/** What other features may use of this one, besides its calls in api.ts. */
export { SignUp, type SignUpMode } from './sign-up.tsx'
