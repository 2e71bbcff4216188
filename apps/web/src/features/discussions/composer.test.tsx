/** Text typed while a reply is being sent belongs to the next one, and stays. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { makeReply } from '#test/fixtures.ts'
import { useComposer } from './composer.tsx'

const reply = makeReply({ content: 'Thanks' })

test.each([
  ['Thanks', 'Thanks', ''],
  ['Thanks', 'Thanks, and one more thing', 'Thanks, and one more thing'],
])('after “%s” was sent while the field had “%s”, the field has “%s”', async (sent, typed, left) => {
  signInAs('USER')
  let answer = (): void => undefined
  const called = fakeApi({
    discussions: { createComment: () => new Promise((resolve) => (answer = () => resolve(reply))) },
  })
  const [client, place] = [new QueryClient(), { courseId: 'c', discussionId: crypto.randomUUID() }]
  const { result } = renderHook(() => useComposer(place, () => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  act(() => result.current.setContent(sent))
  act(() => result.current.send())
  await waitFor(() => expect(called).toHaveLength(1))
  act(() => result.current.setContent(typed))
  await act(async () => answer())
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(result.current.content).toBe(left)
})
