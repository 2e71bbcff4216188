/** Filters in the address: none is lost to another that is changed at the same moment. */

import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { getPage, parseEnum, useLastPage, useSearch, withParams } from './search-params.ts'

function Filters() {
  const [search, change] = useSearch()
  const both = (): void => {
    change({ search: 'ana' }, { replace: true })
    change({ role: 'TRAINER' })
  }
  return (
    <>
      <output>{search.toString()}</output>
      <button onClick={both}>Both</button>
      <button onClick={() => change({ search: null })}>Clear</button>
    </>
  )
}

test('a filter that is chosen while the typed search is on its way keeps it', async () => {
  renderAt(<Filters />, '/users?page=3&course=all')
  await userEvent.click(screen.getByRole('button', { name: 'Both' }))
  expect(screen.getByRole('status').textContent).toBe('page=1&course=all&search=ana&role=TRAINER')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByRole('status').textContent).toBe('page=1&course=all&role=TRAINER')
})

test('a chosen filter can be undone with the browser’s Back button, typing cannot', async () => {
  const { router } = renderAt(<Filters />, '/users?role=USER')
  await userEvent.click(screen.getByRole('button', { name: 'Both' }))
  await act(() => router.navigate(-1))
  expect(screen.getByRole('status').textContent).toBe('role=USER&search=ana')
})

const StillLoading = lazy(() => new Promise<never>(() => undefined))

test('a search that is on its way when a link is followed leaves the new address alone', async () => {
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  window.history.replaceState(null, '', '/courses?page=3')
  render(
    <BrowserRouter>
      <Link to="/courses/1#sign-up">Sign up</Link>
      <Suspense>
        <Routes>
          <Route path="/courses" element={<Filters />} />
          <Route path="/courses/:id" element={<StillLoading />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  )
  await userEvent.click(screen.getByRole('link'))
  await userEvent.click(screen.getByRole('button', { name: 'Both' }))
  expect(window.location.href).toMatch(/\/courses\/1#sign-up$/)
})

test('a search that was typed before a link was followed, and is rendered after, does not make the new address its own', async () => {
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  window.history.replaceState(null, '', '/courses?page=3')
  render(
    <BrowserRouter>
      <Filters />
    </BrowserRouter>,
  )
  act(() => {
    screen.getByRole('button', { name: 'Both' }).click()
    // The link: its address is there at once, its screen is not.
    window.history.pushState(null, '', '/courses/1#sign-up')
  })
  expect(screen.getByRole('status').textContent).toBe('page=1&search=ana&role=TRAINER')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(window.location.href).toMatch(/\/courses\/1#sign-up$/)
})

test.each([
  ['a=1&page=4', { a: '2' }, 'a=2&page=1'],
  ['a=1&page=4', { page: 5 }, 'a=1&page=5'],
  ['a=1&page=4', { a: null, b: undefined, c: '' }, 'page=1'],
  ['a=1', { b: 0 }, 'a=1&b=0'],
])('%s with %j is %s', (before, changes, after) => expect(withParams(new URLSearchParams(before), changes).toString()).toBe(after))

test.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['1000001', 1],
  ['two', 1],
  [null, 1],
])('page %s is page %i', (given, page) => {
  expect(getPage(new URLSearchParams(given === null ? '' : { page: given }))).toBe(page)
})

test('an unknown choice in the address is the first one', () => {
  expect(['late', 'nonsense', null].map((value) => parseEnum(['all', 'late'], value))).toEqual(['late', 'all', 'all'])
})

test.each([
  [{ total: 41, limit: 20, page: 4 }, false, [3]],
  [{ total: 40, limit: 20, page: 2 }, false, []],
  [{ total: 0, limit: 20, page: 2 }, false, [1]],
  [{ total: 0, limit: 20, page: 1 }, false, []],
  [{ total: 41, limit: 20, page: 4 }, true, []],
  [undefined, false, []],
])('of %j, old data %s, the last page is gone to: %j', (data, isPlaceholderData, pages) => {
  const toPage = vi.fn<(page: number) => void>()
  renderHook(() => useLastPage({ data, isPlaceholderData }, toPage))
  expect(toPage.mock.calls.flat()).toEqual(pages)
})
