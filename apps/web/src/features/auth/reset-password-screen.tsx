/** Reset of a forgotten password; with the link of an invitation, the first password. */
import { useSearchParams } from 'react-router'
import { Invitation } from './invitation.tsx'
import { ResetSteps } from './reset-steps.tsx'

export function ResetPasswordScreen() {
  const [search] = useSearchParams()
  const invitation = search.get('invitation')
  return invitation ? <Invitation token={invitation} email={search.get('email') ?? ''} /> : <ResetSteps />
}
