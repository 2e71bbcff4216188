/** A new course: what is wrong with it, and its last day. */

import { expect, test } from 'vitest'
import { checkNewCourse, findLastDay, newCourse, toNewCourseInput } from './new-course.ts'

const values = { ...newCourse(), title: 'Bread' }

test('it starts today in the zone of its maker, and has ten weeks', () => {
  expect(toNewCourseInput(values)).toMatchObject({
    startsOn: '2026-11-25',
    endsOn: '2027-02-02',
    timeZone: 'Australia/Adelaide',
    weekCount: 10,
    status: 'DRAFT',
  })
})

test('without a first day it has no last one', () => {
  expect(toNewCourseInput({ ...values, startsOn: '' })).toMatchObject({ startsOn: null, endsOn: null, weekCount: 10 })
})

test.each([
  ['2026-11-20', '10', '2027-01-28'],
  ['2026-12-28', '1', '2027-01-03'],
  ['2026-03-23', '2', '2026-04-05'],
  ['31 Nov', '10', null],
  ['2026-11-20', '0', null],
  ['2026-11-20', '', null],
])('from %s with %s weeks the last day is %s', (startsOn, weekCount, lastDay) => expect(findLastDay({ startsOn, weekCount })).toBe(lastDay))

test.each([
  [{}, {}],
  [{ title: ' ' }, { title: 'Enter a title' }],
  [{ weekCount: '0' }, { weekCount: 'Enter 1 to 60 weeks' }],
  [{ weekCount: '61' }, { weekCount: 'Enter 1 to 60 weeks' }],
  [{ weekCount: '1.5' }, { weekCount: 'Enter 1 to 60 weeks' }],
  [{ weekCount: 'ten' }, { weekCount: 'Enter 1 to 60 weeks' }],
  [{ startsOn: '2199-12-28', weekCount: '1' }, { startsOn: 'The last day is Fri 3 Jan 2200. Choose an earlier first day.' }],
  [{ seats: '0' }, { seats: 'Enter a number of seats from 1 to 100000, or leave it empty' }],
])('%o: %o', (changes, errors) => {
  const found = Object.entries(checkNewCourse({ ...values, ...changes })).filter(([, error]) => error)
  expect(Object.fromEntries(found)).toEqual(errors)
})
