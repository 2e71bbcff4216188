import { expect, test } from 'vitest'
import { decide, type Candidate } from '#modules/users/import/rules.ts'

const candidate = (row: number, values: Partial<Candidate> = {}): Candidate => ({
  row,
  name: 'Ana Li',
  email: 'ana@example.org',
  fault: null,
  faultField: 'email',
  nameFault: null,
  ...values,
})
const terms = { actorRole: 'ADMIN', role: 'USER', hasCourse: false, freeSeats: Infinity } as const

test('a row without a name keeps no later row of the same address out', () => {
  const rows = [candidate(2, { name: '', nameFault: 'Must not be empty' }), candidate(3), candidate(4)]
  const [first, second, third] = decide(rows, new Map(), terms)
  expect([first, second]).toMatchObject([{ outcome: 'INVALID', field: 'name' }, { outcome: 'CREATED' }])
  expect(third).toMatchObject({ outcome: 'DUPLICATE_IN_FILE', reason: 'The same address as in row 3.' })
})
