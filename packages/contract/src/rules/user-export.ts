/** The columns of an export of users, by the server or of those selected in the list. */
export const userColumns = ['name', 'email', 'role', 'status', 'createdAt', 'lastSeenAt'] as const

export const toUserRow = (user: Record<(typeof userColumns)[number], string | null>): string[] =>
  userColumns.map((column) => user[column] ?? '')
