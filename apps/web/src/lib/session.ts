/** Who is signed in, stored in local storage as `auth-storage`, the same in all tabs; and what they may do. */
import { type Action, can, type Relation, type Role } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
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

/** Who ended the session: a person who signs out wants to leave; after a 401 the work goes on where it was. */
type Ending = 'person' | 'server'

type Session = StoredSession & {
  endedBy: Ending | null
  setAuth: (token: string, user: SessionUser) => void
  /** What is newer about the one who is signed in; of somebody else, whose answer came too late, nothing. */
  setUser: (user: SessionUser) => void
  /** Without an argument it means that the server refused the token. */
  signOut: (by?: Ending) => void
}

const storageName = 'auth-storage'
const signedOut: StoredSession = { token: null, user: null, isAuthenticated: false }

/** What storage holds may be older than this code or edited by hand: half a session counts as none. */
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
      signOut: (by = 'server') => set({ ...signedOut, endedBy: by }),
    }),
    {
      name: storageName,
      storage: createJSONStorage(() => localStore),
      partialize: ({ token, user, isAuthenticated }) => ({ token, user, isAuthenticated }),
      merge: (stored, session) => ({ ...session, ...readStored(stored) }),
    },
  ),
)

/** Makes this tab follow what another one did; returns how to stop. */
export function syncSessionAcrossTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key !== storageName && event.key !== null) return
    // A removed entry cannot be read again: it means signed out.
    if (event.newValue === null) useSession.setState({ ...signedOut, endedBy: 'server' })
    else void useSession.persist.rehydrate()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

type Membership = { role: 'TRAINER' | 'STUDENT'; status: string } | null | undefined

/** The relation of a member to the course: only an active membership counts. */
const toRelation = (membership: Membership): Relation => ({
  teaches: membership?.role === 'TRAINER' && membership.status === 'ACTIVE',
  enrolled: membership?.role === 'STUDENT' && membership.status === 'ACTIVE',
})

/** What the user may do, by the contract's table of rights: `may('week.write', course.membership)`; the last asks for one's own things in it. */
export function useCan(): (action: Action, membership?: Membership, owns?: boolean) => boolean {
  const role = useSession((session) => session.user?.role)
  return (action, membership, owns = false) => role !== undefined && can(role, action, { ...toRelation(membership), owns })
}
