/** The editor of rich text: the direction of what is written, and what is pasted. */

import { Textarea, TextInput } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enter } from '#test/enter.ts'
import { renderAt } from '#test/render.tsx'
import { RichTextInput } from './rich-text-input.tsx'

function show(value = '') {
  const onChange = vi.fn<(html: string) => void>()
  renderAt(<RichTextInput label="Text" value={value} onChange={onChange} />)
  return { field: screen.getByRole('textbox', { name: 'Text' }), saved: () => onChange.mock.calls.at(-1)?.[0] }
}

test('each paragraph and list has the direction of its own text, on the screen but not in what is saved', async () => {
  const { field, saved } = show('<p>سؤال</p><ul><li><p>One</p></li></ul>')
  expect([...field.querySelectorAll('[dir=auto]')].map(({ localName }) => localName)).toEqual(['p', 'ul'])
  await enter(field, '!')
  expect(saved()).toContain('سؤال')
  expect(saved()).not.toContain('dir=')
})

test('fields have the direction of what is typed', () => {
  renderAt(
    <>
      <TextInput label="Title" />
      <Textarea label="Note" />
    </>,
  )
  for (const name of ['Title', 'Note']) expect(screen.getByRole('textbox', { name }).getAttribute('dir')).toBe('auto')
})

test('a pasted table becomes a line a row; a pasted picture is refused where a text cannot have any', async () => {
  const { field, saved } = show()
  const html = '<h1>Marks</h1><table><tr><td>Ana</td><td>17</td></tr><tr><td>Rui</td><td>9</td></tr></table>'
  const getData = (type: string) => ({ 'text/html': html, 'text/plain': 'Ana 17' })[type] ?? ''
  fireEvent.paste(field, { clipboardData: { files: [], types: ['text/html'], getData } })
  expect(saved()).toBe('<h2>Marks</h2><p>Ana | 17</p><p>Rui | 9</p>')
  const files = [new File(['x'], 'screenshot.png', { type: 'image/png' })]
  fireEvent.paste(field, { clipboardData: { files, types: ['Files'], getData: () => '' } })
  expect(await screen.findByText('This text cannot have pictures.')).toBeDefined()
})

test('a placeholder in the address of a link stays in it; in the text it is one element', async () => {
  const value = '<p>Dear {{name}}, <a href="https://forms.example/x?who={{name}}">answer here</a></p>'
  const onChange = vi.fn<(html: string) => void>()
  renderAt(<RichTextInput label="Text" value={value} onChange={onChange} placeholders={[{ name: 'name', label: 'Name' }]} />)
  const field = screen.getByRole('textbox', { name: 'Text' })
  expect(field.querySelectorAll('[data-placeholder]')).toHaveLength(1)
  expect(field.querySelector('a')?.textContent).toBe('answer here')
  await enter(field, '!')
  expect(onChange.mock.calls.at(-1)?.[0]).toMatch(/Dear \{\{name\}\}.*href="https:\/\/forms\.example\/x\?who=\{\{name\}\}"/)
})

test('numbered lists, lines, underlined words, blank lines and runs of blanks come back as they were written', async () => {
  const value =
    '<p>first</p><ol start="3"><li><p>three</p></li></ol><hr><p><u>one</u></p><p></p><p>two&nbsp;&nbsp; wide</p><pre><code>a  b</code></pre><p>end</p>'
  const { field, saved } = show(value)
  await enter(field, '!')
  expect(saved()?.replace('!', '')).toBe(value)
})
