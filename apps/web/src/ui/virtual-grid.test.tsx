/** Wide grids and long lists: what is drawn of them, and that the keyboard reaches the rest. */

import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { Columns, Gap, GapRow, toRuns } from './virtual-cells.tsx'
import { fitColumns, toParts, useVirtualGrid, useVirtualRows } from './virtual-grid.ts'

test('parts are what is drawn, with the gaps between', () => {
  const gaps = (indexes: number[], count: number) => toParts(indexes, count).map(({ index, gap }) => (gap > 0 ? `${gap} not` : index))
  expect(gaps([0, 1], 2)).toEqual([0, 1])
  expect(gaps([3, 4, 9], 12)).toEqual(['3 not', 3, 4, '4 not', 9, '2 not'])
  expect(gaps([], 5)).toEqual(['5 not'])
  expect(gaps([], 0)).toEqual([])
})

test('columns of one week have one head, also if the week is drawn in part', () => {
  const weekOf = (index: number) => Math.floor(index / 3)
  const runs = toRuns(toParts([1, 2, 3, 8], 9), weekOf).map(({ columns, of }) => [columns, of])
  expect(runs).toEqual([
    [1, null],
    [2, 0],
    [1, 1],
    [4, null],
    [1, 2],
  ])
})

test('columns are so wide that a whole number is in view, unless all are', () => {
  const widths = { first: 220, column: 68, last: 108 }
  expect(fitColumns(widths, 13, 984)).toEqual({ ...widths, column: 72 })
  expect(fitColumns(widths, 9, 984)).toEqual(widths)
  expect(fitColumns(widths, 13, 300)).toEqual(widths)
})

function Grid({ rows, columns }: { rows: number; columns: number }) {
  const { box, table, widths, onKey, onFocus, cellProps, rowParts, columnParts } = useVirtualGrid({
    rows,
    columns,
    rowHeight: 38,
    widths: { first: 100, column: 100, last: 100 },
  })
  return (
    <div ref={box}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table whose cells take the focus */}
      <table ref={table} role="grid" onKeyDown={(event) => void onKey(event)} onFocus={onFocus}>
        <Columns count={columns} widths={widths} />
        <tbody>
          {rowParts.map(({ key, index: row, gap }) =>
            gap > 0 ? (
              <GapRow key={key} height={gap * 38} columns={columns} />
            ) : (
              <tr key={key}>
                {columnParts.map(({ key: at, index: column, gap: between }) =>
                  between > 0 ? <Gap key={at} columns={between} /> : <td key={at} {...cellProps({ row, column })} />,
                )}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
const cells = () => document.querySelectorAll('[data-cell]')
const tabStops = () => [...document.querySelectorAll('[data-cell][tabindex="0"]')].map((cell) => cell.getAttribute('data-cell'))
const focused = () => document.activeElement?.getAttribute('data-cell')

test('of 1,200 × 150 cells few are drawn, and keys reach all of them; there is one tab stop, also after there are fewer', () => {
  function Filtered() {
    const [size, setSize] = useState({ rows: 1200, columns: 150 })
    return (
      <>
        <button type="button" onClick={() => setSize({ rows: 7, columns: 2 })}>
          Filter
        </button>
        <Grid {...size} />
      </>
    )
  }
  renderAt(<Filtered />)
  expect(cells().length).toBeLessThan(800)
  expect(tabStops()).toEqual(['0:0'])
  document.querySelector<HTMLElement>('[data-cell="0:0"]')!.focus()
  const press = (key: string, ctrlKey = false) => fireEvent.keyDown(document.activeElement!, { key, ctrlKey })
  press('End', true)
  expect(focused()).toBe('1199:149')
  press('ArrowUp')
  expect([focused(), tabStops()]).toEqual(['1198:149', ['1198:149']])
  expect(cells().length).toBeLessThan(800)
  press('Home')
  expect(focused()).toBe('1198:0')
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  expect([cells().length, tabStops()]).toEqual([14, ['6:0']])
})

function List({ count }: { count: number }) {
  const { list, rows, after, show } = useVirtualRows(count, 50)
  return (
    <>
      <button type="button" onClick={() => show(count - 1)}>
        Last
      </button>
      <ul ref={list}>
        {rows.map(({ index, before }) => (
          <li key={index} style={{ marginTop: before }}>
            Row {index}
          </li>
        ))}
        <li aria-hidden style={{ height: after }} />
      </ul>
    </>
  )
}

test.each([
  [60, 60],
  [1200, 40],
])('of a list of %d at most %d rows are drawn, and any other on request', (count, most) => {
  renderAt(<List count={count} />)
  expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(most)
  fireEvent.click(screen.getByRole('button', { name: 'Last' }))
  expect(screen.getByText(`Row ${count - 1}`)).toBeTruthy()
  expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(most + 1)
})
