/** The columns of the list of people that this browser shows: chosen once, remembered. */
import { useState } from 'react'
import { localStore } from '#lib/local-store.ts'

export const columnLabels = { role: 'Role', courses: 'Courses', status: 'Status', added: 'Added', seen: 'Last seen' } as const
export type ColumnKey = keyof typeof columnLabels

export const columnKeys = Object.keys(columnLabels) as ColumnKey[]

/** Those that were taken off: a column of a later version then shows without a setting. */
const key = 'users:columns-off'

export type Columns = { isShown: (column: ColumnKey) => boolean; toggle: (column: ColumnKey) => void }

export function useColumns(): Columns {
  const [off, setOff] = useState<readonly string[]>(() => (localStore.getItem(key) ?? '').split(','))
  const toggle = (column: ColumnKey): void => {
    const next = columnKeys.filter((one) => off.includes(one) !== (one === column))
    localStore.setItem(key, next.join(','))
    setOff(next)
  }
  return { isShown: (column) => !off.includes(column), toggle }
}
