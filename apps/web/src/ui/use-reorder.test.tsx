/** Reordering a list by its handles. */

import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { moveTo, useReorder } from './use-reorder.ts'

const drops: string[] = []
let isSaved = true

function List() {
  const [ids, setIds] = useState(['a', 'b', 'c', 'd'])
  const order = useReorder({
    ids,
    onDrop: async (next, id) => {
      drops.push(`${id}: ${next.join('')}`)
      if (isSaved) setIds([...next])
      return isSaved
    },
    speak: {
      lifted: (id, next) => `${id} lifted ${next.join('')}`,
      moved: (id, next) => `${id} moved ${next.join('')}`,
      dropped: (id, next) => `${id} dropped ${next.join('')}`,
    },
  })
  return (
    <>
      <ul>
        {order.ids.map((id) => (
          <li key={id}>
            <button type="button" {...order.handleProps(id)}>
              {id}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{order.spoken}</p>
      <button type="button" onClick={() => order.moveTo('d', 2)}>
        Move up
      </button>
      <button type="button" onClick={() => setIds(['a', 'b', 'c', 'd'])}>
        Undo
      </button>
      <button type="button" onClick={() => setIds([...ids, 'e'])}>
        Add
      </button>
    </>
  )
}
const shown = (): string =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .join('')
const spoken = (): string => screen.getByRole('status').textContent
const handle = (name: string): HTMLElement => screen.getByRole('button', { name })

beforeEach(() => {
  drops.length = 0
  isSaved = true
})

test.each([
  [['{Enter}', '{ArrowDown}', '{Enter}'], 'acbd', 'b: acbd'],
  [[' ', '{ArrowUp}', ' '], 'bacd', 'b: bacd'],
  [[' ', '{End}', ' '], 'acdb', 'b: acdb'],
  [[' ', '{Home}', '{ArrowUp}', ' '], 'bacd', 'b: bacd'],
  [[' ', '{ArrowDown}', '{Escape}'], 'abcd', undefined],
  [[' ', '{ArrowDown}', '{ArrowUp}', ' '], 'abcd', undefined],
  [['{ArrowDown}'], 'abcd', undefined],
])('the keys %j', async (keys, expected, dropped) => {
  render(<List />)
  handle('b').focus()
  for (const key of keys) await userEvent.keyboard(key)
  expect(shown()).toBe(expected)
  expect(drops).toEqual(dropped ? [dropped] : [])
  expect(document.activeElement).toBe(handle('b'))
})

test('what happens is spoken, and nothing is stored before the drop', async () => {
  render(<List />)
  handle('b').focus()
  await userEvent.keyboard(' ')
  expect(spoken()).toBe('b lifted abcd')
  await userEvent.keyboard('{ArrowDown}')
  expect(spoken()).toBe('b moved acbd')
  expect(drops).toEqual([])
  await userEvent.keyboard(' ')
  expect(spoken()).toBe('b dropped acbd')
})

test('an order that is not stored is taken back; leaving with Tab puts back; a menu moves one step', async () => {
  render(<List />)
  isSaved = false
  handle('a').focus()
  await userEvent.keyboard(' {End} ')
  expect(shown()).toBe('abcd')
  await userEvent.keyboard(' {End}{Tab}')
  expect(shown()).toBe('abcd')
  isSaved = true
  await userEvent.click(handle('Move up'))
  expect(shown()).toBe('abdc')
})

test('a list that changes while a row is lifted is shown at once', async () => {
  render(<List />)
  handle('a').focus()
  await userEvent.keyboard(' {End}')
  expect(shown()).toBe('bcda')
  fireEvent.click(handle('Add'))
  expect(shown()).toBe('abcde')
})

test('when the former order is stored again, it is shown', async () => {
  render(<List />)
  handle('a').focus()
  await userEvent.keyboard(' {End} ')
  expect(shown()).toBe('bcda')
  fireEvent.click(handle('Undo'))
  expect(shown()).toBe('abcd')
})

test('dragging begins after 4 pixels and follows the pointer', async () => {
  render(<List />)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this)
    return { top: 100 + at * 20, height: 20 } as DOMRect
  })
  fireEvent.pointerDown(handle('a'), { button: 0, clientY: 110 })
  fireEvent.pointerMove(document, { clientY: 113 })
  expect(spoken()).toBe('')
  fireEvent.pointerMove(document, { clientY: 155 })
  expect(shown()).toBe('bcad')
  fireEvent.pointerUp(document)
  await vi.waitFor(() => expect(drops).toEqual(['a: bcad']))
  fireEvent.pointerDown(handle('d'), { button: 0, clientY: 170 })
  fireEvent.pointerMove(document, { clientY: 90 })
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(shown()).toBe('bcad')
})

test('moveTo', () => {
  expect(moveTo(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b'])
  expect(moveTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
})
