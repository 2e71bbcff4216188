/** The course form: validation, and conversion for the API. */

import { expect, test } from 'vitest'
import { courseCalled } from '#test/courses.ts'
import { checkCourse, toCourseFormValues, toCreateCourseInput } from './course-form.tsx'

const values = { ...toCourseFormValues(courseCalled('Data Journalism')), startsOn: '', endsOn: '', seats: '' }

test.each([
  [{}, []],
  [{ title: '  ' }, ['title']],
  [{ startsOn: '2026-12-02', endsOn: '2026-12-01' }, ['endsOn']],
  [{ startsOn: '2026-12-01', endsOn: '2026-12-01' }, []],
  [{ startsOn: '1 Dec 202', endsOn: '31 Nov' }, ['startsOn', 'endsOn']],
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
