/** Several parts of a page that fail for one reason. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Page } from './page.tsx'

const cause = 'The server is busy.'

test('one box says so for all of them, and tries all of them again', async () => {
  const retries = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  renderAt(
    <Page title="Start">
      <LoadFailed title="The courses could not be loaded" cause={cause} onRetry={retries[0]} />
      <LoadFailed title="The work could not be loaded" cause={cause} onRetry={retries[1]} />
      <LoadFailed title="The notes could not be loaded" cause="You may not read them." onRetry={retries[2]} />
    </Page>,
  )
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    `Parts of this page could not be loaded${cause}`,
    'The notes could not be loadedYou may not read them.',
  ])
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(retries.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('a part that fails alone says what it is', () => {
  renderAt(
    <Page title="Start">
      <LoadFailed title="The courses could not be loaded" cause={cause} />
    </Page>,
  )
  expect(screen.getByText('The courses could not be loaded')).toBeTruthy()
})
