/** What calls and jobs work with. */

import type { Database } from '#db/client.ts'
import type { DiskSpace } from '#db/embedded/disk-space.ts'
import type { Services } from '#services/services.ts'

export interface Dependencies {
  database: Database
  services: Services
  now: () => Date
  /** Of the disk with the database; absent if the database is elsewhere. */
  space?: Pick<DiskSpace, 'isLow' | 'hasRoom' | 'use'> | undefined
}
