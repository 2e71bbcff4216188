import { describe, expect, it } from 'vitest'
import { nextSort, toQuery, readFilter, toSearchParams } from './submission-filter.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))

describe('the part of the roster in the address', () => {
  it.each([
    ['', { tab: 'to-grade', sort: 'submittedAt', search: '', page: 1 }],
    ['tab=late&sort=-marks&search=li&page=2', { tab: 'late', sort: '-marks', search: 'li', page: 2 }],
    ['tab=nonsense&sort=x&page=-3', { tab: 'to-grade', sort: 'submittedAt', search: '', page: 1 }],
    ['tab=all', { tab: 'all', sort: 'name', search: '', page: 1 }],
  ])('%j', (query, filter) => expect(read(query)).toEqual(filter))

  it('asks the server for the same people', () => {
    expect(toQuery(read('tab=late'))).toEqual({ late: 'true', sort: 'name' })
    expect(toQuery(read('tab=missing&search=li'))).toEqual({ status: 'missing', sort: 'name', search: 'li' })
  })

  it('goes with the grader, without what is the rule', () => {
    expect(toSearchParams(read('tab=to-grade'))).toEqual({ tab: 'to-grade', search: undefined, sort: undefined })
    expect(read(new URLSearchParams({ tab: 'late', sort: '-name' }).toString())).toMatchObject({ tab: 'late', sort: '-name' })
  })

  it('turns round where it is sorted already', () => {
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBe('name')
    expect(nextSort('name', 'marks')).toBe('marks')
  })
})
