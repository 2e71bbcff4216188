/** What is asked for ahead of its screen is asked for once, and is nobody else's. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiQuery } from './api-hooks.ts'
import { useSession } from '#lib/session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useSession.setState({ token: null })
})

const weekQuery = apiQuery('weeks', 'getWeek')
let turn = 0

/** A question that no other test asks, the answers to it in their order, and how often it was asked. */
function question(...answers: (() => Response)[]) {
  const request = { params: { courseId: 'c', weekId: `w${(turn += 1)}` } }
  let asked = 0
  const fetch = vi.fn<(url: string) => Promise<Response>>(async () => answers[Math.min((asked += 1), answers.length) - 1]!())
  vi.stubGlobal('fetch', fetch)
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const ask = () =>
    renderHook(() => useQuery(weekQuery(request)), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    }).result
  return { request, fetch, ask, client }
}
const said = (title: string) => () => Response.json({ title })

test('the screen takes the answer, whether it has come already or not, and asks by itself from then on', async () => {
  const { request, fetch, ask } = question(said('early'), said('later'))
  weekQuery.begin(request)
  const first = ask()
  await waitFor(() => expect(first.current.data).toEqual({ title: 'early' }))
  expect(fetch).toHaveBeenCalledTimes(1)
  const second = ask()
  await waitFor(() => expect(second.current.data).toEqual({ title: 'later' }))
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('an answer that was asked for by another person, or long ago, is not taken', async () => {
  const theirs = question(said('theirs'), said('mine'))
  useSession.setState({ token: 'theirs' })
  weekQuery.begin(theirs.request)
  useSession.setState({ token: 'mine' })
  const mine = theirs.ask()
  await waitFor(() => expect(mine.current.data).toEqual({ title: 'mine' }))
  const old = question(said('old'), said('new'))
  weekQuery.begin(old.request)
  const then = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(then + 10_001)
  const now = old.ask()
  await waitFor(() => expect(now.current.data).toEqual({ title: 'new' }))
})

test('where another page’s call was on its way already, the early answer is not taken later, for what has changed since', async () => {
  const { request, fetch, ask, client } = question(said('on its way'), said('early'), said('after a change'))
  const first = ask()
  weekQuery.begin(request)
  ask()
  await waitFor(() => expect(first.current.data).toEqual({ title: 'on its way' }))
  await client.invalidateQueries({ queryKey: ['weeks'] })
  await waitFor(() => expect(first.current.data).toEqual({ title: 'after a change' }))
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('a failure is the screen’s to try again', async () => {
  const { request, fetch, ask } = question(() => new Response('', { status: 503 }), said('after all'))
  weekQuery.begin(request)
  const result = ask()
  await waitFor(() => expect(result.current.data).toEqual({ title: 'after all' }))
  expect(fetch).toHaveBeenCalledTimes(2)
})
