/** The banner above a screen. */

import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { OfflineBanner } from './top-bar.tsx'

const busy = new ApiProblem('busy', { status: 503, detail: 'Busy' })

test('a server that is too busy is named at its first refusal, and asked again at once', async () => {
  let calls = 0
  const ask = (): Promise<string> => (calls++ === 0 ? Promise.reject(busy) : Promise.resolve('Loaded'))
  function Part() {
    return <p>{useQuery({ queryKey: ['part'], queryFn: ask }).data ?? 'Waiting'}</p>
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 1_000_000 } } })}>
        <OfflineBanner />
        <Part />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByText('The server cannot answer now.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Loaded')).toBeTruthy()
  expect(screen.queryByText('The server cannot answer now.')).toBeNull()
})
