/** What the one who is signed in may do: the contract's table of rights, asked with the course's own facts. */
import { can, type Action, type Relation } from '@lms/contract/policy'
import { useSession } from '#lib/session.ts'

type Membership = { role: 'TRAINER' | 'STUDENT'; status: string } | null | undefined

/** The relation of a member to the course: only an active membership counts. */
export const toRelation = (membership: Membership): Relation => ({
  teaches: membership?.role === 'TRAINER' && membership.status === 'ACTIVE',
  enrolled: membership?.role === 'STUDENT' && membership.status === 'ACTIVE',
})

/** `may('week.write', course.membership)`; the last asks for one's own things in it. */
export function useCan(): (action: Action, membership?: Membership, owns?: boolean) => boolean {
  const role = useSession((session) => session.user?.role)
  return (action, membership, owns = false) => role !== undefined && can(role, action, { ...toRelation(membership), owns })
}
