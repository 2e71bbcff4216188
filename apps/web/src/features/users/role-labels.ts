/** What the first pages show of people; other labels are in labels.ts. */

import type { Role } from '@lms/contract/policy'
import type { User } from '@lms/contract/users'

export const roleLabels: Record<Role, string> = { SUPER_ADMIN: 'Super admin', ADMIN: 'Admin', TRAINER: 'Trainer', USER: 'Student' }

export const statusGlyphs = { ACTIVE: 'active', INVITED: 'invited', SUSPENDED: 'suspended' } as const satisfies Record<
  User['status'],
  string
>
