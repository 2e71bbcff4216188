/** A new person, before anything is sent. */

import { expect, test } from 'vitest'
import { checkNewUser, newUser } from './user-form.tsx'

const ana = { ...newUser, name: 'Ana Li', email: ' ana.li@harbour.example ' }
const courses = (count: number) => Array.from({ length: count }, (_, index) => ({ value: String(index), label: `Course ${index}` }))

test.each([
  ['everything', ana, []],
  ['spaces for a name', { ...ana, name: ' ' }, ['name']],
  ['no address', { ...ana, email: '' }, ['email']],
  ['an address without a domain', { ...ana, email: 'ana@harbour' }, ['email']],
  ['two addresses', { ...ana, email: 'ana@a.example bo@b.example' }, ['email']],
  ['twenty courses', { ...ana, courses: courses(20) }, []],
  ['more courses than can be sent', { ...ana, courses: courses(21) }, ['courses']],
])('with %s', (_, values, wrong) => expect(Object.keys(checkNewUser(values))).toEqual(wrong))
