/** The columns of an export of users, by the server or of those selected in the list; times as the zone's clock shows them. */

import { formatWallTime } from '#rules/wall-clock.ts'

const words = ['name', 'email', 'role', 'status'] as const
const times = ['createdAt', 'lastSeenAt'] as const

type User = Record<(typeof words)[number] | (typeof times)[number], string | null>

export const getUserHeader = (timeZone: string): string[] => [...words, ...times.map((time) => `${time} (${timeZone})`)]

export const toUserRow = (user: User, timeZone: string): string[] => [
  ...words.map((word) => user[word] ?? ''),
  ...times.map((time) => (user[time] === null ? '' : formatWallTime(Date.parse(user[time]), timeZone))),
]
