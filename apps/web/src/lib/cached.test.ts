/** Changes in the cache, while the data is being read. */

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeCached } from './cached.ts'

const queryKey = ['notes']

/** A list that is on the screen; each read is answered by the test. */
function open(data?: string[]) {
  const client = new QueryClient()
  if (data) client.setQueryData(queryKey, data)
  const answers: ((notes: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  const add = (refetchType?: 'none') =>
    changeCached<string[]>(client, queryKey, (notes) => notes && [...notes, 'new'], refetchType && { refetchType })
  return { client, answers, add, notes: () => observer.getCurrentResult().data }
}

test('a read that began before does not take off what was saved; another one brings the rest', async () => {
  const { answers, add, notes } = open(['one'])
  add()
  answers[0]!(['one', 'of another device'])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(notes()).toEqual(['one', 'new'])
  answers[1]!(['one', 'of another device', 'new'])
  await vi.waitFor(() => expect(notes()).toEqual(['one', 'of another device', 'new']))
})

test('what the server does not have yet is not read again at once, but the next time', async () => {
  const { client, answers, add, notes } = open(['one'])
  add('none')
  answers[0]!(['one'])
  expect([client.isFetching(), notes(), client.getQueryState(queryKey)?.isInvalidated]).toEqual([0, ['one', 'new'], true])
})

test.each([undefined, 'none'] as const)('a screen without data waits for a read that began afterwards (%s)', async (refetchType) => {
  const { answers, add, notes } = open()
  add(refetchType)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]!([])
  answers[1]!(['new'])
  await vi.waitFor(() => expect(notes()).toEqual(['new']))
})

test('data that is not being read is only changed', () => {
  const client = new QueryClient()
  changeCached<string[]>(client, queryKey, (notes) => notes && [...notes, 'new'])
  expect(client.getQueryData(queryKey)).toBeUndefined()
  client.setQueryData(queryKey, ['one'])
  changeCached<string[]>(client, queryKey, (notes) => notes && [...notes, 'new'])
  expect([client.getQueryData(queryKey), client.getQueryState(queryKey)?.isInvalidated]).toEqual([['one', 'new'], false])
})
