/** Which marks of a checked file are saved, and what is sent. */

import { expect, test } from 'vitest'
import type { ImportedMark } from '@lms/contract/marks'
import { idOf } from '#test/fixtures.ts'
import { essay, makeImportedMark as cell } from '#test/gradebook.ts'
import { cellsToDecide, fileToFix, listChanges, toFile } from './decisions.ts'

const chart = { id: idOf(51), title: 'Chart', maxMarks: 10 }
const marksOf = (cells: ImportedMark[], decisions = {}) => listChanges(cells, decisions).map(({ cell: { row }, marks }) => [row, marks])

test('marks that change are saved; those that are the same, or of nobody, are not', () => {
  expect(marksOf([cell(2, { marks: 12 }), cell(3, { marks: 8, now: 8 }), cell(4, { marks: 9, student: null })])).toEqual([[2, 12]])
  expect(marksOf([cell(2, { marks: 0, now: null }), cell(3, { marks: null, now: 4 })])).toEqual([[2, 0]])
})

test('a doubtful mark is saved only if it is chosen, and of two for the same student the chosen one', () => {
  const twice = [cell(2, { marks: 12, finding: 'TWICE' }), cell(9, { marks: 14, finding: 'TWICE', student: cell(2).student })]
  expect(marksOf(twice)).toEqual([])
  expect(marksOf(twice, { D2: true })).toEqual([[2, 12]])
  expect(marksOf(twice, { D9: true })).toEqual([[9, 14]])
})

test('a wrong mark is saved once it is corrected to one that can be', () => {
  const wrong = [cell(2, { text: '21', finding: 'ABOVE_MAXIMUM', now: 5 })]
  expect(marksOf(wrong)).toEqual([])
  expect(marksOf(wrong, { D2: '22' })).toEqual([])
  expect(marksOf(wrong, { D2: '16,5' })).toEqual([[2, 16.5]])
})

test.each([
  [20, 15, true],
  [20, 15.5, false],
  [null, 0, false],
  [5, 20, false],
])('from %j to %d of 20 is a large fall: %s', (now, marks, isLarge) => {
  expect(listChanges([cell(2, { marks, now })], {})[0]?.isLarge).toBe(isLarge)
})

test('what has to be decided starts with what is wrong, then what is doubtful, each as in the file', () => {
  const cells = [
    cell(2, { finding: 'CHANGED_SINCE' }),
    cell(3),
    cell(4, { finding: 'NOT_A_NUMBER' }),
    cell(5, { finding: 'TWICE' }),
    cell(6, { finding: 'BELOW_ZERO' }),
  ]
  expect(cellsToDecide(cells).map(({ row }) => row)).toEqual([4, 6, 2, 5])
})

const linesOf = async (file: File) =>
  (await file.text())
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll(/\ufeff|"/g, '').split(','))

test('the file has one row for each student, with the versions that were seen', async () => {
  const changes = listChanges(
    [cell(2, { marks: 12 }), cell(3, { marks: 8, version: null }), cell(2, { column: 'E', assignment: chart, marks: 7.5, version: 3 })],
    {},
  )
  const file = toFile(changes, 'marks.autumn.xlsx')
  expect(file.name).toBe('marks.autumn.csv')
  expect(await linesOf(file)).toEqual([
    ['Student id', 'Name', `[${essay.id}]`, `[${chart.id}]`, 'Versions'],
    [idOf(62), 'Student 2', '12', '7.5', `${essay.id.slice(-12)}:1 ${chart.id.slice(-12)}:3`],
    [idOf(63), 'Student 3', '8', '', ''],
  ])
})

test('the cells to fix are a file with the place and the reason of each', async () => {
  const file = fileToFix(
    [cell(4, { text: 'ten', detail: 'This is no number.' }), cell(5, { student: null, name: 'Nobody', assignment: null })],
    'marks',
  )
  expect(file.name).toBe('marks-to-fix.csv')
  expect(await linesOf(file)).toEqual([
    ['Cell', 'Student', 'Assignment', 'In the file', 'What we found'],
    ['D4', 'Student 4', 'Essay', 'ten', 'This is no number.'],
    ['D5', 'Nobody', '', '', ''],
  ])
})
