/** Options of a select that the server finds: what is offered, what was chosen before, and what is said instead. */

import { expect, test, vi } from 'vitest'
import { noResults, type Option, searchMoreHint, toSearchOptions } from './search-options.ts'

type Row = { id: string; title: string }
const rowsOf = (...titles: string[]): Row[] => titles.map((title) => ({ id: title.toLowerCase(), title }))
const answerOf = (rows: Row[], total = rows.length) => ({
  data: { items: rows, total },
  isError: false,
  isFetching: false,
  refetch: vi.fn<() => void>(),
})
const first = answerOf(rowsOf('Art', 'Biology'), 1234)
const idle = { data: undefined, isError: false, isFetching: false, refetch: () => undefined }

type Answer = Parameters<typeof toSearchOptions<Row>>[0]['found']
type Given = { search?: string; isResting?: boolean; found?: Answer; values?: string[]; known?: Option[]; of?: Answer }

function from({ search = '', isResting = true, found = idle, values = [], known = [], of = first }: Given = {}) {
  return toSearchOptions<Row>({
    typed: { search, isResting, onSearch: () => undefined },
    first: of,
    found,
    toOption: ({ id, title }) => ({ value: id, label: title }),
    values,
    known,
    unknown: 'Unknown course',
  })
}
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label)

test('without a search the first are offered, with how many more there are', () => {
  const options = from()
  expect(labels(options.options)).toEqual(['Art', 'Biology'])
  expect([options.isLong, options.isSearch, options.isLoading]).toEqual([true, false, false])
  expect(searchMoreHint(options)).toBe('Type to search 1,232 more')
  const few = from({ of: answerOf(rowsOf('Art')) })
  expect([few.isLong, searchMoreHint(few)]).toEqual([false, null])
})

test('a search offers what it found, keeps the earlier list until then, and says what it is doing', () => {
  const before = from({ search: 'ch', found: { ...idle, isFetching: true } })
  expect(labels(before.options)).toEqual(['Art', 'Biology'])
  expect(before.isLoading).toBe(true)
  expect(from({ isResting: false }).isLoading).toBe(true)
  const after = from({ search: 'ch', found: answerOf(rowsOf('Chemistry')) })
  expect(labels(after.options)).toEqual(['Chemistry'])
  const none = from({ search: 'zz', found: answerOf([]) })
  expect(noResults(none, 'No course of that name')).toBe('No course of that name')
  expect(noResults({ ...none, isLoading: true }, '')).toBe('Searching')
})

test('a search that fails offers nothing, says so, and repeats that search', () => {
  const refetch = vi.fn<() => void>()
  const failed = from({ search: 'ch', found: { ...idle, isError: true, refetch } })
  expect(labels(failed.options)).toEqual([])
  expect(noResults(failed, '')).toBe('The list could not be loaded')
  failed.onRetry()
  expect(refetch).toHaveBeenCalledOnce()
  expect(first.refetch).not.toHaveBeenCalled()
})

test('what was chosen and is not among the options keeps its name, where one is known', () => {
  const values = ['art', 'physics', 'lost']
  const known = [{ value: 'physics', label: 'Physics' }]
  const options = from({ search: 'ch', found: answerOf(rowsOf('Chemistry')), values, known })
  expect(labels(options.chosen)).toEqual(['Art', 'Physics'])
  expect(labels(from({ values: ['art'] }).chosen)).toEqual([])
})
