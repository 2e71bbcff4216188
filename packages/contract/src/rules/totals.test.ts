import { describe, expect, test } from 'vitest'
import { getMarkState, getShare, getTotal, getTotalIfNothingMore, isCounted, isMissingCounted, type Part } from '#rules/totals.ts'

const part = (values: Partial<Part>): Part => ({
  state: 'GRADED',
  marks: null,
  maxMarks: 20,
  weight: null,
  isMissingCounted: false,
  isOpen: true,
  ...values,
})

const terms = { status: 'PUBLISHED' as const, dueAt: '2026-11-10T23:59:00Z', closesAt: '2026-11-17T23:59:00Z' }
const open = { ...terms, isOpen: true, isExcused: false, beforeJoining: false }
const at = (day: string) => Date.parse(`2026-11-${day}T12:00:00Z`)

describe('when missing work counts as 0', () => {
  test.each([
    ['CLOSED', '09', false],
    ['CLOSED', '12', false],
    ['CLOSED', '18', true],
    ['DUE', '09', false],
    ['DUE', '12', true],
    ['NEVER', '18', false],
  ] as const)('%s on the %sth: %s', (option, day, expected) => {
    expect(isMissingCounted(open, option, at(day))).toBe(expected)
  })

  test('late work that is always accepted is never closed, until a trainer closes the assignment', () => {
    const endless = { ...open, closesAt: null }
    expect(isMissingCounted(endless, 'CLOSED', at('28'))).toBe(false)
    expect(isMissingCounted({ ...endless, status: 'CLOSED' }, 'CLOSED', at('09'))).toBe(true)
  })

  test('work in a locked week is not missing', () => {
    expect(isMissingCounted({ ...open, isOpen: false }, 'DUE', at('28'))).toBe(false)
    expect(getMarkState({ ...open, isOpen: false }, null, at('28'))).toBe('NOT_DUE')
  })
})

describe('the state of one mark', () => {
  test.each([
    [null, '09', 'NOT_DUE'],
    [null, '12', 'MISSING'],
    [{ status: 'DRAFT', attempt: 0 }, '12', 'MISSING'],
    [{ status: 'DRAFT', attempt: 1 }, '12', 'TO_GRADE'],
    [{ status: 'SUBMITTED', attempt: 1 }, '12', 'TO_GRADE'],
    [{ status: 'RETURNED', attempt: 1 }, '18', 'RETURNED'],
    [{ status: 'GRADED', attempt: 1 }, '12', 'GRADED'],
  ] as const)('%j on the %sth is %s', (work, day, expected) => {
    expect(getMarkState(open, work, at(day))).toBe(expected)
  })

  test('work from before a student joined is not missing, and counts once it is marked', () => {
    const before = { ...open, beforeJoining: true }
    expect(getMarkState(before, null, at('20'))).toBe('BEFORE_JOINING')
    expect(getMarkState(before, { status: 'DRAFT', attempt: 0 }, at('12'))).toBe('BEFORE_JOINING')
    expect(getMarkState(before, { status: 'SUBMITTED', attempt: 1 }, at('12'))).toBe('TO_GRADE')
    expect(getMarkState(before, { status: 'GRADED', attempt: 1 }, at('12'))).toBe('GRADED')
  })
})

describe('totals', () => {
  test('weigh each share: 15 of 20 at 10 % and 8 of 10 at 30 % are 78.75 %', () => {
    const parts = [part({ marks: 15, weight: 10 }), part({ marks: 8, maxMarks: 10, weight: 30 })]
    expect(getTotal(parts)).toBeCloseTo(78.75)
  })

  test('without weights the maximum is the weight: 15 of 20 and 8 of 10 are 23 of 30', () => {
    expect(getTotal([part({ marks: 15 }), part({ marks: 8, maxMarks: 10 })])).toBeCloseTo((100 * 23) / 30)
  })

  test('missing work is 0 once it counts; waiting and not due work stay out', () => {
    const others = [part({ state: 'TO_GRADE' }), part({ state: 'NOT_DUE', isMissingCounted: false }), part({ state: 'BEFORE_JOINING' })]
    const missing = { state: 'MISSING' as const }
    expect(getTotal([part({ marks: 15 }), part(missing), ...others])).toBe(75)
    expect(getTotal([part({ marks: 15 }), part({ ...missing, isMissingCounted: true }), ...others])).toBe(37.5)
  })

  test('returned work counts with its mark once no new attempt is possible', () => {
    const returned = { state: 'RETURNED' as const, marks: 5 }
    expect(getTotal([part({ marks: 15 }), part(returned)])).toBe(75)
    expect(getTotal([part({ marks: 15 }), part({ ...returned, isMissingCounted: true })])).toBe(50)
  })

  test('if nothing more comes, all without work is 0', () => {
    const parts = [part({ marks: 15 }), part({ state: 'MISSING' }), part({ state: 'NOT_DUE' }), part({ state: 'TO_GRADE' })]
    expect(getTotalIfNothingMore(parts, 'DUE')).toBe(25)
  })

  test('if nothing more comes where missing work never counts, the total stays', () => {
    const returned = part({ state: 'RETURNED', marks: 5 })
    const parts = [part({ marks: 12 }), part({ state: 'MISSING' }), part({ state: 'NOT_DUE' }), returned]
    expect(getTotalIfNothingMore(parts, 'NEVER')).toBe(60)
    expect(getTotalIfNothingMore([part({ state: 'MISSING' })], 'NEVER')).toBeNull()
  })

  test('work that nobody gave a mark is in no total, whatever its state', () => {
    const unmarked = [part({ state: 'RETURNED', isMissingCounted: true }), part({ state: 'GRADED' })]
    expect(getTotal([part({ marks: 15 }), ...unmarked])).toBe(75)
    expect(getTotalIfNothingMore([part({ marks: 15 }), ...unmarked], 'CLOSED')).toBe(75)
    expect(getTotal(unmarked)).toBeNull()
  })

  test('work in a week that students do not see is in no total', () => {
    const locked = part({ marks: 20, isOpen: false })
    expect(getTotal([part({ marks: 5 }), locked])).toBe(25)
    expect(getTotalIfNothingMore([part({ marks: 5 }), locked, part({ state: 'NOT_DUE', isOpen: false })], 'CLOSED')).toBe(25)
  })

  test('there is none where nothing counts, or only work without weight', () => {
    expect(getTotal([part({ state: 'NOT_DUE' })])).toBeNull()
    expect(getTotal([part({ marks: 15, weight: 0 })])).toBeNull()
    expect(getTotal([part({ marks: 0, maxMarks: 0, weight: 5 })])).toBe(0)
  })

  test('a whole percent is exactly that', () => {
    expect(getTotal([part({ marks: 14.07, maxMarks: 20.1, weight: 0.3 }), part({ marks: 7, maxMarks: 10, weight: 0.6 })])).toBe(70)
  })
})

describe('boundaries', () => {
  test('closed by hand counts as 0 from the due time too, and never where missing work does not count', () => {
    expect(isMissingCounted({ ...open, status: 'CLOSED' }, 'DUE', at('09'))).toBe(true)
    expect(isMissingCounted({ ...open, status: 'CLOSED' }, 'NEVER', at('28'))).toBe(false)
  })

  test('excused comes before everything, graded before what is due', () => {
    const graded = { status: 'GRADED' as const, attempt: 0 }
    expect(getMarkState({ ...open, isExcused: true, beforeJoining: true }, graded, at('28'))).toBe('EXCUSED')
    expect(getMarkState(open, graded, at('28'))).toBe('GRADED')
    expect(getMarkState({ ...open, dueAt: null, closesAt: null }, null, at('28'))).toBe('NOT_DUE')
  })

  test.each([
    ['GRADED', false, true],
    ['GRADED', true, true],
    ['RETURNED', false, false],
    ['RETURNED', true, true],
    ['MISSING', false, false],
    ['MISSING', true, true],
    ['TO_GRADE', true, false],
    ['NOT_DUE', true, false],
    ['BEFORE_JOINING', true, false],
    ['EXCUSED', true, false],
  ] as const)('%s, counted when missing: %s, is part of the total: %s', (state, isOver, expected) => {
    expect(isCounted({ state, marks: 5, isMissingCounted: isOver, isOpen: true })).toBe(expected)
  })

  test('a share is of graded or returned work with a maximum', () => {
    const share = (values: Partial<Part>) => getShare(part({ marks: 15, ...values }))
    expect([share({}), share({ state: 'RETURNED' }), share({ state: 'MISSING' }), share({ state: 'TO_GRADE' })]).toEqual([0.75, 0.75, 0, 0])
    expect([share({ marks: null }), share({ maxMarks: 0 })]).toEqual([0, 0])
  })

  test('work to grade, excused work and work from before joining stay out if nothing more comes', () => {
    const parts = (['TO_GRADE', 'EXCUSED', 'BEFORE_JOINING'] as const).map((state) => part({ state }))
    expect(getTotalIfNothingMore([part({ marks: 15 }), ...parts], 'CLOSED')).toBe(75)
    expect(getTotalIfNothingMore([part({ marks: 15 }), part({ state: 'RETURNED', marks: 5 })], 'CLOSED')).toBe(50)
  })
})
