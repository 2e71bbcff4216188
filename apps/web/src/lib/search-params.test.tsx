/** Filters in the address: none is lost to another that is changed at the same moment. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { useSearch } from './search-params.ts'

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
