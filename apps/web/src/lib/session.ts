/** The signed-in user and their rights, stored in local storage as `auth-storage` and shared by all tabs. */

import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import {
  isStudentRole,
  isTeaching,
  type MembershipRole,
  type Action,
  can,
  isClosedWhenArchived,
  type Relation,
  type Role,
} from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import { localStore } from './local-store.ts'

export type SessionUser = {
  id: string
  name: string
  email: string
  role: Role
  profileImage: string | null
  profileImageUrl?: string | null
  timeZone?: string | null
  preferences?: Preferences
}

type StoredSession = { token: string | null; user: SessionUser | null; isAuthenticated: boolean }

/** Who ended the session: after a sign-out the user wants to leave; after a 401 they want to continue. */
type Ending = 'person' | 'server'

type Session = StoredSession & {
  endedBy: Ending | null
  setAuth: (token: string, user: SessionUser) => void
  /** Updates the signed-in user; ignored if the response is for a different user. */
  setUser: (user: SessionUser) => void
  /** Without an argument: the server rejected the token. */
  signOut: (by?: Ending) => void
}

const storageName = 'auth-storage'
const signedOut: StoredSession = { token: null, user: null, isAuthenticated: false }

/** Storage may be older than this code or edited by hand: an incomplete session counts as none. */
function readStored(stored: unknown): StoredSession {
  const { token, user } = (stored ?? {}) as Partial<StoredSession>
  return token && user?.id ? { token, user, isAuthenticated: true } : signedOut
}

export const useSession = create<Session>()(
  persist(
    (set) => ({
      ...signedOut,
      endedBy: null,
      setAuth: (token, user) => set({ token, user, isAuthenticated: true, endedBy: null }),
      setUser: (user) => set((now) => (now.user?.id === user.id ? { user } : {})),
      signOut: (by = 'server') => {
        // Tells other tabs that the user wants to leave, see below.
        if (by === 'person') localStore.removeItem(storageName)
        set({ ...signedOut, endedBy: by })
      },
    }),
    {
      name: storageName,
      storage: createJSONStorage(() => localStore),
      partialize: ({ token, user, isAuthenticated }) => ({ token, user, isAuthenticated }),
      merge: (stored, session) => ({ ...session, ...readStored(stored) }),
    },
  ),
)

/** Makes this tab follow changes in others; returns a cleanup function. */
export function syncSessionAcrossTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key !== storageName && event.key !== null) return
    // A removed entry cannot be read: somebody left, in another tab or by clearing the data of this site.
    if (event.newValue === null) useSession.setState({ ...signedOut, endedBy: 'person' })
    else void useSession.persist.rehydrate()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

type Membership = { role: MembershipRole; status: string } | null | undefined

/** The relation of a member to the course: only an active membership counts. */
const toRelation = (membership: Membership): Relation => ({
  teaches: membership?.status === 'ACTIVE' && isTeaching(membership),
  enrolled: membership?.status === 'ACTIVE' && !isTeaching(membership),
})

/** The same in a course with its status: archived courses are read only. */
export function useCanIn(): (action: Action, course: { membership: Membership; status: string } | undefined, owns?: boolean) => boolean {
  const may = useCan()
  const role = useSession((session) => session.user?.role)
  return (action, course, owns) =>
    course !== undefined &&
    may(action, course.membership, owns) &&
    (course.status !== 'ARCHIVED' || !isClosedWhenArchived(action, { isStaff: !isStudentRole(role) }))
}

/** What the user may do, by the contract's policy: `may('week.write', course.membership)`; `own` asks for their own objects in it. */
export function useCan(): (action: Action, membership?: Membership, owns?: boolean) => boolean {
  const role = useSession((session) => session.user?.role)
  return (action, membership, owns = false) => role !== undefined && can(role, action, { ...toRelation(membership), owns })
}
