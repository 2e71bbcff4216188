import { expect, test } from 'vitest'
import { unlimitedSeats } from '@lms/contract/rules/places'
import {
  countPassed,
  decide,
  findDuplicates,
  getSummary,
  isFailed,
  takesSeat,
  type Candidate,
  type Known,
} from '#modules/users/import/rules.ts'

const candidate = (row: number, values: Partial<Candidate> = {}): Candidate => ({
  row,
  name: 'Ana Li',
  email: 'ana@example.org',
  error: null,
  errorField: 'email',
  nameError: null,
  ...values,
})
const now = new Date('2026-11-20T12:00:00Z')
const terms = {
  actorRole: 'ADMIN',
  role: 'USER',
  course: null,
  seats: unlimitedSeats,
  waiting: [],
  duplicates: new Map<string, string>(),
  now,
} as const
/** A course with this many free seats. */
const withSeats = (free: number) => ({
  course: { status: 'PUBLISHED', enrolment: 'OPEN', endsOn: null, timeZone: 'UTC' } as const,
  seats: { ...unlimitedSeats, total: 20, taken: 20 - free },
})

test('a row without a name does not exclude a later row with the same email', () => {
  const rows = [candidate(2, { name: '', nameError: 'Must not be empty' }), candidate(3), candidate(4)]
  const [first, second, third] = decide(rows, new Map(), terms)
  expect([first, second]).toMatchObject([{ outcome: 'INVALID', field: 'name' }, { outcome: 'CREATED' }])
  expect(third).toMatchObject({ outcome: 'DUPLICATE_IN_FILE', reason: 'The same address as in row 3.', field: 'email' })
})

test('only students take the places of a course: in a full one, new staff is still created and enrolled', () => {
  const full = { ...terms, actorRole: 'SUPER_ADMIN', ...withSeats(0) } as const
  expect(decide([candidate(2)], new Map(), full)).toMatchObject([{ outcome: 'INVALID', reason: 'All seats of the course are taken.' }])
  expect(decide([candidate(2)], new Map(), { ...full, role: 'TRAINER' })).toMatchObject([{ outcome: 'CREATED' }])
  const existing = (role: 'USER' | 'TRAINER') => new Map([['ana@example.org', { id: '1', role, isSuspended: false, isMember: false }]])
  expect(decide([candidate(2)], existing('TRAINER'), full)).toMatchObject([{ outcome: 'ENROLLED' }])
  expect(decide([candidate(2)], existing('USER'), full)).toMatchObject([{ outcome: 'INVALID' }])
})

test('rows that an earlier import rejected as duplicates are reported as duplicates, not as existing users', () => {
  const failed = (row: number, email: string, outcome: 'DUPLICATE_IN_FILE' | 'INVALID', reason: string) => ({
    row,
    name: 'Ana Li',
    email,
    outcome,
    reason,
  })
  const duplicates = findDuplicates({
    fileName: 'autumn.csv',
    rows: [
      failed(5, 'ana@example.org', 'DUPLICATE_IN_FILE', 'The same address as in row 2.'),
      failed(6, 'zoe@example.org', 'DUPLICATE_IN_FILE', 'The same address as in row 3 of spring.csv.'),
      // Row 7, which it repeats, failed too: both are in the same file again and are compared there.
      failed(7, 'rui@example.org', 'INVALID', 'All seats of the course are taken.'),
      failed(8, 'rui@example.org', 'DUPLICATE_IN_FILE', 'The same address as in row 7.'),
    ],
  })
  expect([...duplicates]).toEqual([
    ['ana@example.org', 'The same address as in row 2 of autumn.csv.'],
    ['zoe@example.org', 'The same address as in row 3 of spring.csv.'],
  ])
  const here = { id: 'a', role: 'USER', isSuspended: false, isMember: true } as const
  const rows = [candidate(2), candidate(3), candidate(4, { email: 'zoe@example.org' })]
  expect(decide(rows, new Map([['ana@example.org', here]]), { ...terms, duplicates })).toMatchObject([
    { outcome: 'DUPLICATE_IN_FILE', reason: 'The same address as in row 2 of autumn.csv.', field: 'email' },
    { outcome: 'DUPLICATE_IN_FILE', reason: 'The same address as in row 2 of autumn.csv.', field: 'email' },
    // The user with this email was deleted.
    { outcome: 'CREATED' },
  ])
  const left = decide([candidate(2)], new Map([['ana@example.org', { ...here, isMember: false }]]), {
    ...terms,
    ...withSeats(1),
    duplicates,
  })
  expect(left).toMatchObject([{ outcome: 'ENROLLED' }])
  expect(findDuplicates(undefined).size).toBe(0)
})

const person = (values: Partial<Known> = {}): Known => ({ id: '1', role: 'USER', isSuspended: false, isMember: false, ...values })
const course = withSeats(5)
const [aStudent, aTrainer, anAdmin] = [person(), person({ role: 'TRAINER' }), person({ role: 'ADMIN' })]
const isAdmin = 'This is an admin: admins have access to every course and cannot be enrolled.'

test.each([
  ['a student without a course', aStudent, {}, 'UNCHANGED', 'Has an account already.'],
  ['a student of the course', person({ isMember: true }), course, 'UNCHANGED', 'Belongs to the course already.'],
  ['a student of the full course', person({ isMember: true }), withSeats(0), 'UNCHANGED', 'Belongs to the course already.'],
  ['another student', aStudent, course, 'ENROLLED', 'Has an account already; enrolled.'],
  ['a student who gets the last place', aStudent, withSeats(1), 'ENROLLED', 'Has an account already; enrolled.'],
  ['a student in a full course', aStudent, withSeats(0), 'INVALID', 'All seats of the course are taken.'],
  ['a suspended student', person({ isSuspended: true }), course, 'ENROLLED', 'Has an account already, which is suspended; enrolled.'],
  ['a trainer in a list of students', aTrainer, course, 'ENROLLED', 'Has an account already, as a trainer; enrolled.'],
  ['a trainer in a list of trainers', aTrainer, { ...course, role: 'TRAINER' }, 'ENROLLED', 'Has an account already; enrolled.'],
  ['an admin, imported by an admin', anAdmin, {}, 'FORBIDDEN_ROLE', 'This is an admin: only a super admin may change them.'],
  ['an admin in a list of students', anAdmin, { actorRole: 'SUPER_ADMIN' }, 'FORBIDDEN_ROLE', isAdmin],
  ['an admin for a course', anAdmin, { ...course, actorRole: 'SUPER_ADMIN', role: 'ADMIN' }, 'FORBIDDEN_ROLE', isAdmin],
  ['an admin in a list of admins', anAdmin, { actorRole: 'SUPER_ADMIN', role: 'ADMIN' }, 'UNCHANGED', 'Has an account already.'],
  [
    'a super admin in a list of students',
    person({ role: 'SUPER_ADMIN' }),
    { actorRole: 'SUPER_ADMIN' },
    'FORBIDDEN_ROLE',
    isAdmin.replace('an admin:', 'a super admin:'),
  ],
] as const)('%s who has an account', (_, known, values, outcome, reason) => {
  const [result] = decide([candidate(2)], new Map([['ana@example.org', known]]), { ...terms, ...values })
  expect(result).toEqual({ row: 2, name: 'Ana Li', email: 'ana@example.org', outcome, reason })
})

test('a new user is created, with a course or without one', () => {
  for (const values of [{}, course, withSeats(1)])
    expect(decide([candidate(2)], new Map(), { ...terms, ...values })).toEqual([
      { row: 2, name: 'Ana Li', email: 'ana@example.org', outcome: 'CREATED', reason: null },
    ])
})

test('a row with an error names its cell, and does not exclude a later row with the same email', () => {
  const wrong = candidate(2, { error: 'Unknown status', errorField: 'status' })
  const [first, second] = decide([wrong, candidate(3)], new Map(), terms)
  expect(first).toEqual({ row: 2, name: 'Ana Li', email: 'ana@example.org', outcome: 'INVALID', reason: 'Unknown status', field: 'status' })
  expect(second).toMatchObject({ outcome: 'CREATED' })
})

test('each student takes a place, new or known, until none is left; others take none', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((name, index) => candidate(index + 2, { email: `${name}@example.org` }))
  const known = new Map([
    ['a@example.org', person({ role: 'TRAINER' })],
    ['b@example.org', person({ isMember: true })],
    ['d@example.org', person()],
  ])
  const outcomes = (freeSeats: number) => decide(rows, known, { ...terms, ...withSeats(freeSeats) }).map(({ outcome }) => outcome)
  expect(outcomes(3)).toEqual(['ENROLLED', 'UNCHANGED', 'CREATED', 'ENROLLED', 'CREATED'])
  expect(outcomes(2)).toEqual(['ENROLLED', 'UNCHANGED', 'CREATED', 'ENROLLED', 'INVALID'])
  expect(outcomes(1)).toEqual(['ENROLLED', 'UNCHANGED', 'CREATED', 'INVALID', 'INVALID'])
})

test.each([
  ['newcomers pass all who wait', ['x'], 3],
  ['the first of the list passes nobody', ['w1'], 0],
  ['the third of the list passes two', ['w3'], 2],
  ['who comes along is not passed', ['w1', 'w3', 'x'], 1],
  ['trainers pass nobody', ['t'], 0],
  ['nobody is enrolled', [], 0],
])('an import says how many on the waiting list it passes: %s', (_, names, passed) => {
  const of = { ...terms, ...withSeats(9), waiting: ['w1', 'w2', 'w3'] }
  const known = new Map(['w1', 'w2', 'w3', 't'].map((id) => [`${id}@example.org`, person({ id, role: id === 't' ? 'TRAINER' : 'USER' })]))
  const rows = decide(
    names.map((name, index) => candidate(index + 2, { email: `${name}@example.org` })),
    known,
    of,
  )
  expect(countPassed(rows, known, of)).toBe(passed)
})

test.each([
  ['CREATED', 'USER', undefined, true],
  ['CREATED', 'TRAINER', undefined, false],
  ['ENROLLED', 'TRAINER', aStudent, true],
  ['ENROLLED', 'USER', aTrainer, false],
  ['ENROLLED', 'USER', undefined, false],
  ['UNCHANGED', 'USER', aStudent, false],
  ['INVALID', 'USER', aStudent, false],
] as const)('a row that is %s in a list of role %s, %j, takes a place: %s', (outcome, role, known, expected) => {
  expect(takesSeat({ outcome }, role, known)).toBe(expected)
})

test('the summary counts each outcome; three of them are failures', () => {
  const outcomes = ['CREATED', 'CREATED', 'ENROLLED', 'UNCHANGED', 'INVALID', 'DUPLICATE_IN_FILE', 'FORBIDDEN_ROLE'] as const
  const rows = outcomes.map((outcome, row) => ({ row, name: '', email: '', outcome, reason: null }))
  expect(getSummary(rows)).toEqual({ total: 7, created: 2, enrolled: 1, unchanged: 1, failed: 3 })
  expect(rows.filter(isFailed).map(({ outcome }) => outcome)).toEqual(['INVALID', 'DUPLICATE_IN_FILE', 'FORBIDDEN_ROLE'])
})

test('the row that a duplicate repeats is named with its file, if that has a name', () => {
  const reasonOf = (fileName: string, reason: string | null) =>
    findDuplicates({ fileName, rows: [{ row: 5, name: '', email: 'a', outcome: 'DUPLICATE_IN_FILE', reason }] }).get('a')
  expect(reasonOf('a.csv', 'The same address as in row 12.')).toBe('The same address as in row 12 of a.csv.')
  expect(reasonOf('', 'The same address as in row 12.')).toBe('The same address as in row 12 of the file before.')
  expect(reasonOf('b.csv', 'The same address as in row 3.1 of a.csv.')).toBe('The same address as in row 3.1 of a.csv.')
  expect(reasonOf('b.csv', null)).toBe('')
})
