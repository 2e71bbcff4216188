import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { BuilderList } from './builder-list.tsx'

test('an item names its type and what else counts, or that it has an error', () => {
  const item = { key: 'a', type: 'DATE', label: ' ', meta: 'required', hasError: false } as const
  const items = [item, { ...item, key: 'b', meta: '' }, { ...item, key: 'c', label: 'When?', hasError: true, badge: 'New' }]
  renderAt(<BuilderList items={items} selected={1} onSelect={() => undefined} onMove={() => undefined} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '1New questionDate, required',
    '2New questionDate',
    '3When?Needs attentionNew',
  ])
})

test('items move by Alt and the arrows, not beyond the ends, and by dragging over another', async () => {
  const move = vi.fn<(at: number, to: number) => void>()
  const items = ['One', 'Two'].map((label) => ({ key: label, type: 'TEXT' as const, label, meta: '4 marks', hasError: false }))
  renderAt(<BuilderList items={items} selected={null} onSelect={() => undefined} onMove={move} />)
  const [one, two] = screen.getAllByRole('button')
  for (const [target, key, altKey] of [
    [one, 'ArrowUp', true],
    [one, 'ArrowDown', false],
    [two, 'ArrowDown', true],
    [one, 'ArrowDown', true],
  ] as const)
    fireEvent.keyDown(target!, { key, altKey })
  expect(move.mock.calls).toEqual([[0, 1]])
  await expect.poll(() => document.activeElement).toBe(two)
  const [first, second] = screen.getAllByRole('listitem')
  fireEvent.dragOver(first!)
  fireEvent.dragStart(second!, { dataTransfer: {} })
  // Without this the browser would show that nothing can be dropped here.
  expect(fireEvent.dragOver(second!)).toBe(false)
  fireEvent.dragOver(first!)
  fireEvent.dragOver(second!)
  fireEvent.dragEnd(second!)
  expect(fireEvent.dragOver(first!)).toBe(true)
  expect(move.mock.calls).toEqual([
    [0, 1],
    [1, 0],
    [0, 1],
  ])
})
