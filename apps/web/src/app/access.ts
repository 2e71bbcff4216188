/** Who may open a screen: decided from the table alone, before its chunk or any data is asked for. */
import { canEver, type Role } from '@lms/contract/policy'
import type { ScreenAllow } from './screens.ts'

export type Verdict = 'show' | 'sign-in' | 'no-access'

export function checkAccess(allow: ScreenAllow, role: Role | null): Verdict {
  if (allow === 'anyone') return 'show'
  if (role === null) return 'sign-in'
  return allow === 'signed-in' || canEver(role, allow) ? 'show' : 'no-access'
}
