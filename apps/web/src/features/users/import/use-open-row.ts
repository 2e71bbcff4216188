/** Which row is open for mending, and the key that goes on to the next one that needs somebody. */
import { useEffect, useState } from 'react'
import { nextFault, type Row } from './import-rows.ts'
import type { Open } from './row-table.tsx'

export function useOpenRow(rows: readonly Row[], show: (row: Row) => void) {
  const [open, setOpen] = useState<Open>(null)
  const [said, setSaid] = useState('')
  const edit = (row: number | null): void => setOpen((now) => (row === null ? null : { row, turn: (now?.turn ?? 0) + 1 }))
  const goOn = (): void => {
    const next = nextFault(rows, open?.row ?? null)
    setSaid(next ? `Row ${next.row}: ${next.reason ?? 'to confirm'}` : 'No other row needs you.')
    if (!next) return
    show(next)
    edit(next.row)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return
      event.preventDefault()
      goOn()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return { open, edit, said }
}
