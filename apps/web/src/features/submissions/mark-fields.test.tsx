/** The fields of a mark: parts that do not add up to it, what lateness takes off, and marks that are held. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { idOf, makeQuestion } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { MarkFields } from './mark-fields.tsx'

const questions = [
  makeQuestion({ id: idOf(4), points: 12 }),
  makeQuestion({ id: idOf(5), points: 8 }),
  makeQuestion({ id: idOf(6), points: 0 }),
]
const daily = { kind: 'PERCENT_PER_DAY', percent: 10, floor: 40 } as const

type Props = Parameters<typeof MarkFields>[0]
function open(form: object = {}, props: Partial<Props> = {}) {
  const setTotal = vi.fn<(total: string) => void>()
  const setPart = vi.fn<(id: string, value: string) => void>()
  const idle = {
    values: { parts: {}, total: '', feedback: '', version: 1 },
    errors: { parts: {} },
    automatic: [],
    otherSum: null,
    isFinal: false,
    deduction: 0,
    net: null,
  }
  renderAt(
    <MarkFields
      form={{ ...idle, setTotal, setPart, ...form } as never}
      assignment={{ questions, maxMarks: 20, latePolicy: daily }}
      late={false}
      hasTotal
      isHeld={false}
      {...props}
    />,
  )
  return { setTotal, setPart }
}

test('parts that add up to something else offer their sum', async () => {
  const { setTotal } = open({ otherSum: '17.5' })
  await userEvent.click(screen.getByRole('button', { name: 'Use 17.5' }))
  expect(setTotal.mock.calls).toEqual([['17.5']])
})

test('questions with marks have a field, or the mark that was given automatically', async () => {
  const { setPart } = open({ automatic: [{ questionId: idOf(5), marks: 6 }], errors: { parts: { [idOf(4)]: 'At most 12' } } })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('At most 12'),
    expect.stringMatching(/6\/ 8$/),
  ])
  await userEvent.type(screen.getByRole('textbox', { name: 'Marks for question 1, out of 12' }), '7')
  expect(setPart.mock.calls).toEqual([[idOf(4), '7']])
})

test.each([
  [2, 15, ['−2', '15 / 20']],
  [0, 17, ['nothing off, at the floor of 40 %']],
])('of late work %d marks are taken off', (deduction, net, words) => {
  open({ deduction, net }, { late: true })
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))).toEqual(words)
})

test('an imported mark says why nothing is taken off', () => {
  open({ isFinal: true, net: 17 }, { late: true })
  expect(screen.getByRole('definition').textContent).toBe('nothing off, the mark was imported')
})

test('without a floor nothing is said of one, and work on time loses nothing', () => {
  open({ deduction: 0, net: 17 }, { late: true, assignment: { questions, maxMarks: 20, latePolicy: { ...daily, floor: 0 } } })
  expect(screen.getByRole('definition').textContent).toBe('nothing off')
})

test.each([true, false])('a held mark says so once, with its own field above: %s', (hasTotal) => {
  open({}, { isHeld: true, hasTotal })
  expect(screen.getAllByText('Held until released')).toHaveLength(1)
  expect(screen.queryAllByRole('textbox', { name: 'Mark out of 20' })).toHaveLength(hasTotal ? 1 : 0)
})
