import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import type { ListAction } from './question-actions.ts'
import { QuestionTools } from './question-tools.tsx'

test('a question is moved, duplicated and removed; at an end of the list its button keeps the focus and does nothing', async () => {
  const onAction = vi.fn<(action: ListAction) => void>()
  renderAt(<QuestionTools index={2} count={3} onAction={onAction} />)
  for (const button of screen.getAllByRole('button')) await userEvent.click(button)
  expect(onAction.mock.calls.flat()).toEqual([
    { do: 'move', at: 2, to: 1 },
    { do: 'duplicate', at: 2 },
    { do: 'remove', at: 2 },
  ])
  const down = screen.getByRole('button', { name: 'Move question 3 down' })
  await userEvent.click(down)
  expect([document.activeElement === down, down.getAttribute('aria-disabled')]).toEqual([true, 'true'])
})
