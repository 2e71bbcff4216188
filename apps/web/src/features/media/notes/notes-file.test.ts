/** The file of one's notes can be read without us, and leads back. */
import { expect, test } from 'vitest'
import { notesFile, notesFileName } from './notes-file.ts'

test('a list with times that are links', () =>
  expect(
    notesFile('Cleaning', 'https://lms.example/media/1', [
      { at: 751.5, text: 'Ask the ministry.\n**Fiscal** years?' },
      { at: 3729, text: ' Done ' },
    ]),
  ).toBe(
    '# Notes: Cleaning\n\n- [12:31](https://lms.example/media/1?t=751) Ask the ministry.\n  **Fiscal** years?\n- [1:02:09](https://lms.example/media/1?t=3729) Done\n',
  ))

test.each([
  ['Cleaning a messy dataset', 'notes-cleaning-a-messy-dataset.md'],
  ['Q&A: Zahlen, größer', 'notes-q-a-zahlen-größer.md'],
  ['../../etc', 'notes-etc.md'],
  ['???', 'notes-video.md'],
])('%s', (title, name) => expect(notesFileName(title)).toBe(name))
