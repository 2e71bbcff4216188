/** Keys that move within a grid that is one tab stop. */

export type Place = { row: number; column: number }

/** Where a key leads in a grid; undefined where it leads nowhere. */
export function getNextCell(key: string, isCtrl: boolean, { row, column }: Place, rows: number, columns: number): Place | undefined {
  const last = { row: rows - 1, column: columns - 1 }
  const steps: Record<string, Place> = {
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(last.column, column + 1) },
    ArrowUp: { row: Math.max(0, row - 1), column },
    ArrowDown: { row: Math.min(last.row, row + 1), column },
    Home: { row: isCtrl ? 0 : row, column: 0 },
    End: { row: isCtrl ? last.row : row, column: last.column },
    PageUp: { row: Math.max(0, row - 10), column },
    PageDown: { row: Math.min(last.row, row + 10), column },
  }
  return steps[key]
}
