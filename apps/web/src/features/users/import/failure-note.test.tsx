/** Why a check or an import failed: what is safe, what to do, and reading the file in another way. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { renderAt } from '#test/render.tsx'
import { FailureNote, FormatPicker } from './failure-note.tsx'
import { autoDetect } from './upload-import.ts'

type Note = Parameters<typeof FailureNote>[0]
const problem = (name: ConstructorParameters<typeof ApiProblem>[0], status: number, pointer?: string) =>
  new ApiProblem(name, {
    status,
    detail: 'What the server says.',
    instance: 'request-7',
    errors: pointer === undefined ? [] : [{ pointer, detail: 'Why it is wrong.' }],
  })

function open(action: Note['failure']['action'], error: unknown, fileName = 'people.csv') {
  const [onRetry, onRead] = [vi.fn<() => void>(), vi.fn<(options: object) => void>()]
  const reading = { parseOptions: autoDetect, onRead }
  renderAt(<FailureNote failure={{ action, error }} fileName={fileName} onRetry={onRetry} reading={reading} />)
  return { onRetry, onRead }
}
const kept = 'The file and your corrections are kept on this device.'

test.each<[Note['failure']['action'], unknown, string, string, boolean]>([
  ['import', problem('offline', 0), 'The server did not answer', `trying again does nothing twice. ${kept}`, true],
  ['import', problem('internal', 500), 'The server did not answer', `trying again does nothing twice. ${kept}`, true],
  ['check', problem('offline', 0), 'The server did not answer', kept, true],
  ['check', problem('busy', 503), 'The server is busy', `What the server says. ${kept}`, true],
  ['check', problem('rate-limited', 429), 'That was too often', `What the server says. ${kept}`, true],
  ['check', problem('not-found', 404), 'This course was removed or never existed', 'Nothing was saved.', false],
  ['check', problem('forbidden', 403), 'You may not import these people', 'What the server says.', false],
  [
    'check',
    problem('validation-failed', 422, '?encoding'),
    'people.csv cannot be read like that',
    'Why it is wrong. Nothing was saved.',
    false,
  ],
  ['check', problem('validation-failed', 422, '/file'), 'people.csv cannot be imported', 'Why it is wrong. Nothing was saved.', false],
  ['check', new Error('odd'), 'Something went wrong on this page', kept, true],
])('a failed %s: %o', async (action, error, title, words, isWorthRetrying) => {
  const { onRetry } = open(action, error)
  const note = screen.getByRole('alert')
  expect(note.textContent).toContain(title)
  expect(note.textContent).toContain(words)
  expect(note.textContent?.includes('does nothing twice')).toBe(words.includes('does nothing twice'))
  for (const button of screen.queryAllByRole('button', { name: 'Try again' })) await userEvent.click(button)
  expect(onRetry).toHaveBeenCalledTimes(isWorthRetrying ? 1 : 0)
})

test('a text file that was refused for its contents can be read differently, a workbook cannot', async () => {
  const { onRead } = open('check', problem('validation-failed', 422, '/file'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Between the columns' }), ';')
  expect(onRead.mock.calls).toEqual([[{ ...autoDetect, delimiter: ';' }]])
})

test('a workbook, or a failure that is not about the contents, offers no other reading', () => {
  open('check', problem('validation-failed', 422, '/file'), 'People.XLSX')
  open('check', problem('forbidden', 403))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('what was found is named while it is chosen automatically', async () => {
  const onChange = vi.fn<(options: object) => void>()
  const found = { encoding: 'UTF-8', delimiter: ';' } as const
  renderAt(<FormatPicker parseOptions={{ ...autoDetect, delimiter: ',' }} found={found} onChange={onChange} />)
  const [encoding, delimiter] = ['Encoding', 'Between the columns'].map((name) => screen.getByRole<HTMLSelectElement>('combobox', { name }))
  expect(encoding!.selectedOptions[0]!.textContent).toMatch(/^Automatic: ./)
  expect(delimiter!.options[0]!.textContent).toBe('Automatic')
  await userEvent.selectOptions(delimiter!, '')
  expect(onChange.mock.calls).toEqual([[autoDetect]])
})
