import { expect, test } from 'vitest'
import { decide, findDuplicates, type Candidate } from '#modules/users/import/rules.ts'

const candidate = (row: number, values: Partial<Candidate> = {}): Candidate => ({
  row,
  name: 'Ana Li',
  email: 'ana@example.org',
  error: null,
  errorField: 'email',
  nameError: null,
  ...values,
})
const terms = { actorRole: 'ADMIN', role: 'USER', hasCourse: false, freeSeats: Infinity, duplicates: new Map<string, string>() } as const

test('a row without a name does not exclude a later row with the same email', () => {
  const rows = [candidate(2, { name: '', nameError: 'Must not be empty' }), candidate(3), candidate(4)]
  const [first, second, third] = decide(rows, new Map(), terms)
  expect([first, second]).toMatchObject([{ outcome: 'INVALID', field: 'name' }, { outcome: 'CREATED' }])
  expect(third).toMatchObject({ outcome: 'DUPLICATE_IN_FILE', reason: 'The same address as in row 3.' })
})

test('only students take the places of a course: in a full one, new staff is still created and enrolled', () => {
  const full = { ...terms, actorRole: 'SUPER_ADMIN', hasCourse: true, freeSeats: 0 } as const
  expect(decide([candidate(2)], new Map(), full)).toMatchObject([{ outcome: 'INVALID', reason: 'All places of the course are taken.' }])
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
      failed(7, 'rui@example.org', 'INVALID', 'All places of the course are taken.'),
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
    hasCourse: true,
    duplicates,
  })
  expect(left).toMatchObject([{ outcome: 'ENROLLED' }])
  expect(findDuplicates(undefined).size).toBe(0)
})
