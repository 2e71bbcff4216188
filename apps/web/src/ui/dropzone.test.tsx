/** Files that are chosen or dropped on the zone, and those that are not taken. */

import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { Dropzone } from './dropzone.tsx'

const files = ['one.csv', 'two.csv'].map((name) => new File(['x'], name))

function open(props: Partial<Parameters<typeof Dropzone>[0]> = {}) {
  const onFiles = vi.fn<(files: File[]) => void>()
  const { container } = renderAt(<Dropzone label="Choose a list" onFiles={onFiles} {...props} />)
  const button = screen.getByRole('button', { name: 'Choose a list' })
  const field = container.querySelector<HTMLInputElement>('input[type=file]')!
  const drop = (some: File[]) => fireEvent.drop(button.parentElement!, { dataTransfer: { files: some } })
  return { button, field, drop, names: () => onFiles.mock.calls.map(([taken]) => taken.map(({ name }) => name)) }
}

test.each([
  [false, ['one.csv']],
  [true, ['one.csv', 'two.csv']],
])('of several files dropped, with several wanted %s, it takes %j; a dropped text is no file', (isMultiple, taken) => {
  const { drop, names } = open({ isMultiple })
  expect(screen.getByText(isMultiple ? 'or drop files here' : 'or drop a file here')).toBeDefined()
  drop([])
  drop(files)
  expect(names()).toEqual([taken])
})

test('the same file can be chosen again, such as after it was corrected', async () => {
  const { field, names } = open()
  await userEvent.upload(field, files[0]!)
  expect(field.value).toBe('')
  await userEvent.upload(field, files[0]!)
  expect(names()).toEqual([['one.csv'], ['one.csv']])
})

test('a disabled zone takes nothing, and does not let the browser open the file in place of the page', () => {
  const onDropped = vi.fn<(data: DataTransfer) => void>()
  const { button, drop, names } = open({ isDisabled: true, onDropped })
  expect(button).toHaveProperty('disabled', true)
  expect(drop(files)).toBe(false)
  expect([names(), onDropped.mock.calls]).toEqual([[], []])
})

test('the button opens the field’s dialog, or one of its own', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue()
  const first = open()
  await userEvent.click(first.button)
  expect(opened.mock.contexts).toEqual([first.field])
  const onChoose = vi.fn<() => void>()
  const onlyButton = renderAt(<Dropzone label="Choose here" onFiles={() => undefined} onChoose={onChoose} />)
  await userEvent.click(onlyButton.getByRole('button', { name: 'Choose here' }))
  expect([onChoose.mock.calls.length, opened.mock.calls.length]).toEqual([1, 1])
})
