/** The course form: validation, and conversion for the API. */

import { expect, test } from 'vitest'
import { checkCourse, newCourse, toCreateCourseInput, weeksBetween } from './course-form.tsx'

const values = { ...newCourse(), title: 'Data Journalism' }

test.each([
  [{}, []],
  [{ title: '  ' }, ['title']],
  [{ startsOn: '2026-12-02', endsOn: '2026-12-01' }, ['endsOn']],
  [{ startsOn: '2026-12-01', endsOn: '2026-12-01' }, []],
  [{ startsOn: '1 Dec 202', endsOn: '31 Nov' }, ['startsOn', 'endsOn']],
  [{ weekCount: '61' }, ['weekCount']],
  [{ weekCount: '1.5' }, ['weekCount']],
  [{ seats: '0' }, ['seats']],
  [{ seats: '1,250' }, ['seats']],
  [{ seats: '' }, []],
])('%o has errors at %o', (changes, fields) => {
  const errors = Object.entries(checkCourse({ ...values, ...changes }))
  expect(errors.flatMap(([field, error]) => (error ? [field] : []))).toEqual(fields)
})

test('empty fields become null', () => {
  expect(toCreateCourseInput({ ...values, title: ' Data Journalism ' })).toMatchObject({
    title: 'Data Journalism',
    startsOn: null,
    endsOn: null,
    seats: null,
  })
  expect(toCreateCourseInput({ ...values, seats: ' 30 ' }).seats).toBe(30)
})

test.each([
  ['2026-12-01', '2026-12-07', 1],
  ['2026-12-01', '2026-12-08', 2],
  ['2026-10-12', '2026-12-20', 10],
  ['', '2026-12-08', null],
  ['0002-12-01', '2026-12-08', null],
  ['2026-12-08', '2026-12-01', null],
])('%s to %s: %s weeks', (from, to, weeks) => expect(weeksBetween(from, to)).toBe(weeks))
