/** Selected rows, and what ends their selection. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useRowSelection } from './row-selection.ts'

type Row = { id: string; name: string }
const ana: Row = { id: '1', name: 'Ana' }
const omar: Row = { id: '2', name: 'Omar' }
const zoe: Row = { id: '3', name: 'Zoe' }
type Shown = { filter: string; page: number; rows: Row[] | undefined }

const everybody = [ana, omar, zoe]
const load = async () => ({ items: everybody, total: everybody.length })

function open(options: { most?: number; total?: number; isOpen?: (row: Row) => boolean } = {}) {
  const initialProps: Shown = { filter: 'missing', page: 1, rows: [ana, omar] }
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const hook = renderHook((shown: Shown) => useRowSelection({ ...shown, ...options, load, idOf: ({ id }) => id }), {
    initialProps,
    wrapper,
  })
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

test('all rows of the list are selected, except those that cannot be', async () => {
  const { result, names } = open({ total: 3, isOpen: ({ name }) => name !== 'Omar' })
  act(() => result.current.change([ana], true))
  const [all] = result.current.selectAll
  expect(all!.label).toBe('Select all 3')
  act(() => all!.onClick())
  await waitFor(() => expect(names()).toEqual(['Ana', 'Zoe']))
  expect(result.current.selectAll).toEqual([])
  expect(result.current.limit).toBeUndefined()
})

test('no more are selected than one action can change, and it says so', async () => {
  const { result, names } = open({ most: 2, total: 3 })
  act(() => result.current.change([zoe], true))
  const [first] = result.current.selectAll
  expect(first!.label).toBe('Select the first 2 of 3')
  act(() => first!.onClick())
  await waitFor(() => expect(names()).toEqual(['Ana', 'Omar']))
  act(() => result.current.change([zoe], true))
  expect(names()).toEqual(['Ana', 'Omar'])
  expect(result.current.limit).toBe('At most 2 at a time')
  act(() => result.current.change([ana], false))
  act(() => result.current.change([zoe], true))
  expect(names()).toEqual(['Omar', 'Zoe'])
})
