/** Selected rows, and what ends their selection. */
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRowSelection } from './row-selection.ts'

type Row = { id: string; name: string }
const ana: Row = { id: '1', name: 'Ana' }
const omar: Row = { id: '2', name: 'Omar' }
const zoe: Row = { id: '3', name: 'Zoe' }
type Shown = { filter: string; page: number; rows: Row[] | undefined }

function open() {
  const initialProps: Shown = { filter: 'missing', page: 1, rows: [ana, omar] }
  const hook = renderHook((shown: Shown) => useRowSelection({ ...shown, idOf: ({ id }) => id }), { initialProps })
  return { ...hook, names: () => [...hook.result.current.selected.values()].map(({ name }) => name) }
}

test('rows are selected across pages, and shown as they are now', () => {
  const { result, rerender, names } = open()
  act(() => result.current.change([ana], true))
  rerender({ filter: 'missing', page: 2, rows: undefined })
  rerender({ filter: 'missing', page: 2, rows: [zoe] })
  act(() => result.current.change([zoe], true))
  rerender({ filter: 'missing', page: 2, rows: [{ ...zoe, name: 'Zoe Adams' }] })
  expect(names()).toEqual(['Ana', 'Zoe Adams'])
  act(() => result.current.change([ana], false))
  expect(names()).toEqual(['Zoe Adams'])
})

test('a row that leaves its page is no longer selected', () => {
  const { result, rerender, names } = open()
  act(() => result.current.change([ana, omar], true))
  rerender({ filter: 'missing', page: 1, rows: [omar] })
  expect(names()).toEqual(['Omar'])
})

test('a selection does not come back with its filter', () => {
  const { result, rerender, names } = open()
  act(() => result.current.change([ana], true))
  rerender({ filter: 'graded', page: 1, rows: [zoe] })
  rerender({ filter: 'missing', page: 1, rows: [ana, omar] })
  expect(names()).toEqual([])
})

test('another filter clears the selection, also if rows of the former one were still being loaded', () => {
  const { result, rerender, names } = open()
  act(() => result.current.change([ana], true))
  const late = result.current.change
  rerender({ filter: 'graded', page: 1, rows: undefined })
  expect(names()).toEqual([])
  act(() => late([ana, omar], true))
  expect(names()).toEqual([])
  rerender({ filter: 'graded', page: 1, rows: [zoe] })
  act(() => result.current.change([zoe], true))
  act(() => late([omar], true))
  expect(names()).toEqual(['Zoe'])
})
