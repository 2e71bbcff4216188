/** What stands for the rows and columns of a wide grid that are not drawn. */

import type { Part, Widths } from './virtual-grid.ts'

export const Gap = ({ columns }: { columns: number }) => <td aria-hidden colSpan={columns} style={{ padding: 0, border: 0 }} />

export const GapRow = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a row that is not drawn */}
    <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
  </tr>
)

/** Pixels of all columns, for a table of fixed layout: they are the same whatever is drawn. */
export const Columns = ({ count, widths: { first, column, last } }: { count: number; widths: Widths }) => (
  <colgroup>
    <col style={{ width: first }} />
    <col span={count} style={{ width: column }} />
    <col style={{ width: last }} />
  </colgroup>
)

export const getMinWidth = (count: number, { first, column, last }: Widths): number => first + count * column + last

type Run<T> = { key: string; columns: number; of: T | null }

/** Columns side by side that belong to the same group, such as a week; null for those that are not drawn. */
export function toRuns<T>(parts: readonly Part[], groupOf: (index: number) => T): Run<T>[] {
  const runs: Run<T>[] = []
  for (const { key, index, gap } of parts) {
    const of = gap > 0 ? null : groupOf(index)
    const last = runs.at(-1)
    if (last && of !== null && last.of === of) last.columns += 1
    else runs.push({ key, columns: gap || 1, of })
  }
  return runs
}
