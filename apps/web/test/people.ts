/** People as the server lists them, as it shows one of them, and as they see themselves. */

import type { ListedUser, OwnUser, User, UserDetails } from '@lms/contract/users'

const person: User = {
  id: '0198f6a0-0000-7000-8000-000000000007',
  name: 'Ana Li',
  email: 'ana@harbour.example',
  role: 'USER',
  profileImage: null,
  profileImageUrl: null,
  status: 'ACTIVE',
  timeZone: null,
  createdAt: '2026-11-20T00:00:00Z',
  lastSeenAt: null,
}

export const listedUser = (facts: Partial<ListedUser>): ListedUser => ({
  ...person,
  courses: [],
  courseCount: 0,
  invitationError: null,
  ...facts,
})

export const userDetails = (facts: Partial<UserDetails>): UserDetails => ({
  ...person,
  courses: [],
  version: 1,
  invitationError: null,
  codeError: null,
  ...facts,
})

export const ownUser = (facts: Partial<OwnUser>): OwnUser & { unreadNotices: number } => ({
  ...person,
  preferences: {},
  unreadNotices: 0,
  ...facts,
})
