import { describe, expect, it } from 'vitest'
import { nextSubmissionSort, readFilter, toQuery, toSearchParams } from './submission-filter.tsx'

const read = (query: string) => readFilter(new URLSearchParams(query))

describe('the filter in the URL', () => {
  it.each([
    ['', { tab: 'all', late: 'all', sort: 'state', search: '', page: 1 }],
    ['late=true&sort=-marks&search=li&page=2', { tab: 'all', late: 'true', sort: '-marks', search: 'li', page: 2 }],
    ['tab=nonsense&late=x&sort=x&page=-3', { tab: 'all', late: 'all', sort: 'state', search: '', page: 1 }],
    ['tab=to-grade', { tab: 'to-grade', late: 'all', sort: 'submittedAt', search: '', page: 1 }],
    ['tab=excused', { tab: 'excused', late: 'all', sort: 'name', search: '', page: 1 }],
  ])('%j', (query, filter) => expect(read(query)).toEqual(filter))

  it('is sent to the server', () => {
    expect(toQuery(read('tab=graded&late=false'))).toEqual({ status: 'graded', late: 'false', sort: 'name' })
    expect(toQuery(read('tab=missing&search=li'))).toEqual({ status: 'missing', sort: 'name', search: 'li' })
  })

  it('is passed on to grading, without default values', () => {
    expect(toSearchParams(read('tab=to-grade'))).toEqual({ tab: 'to-grade', late: undefined, search: undefined, sort: undefined })
    const filter = read('late=true&sort=-name')
    const kept = Object.entries(toSearchParams(filter)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as [string, string]],
    )
    expect(readFilter(new URLSearchParams(kept))).toEqual(filter)
  })

  it('reverses the order of a column that is sorted already', () => {
    expect(nextSubmissionSort('name', 'name')).toBe('-name')
    expect(nextSubmissionSort('-name', 'name')).toBe('name')
    expect(nextSubmissionSort('name', 'state')).toBe('state')
  })
})
