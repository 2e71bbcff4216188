/** The marks of a file that change: filtered by assignment and by how they change, a page at a time. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { idOf } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { ImportedChangeList } from './change-list.tsx'
import type { ImportedChange } from './decisions.ts'

const [essay, chart] = [
  { id: idOf(50), title: 'Essay', maxMarks: 20 },
  { id: idOf(51), title: 'Chart', maxMarks: 20 },
]
const changeOf = (
  row: number,
  now: number | null,
  marks: number,
  facts: { isLarge?: boolean; detail?: string; of?: typeof essay } = {},
): ImportedChange => ({
  cell: {
    row,
    column: 'D',
    student: { id: idOf(60 + row), name: `Student ${row}`, profileImageUrl: null },
    name: `Student ${row}`,
    assignment: facts.of ?? essay,
    text: String(marks),
    marks,
    now,
    version: 1,
    isHeld: false,
    offers: [],
    finding: null,
    detail: facts.detail ?? null,
  },
  marks,
  isLarge: facts.isLarge ?? false,
})
const changes = [
  changeOf(2, null, 12),
  changeOf(3, 8, 10.5),
  changeOf(4, 12, 11, { detail: 'Its name was changed.' }),
  changeOf(5, 18, 2, { isLarge: true, of: chart }),
]
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const pick = async (menu: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: item }))
}

test('each says how it changes, and what to look at', () => {
  renderAt(<ImportedChangeList changes={changes} />)
  expect(
    rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(4)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['New', ''],
    ['+2.5', ''],
    ['−1', 'Its name was changed.'],
    ['−16', 'Large change, check it'],
  ])
})

test.each([
  ['New', ['Student 2']],
  ['Higher', ['Student 3']],
  ['Lower', ['Student 4', 'Student 5']],
  ['Large drop', ['Student 5']],
])('of the kind “%s” are %j', async (kind, names) => {
  renderAt(<ImportedChangeList changes={changes} />)
  await pick('Change All', kind)
  expect(
    rows().map((row) =>
      within(row)
        .getAllByRole('cell')[0]!
        .textContent?.replace(/^S(?=S)/, ''),
    ),
  ).toEqual(names)
  expect(screen.getByRole('heading', { name: `Marks that change ${names.length}` })).toBeDefined()
})

test('one assignment is looked at alone; with a single one there is nothing to choose', async () => {
  const { unmount } = renderAt(<ImportedChangeList changes={changes} />)
  await pick('Assignment All', 'Chart')
  expect(rows()).toHaveLength(1)
  unmount()
  renderAt(<ImportedChangeList changes={changes.slice(0, 3)} />)
  expect(screen.queryByRole('button', { name: /^Assignment/ })).toBeNull()
})

test('on a phone, of many the first fifty are shown, then more, then the rest', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
  renderAt(<ImportedChangeList changes={Array.from({ length: 230 }, (_, index) => changeOf(index + 2, null, 10))} />)
  const shown = () => screen.getByRole('list', { name: 'Marks that change' }).children.length
  expect(shown()).toBe(50)
  await userEvent.click(screen.getByRole('button', { name: 'Show 180 more' }))
  expect(shown()).toBe(200)
  await userEvent.click(screen.getByRole('button', { name: 'Show 30 more' }))
  expect([shown(), screen.queryByRole('button', { name: /^Show/ })]).toEqual([230, null])
})
