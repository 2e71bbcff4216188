/** The frame of a form: saving by keyboard, restored and conflicting input, and errors apart from failures. The viewer is in Adelaide. */

import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { ConflictAlert, FormErrors, FormPage } from './form-page.tsx'

const idle = { summary: [], submitCount: 0, restoredFrom: null, discard: () => undefined }

function open(props: Partial<Parameters<typeof FormPage>[0]> = {}) {
  const save = vi.fn<() => void>()
  renderAt(
    <>
      <FormPage form={idle} onSubmit={(event) => (event?.preventDefault(), save())} submitLabel="Save" isPending={false} {...props}>
        <input aria-label="Title" />
        <textarea aria-label="Notes" />
      </FormPage>
      <input aria-label="Elsewhere" />
    </>,
  )
  return save
}
const press = (name: string, key: object) => fireEvent.keyDown(screen.getByLabelText(name), key)

test('Ctrl+S saves from anywhere, Ctrl+Enter from within; Enter alone in a field does not', async () => {
  const save = open()
  press('Elsewhere', { key: 's', ctrlKey: true })
  press('Title', { key: 'Enter', metaKey: true })
  expect(save).toHaveBeenCalledTimes(2)
  press('Elsewhere', { key: 'Enter', ctrlKey: true })
  press('Elsewhere', { key: 's' })
  await userEvent.type(screen.getByLabelText('Title'), 'One{Enter}')
  expect(save).toHaveBeenCalledTimes(2)
  await userEvent.type(screen.getByLabelText('Notes'), 'a{Enter}b')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('a\nb')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledTimes(3)
})

test.each<[string, { isPending?: boolean; hasActions?: boolean }]>([
  ['is being saved', { isPending: true }],
  ['has nothing to save', { hasActions: false }],
])('a form that %s is not saved by keyboard', (_, props) => {
  const save = open(props)
  press('Title', { key: 's', ctrlKey: true })
  expect(save).not.toHaveBeenCalled()
  expect(screen.queryAllByRole('button', { name: 'Save' })).toHaveLength(props.hasActions === false ? 0 : 1)
})

test('what is back from an earlier visit says when it was typed, and can be discarded', async () => {
  const discard = vi.fn<() => void>()
  open({
    form: { ...idle, restoredFrom: '2026-11-12T10:00:00.000Z', discard },
    state: '3 changes',
    others: <button type="button">Cancel</button>,
  })
  expect(screen.getByText(/^Typed on Thu 12 Nov, 20:30 and kept on this device\./)).toBeDefined()
  expect(screen.getByText('3 changes')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Discard them' }))
  expect(discard).toHaveBeenCalledOnce()
})

test('wrong fields are listed, and why nothing was sent is said apart from them, with its request', () => {
  const form = {
    summary: [
      { fieldId: 'title', message: 'Enter a title' },
      { fieldId: undefined, message: 'The server is busy.' },
    ],
    submitCount: 1,
    failure: { message: 'The server is busy.', requestId: '7f3a' },
  }
  renderAt(<FormErrors form={form} title="Not saved" />)
  const [fields, failure] = screen.getAllByRole('alert')
  expect(
    within(fields!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Enter a title'])
  expect(failure!.textContent).toContain('Not saved')
  expect(failure!.textContent).toContain('The server is busy.')
  expect(failure!.textContent).toContain('7f3a')
})

test('when somebody saved first, one button takes theirs and the other keeps one’s own', async () => {
  const [theirs, mine] = [vi.fn<() => void>(), vi.fn<() => void>()]
  renderAt(
    <ConflictAlert title="Tom Reyes saved first" take="Use the new text" onTakeTheirs={theirs} onKeepMine={mine}>
      Both are here.
    </ConflictAlert>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use the new text' }))
  expect([theirs.mock.calls.length, mine.mock.calls.length]).toEqual([1, 0])
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(mine).toHaveBeenCalledOnce()
})
