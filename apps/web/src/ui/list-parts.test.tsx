/** What lists are made of: pages, search, filters, the bar of a selection; and pages that did not load. */

import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { signInAs } from '#test/fake-api.ts'
import { delays, paces, typeAtPace } from '#test/pace.ts'
import { renderAt } from '#test/render.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { copyToClipboard } from './copy-to-clipboard.ts'
import { FilterBar, FilterMenu } from './filter-bar.tsx'
import { ErrorPage } from './load-failed.tsx'
import { Pagination } from './pagination.tsx'
import { Section } from './row.tsx'
import { SearchField } from './search-field.tsx'
import { SaveStatus } from './status-badge.tsx'

const { matchMedia } = window
const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))

const sizes = { options: ['20', '50'], onChange: () => undefined }
test.each<[Omit<Parameters<typeof Pagination>[0], 'label'>, string, string[]]>([
  [{ page: 1, limit: 20, total: 0 }, 'None', []],
  [{ page: 1, limit: 20, total: 20, sizes }, '1 to 20 of 20', []],
  [{ page: 1, limit: 20, total: 21, sizes }, '1 to 20 of 21', ['Page 1 of 2', 'Page 2 of 2', 'Next page']],
  [{ page: 2, limit: 20, total: 21 }, '21 to 21 of 21', ['Previous page', 'Page 1 of 2', 'Page 2 of 2']],
])('%j', (props, words, links) => {
  renderAt(<Pagination {...props} label="Users" name="reply" />, '/x?reply=9&q=a')
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual(links)
  expect(screen.queryAllByRole('button', { name: /^Rows/ })).toHaveLength(props.sizes && props.total > 20 ? 1 : 0)
  for (const link of screen.queryAllByRole('link', { name: 'Next page' })) expect(link.getAttribute('href')).toBe('/x?q=a&reply=2')
})

const problem = (name: 'forbidden' | 'not-found' | 'unavailable', status: number) =>
  new ApiProblem(name, { status, detail: 'The database does not answer.', instance: 'request-7' })
test.each([
  [
    problem('forbidden', 403),
    false,
    'You do not have access to this page',
    /^An admin can help\. You are signed in as ana\.li@harbour\.example\.$/,
  ],
  [problem('not-found', 404), true, 'You do not have access to this page', /^An admin can help\./],
  [problem('not-found', 404), false, 'This course was removed or never existed', /^The link may be old\./],
  [problem('unavailable', 503), false, 'The course could not be loaded', /The database does not answer\./],
  [new Error('odd'), false, 'The course could not be loaded', /Something went wrong on this page\./],
])('%s, hidden %s: %s', async (error, isHidden, title, words) => {
  signInAs('USER')
  const retry = vi.fn<() => void>()
  renderAt(
    <ErrorPage
      error={error}
      what="course"
      onRetry={retry}
      to="/courses"
      toLabel="Go to Courses"
      help="An admin can help."
      isHidden={isHidden}
    />,
  )
  expect(screen.getByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
  const retries = title.endsWith('could not be loaded') ? 1 : 0
  for (const again of screen.queryAllByRole('button', { name: 'Try again' })) await userEvent.click(again)
  expect(retry).toHaveBeenCalledTimes(retries)
  const links = screen.queryAllByRole('link', { name: 'Go to Courses' }).map((link) => link.getAttribute('href'))
  expect(links).toEqual(title.includes('removed') ? ['/courses'] : [])
})

test('a search waits until typing rests, without spaces around it; a search cleared elsewhere empties the field', () => {
  vi.useFakeTimers()
  const searched = vi.fn<(text: string) => void>()
  let set = (_value: string): void => undefined
  function Host() {
    const [value, setValue] = useState('ana')
    useEffect(() => void (set = setValue), [])
    return (
      <SearchField
        label="Name"
        value={value}
        found="shown"
        onChange={(text) => {
          searched(text)
          setValue(text)
        }}
      />
    )
  }
  renderAt(<Host />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' })
  expect(field.value).toBe('ana')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('ana l')
  act(() => void vi.advanceTimersByTime(200))
  type(' ana li ')
  act(() => void vi.advanceTimersByTime(249))
  expect(searched).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(searched.mock.calls).toEqual([['ana li']])
  act(() => set(''))
  expect(field.value).toBe('')
  act(() => void vi.advanceTimersByTime(1000))
  expect(searched).toHaveBeenCalledOnce()
})

/** Between keys, and until the URL shows a search. */
const turns = [...paces, 255, 320].flatMap((pace) => [...delays, 20, 100].map((delay) => [pace, delay] as const))
test.each(turns)('a search typed with %d ms between keys loses no letter if the URL follows after %d ms', async (pace, delay) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  function Host() {
    const [value, setValue] = useState('')
    return (
      <>
        <SearchField label="Name" value={value} found="shown" onChange={(text) => void setTimeout(() => setValue(text), delay)} />
        <output>{value}</output>
      </>
    )
  }
  renderAt(<Host />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' })
  await typeAtPace(field, 'international', pace)
  act(() => void vi.advanceTimersByTime(3000))
  expect(field.value).toBe('international')
  expect(screen.getByRole('status').textContent).toBe('international')
})

test.each<[string, number | null | 'shown', string | null]>([
  ['ana', 0, 'Nothing found'],
  ['ana', 12, '12 found'],
  ['ana', null, ''],
  ['', 12, ''],
  ['ana', 'shown', null],
])('a screen reader hears of the search “%s” with %s hits: %s', (value, found, words) => {
  renderAt(<SearchField label="Name" value={value} found={found} onChange={() => undefined} />)
  expect(screen.queryByRole('status')?.textContent ?? null).toBe(words)
})

test('a slash goes to the search of a list', async () => {
  renderAt(<SearchField label="Name" value="" found={null} onChange={() => undefined} />)
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Name' }))
  await userEvent.keyboard('1/2')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('1/2')
})

const options = [
  { value: 'all', label: 'All' },
  { value: 'late', label: 'Late' },
]
test('an active filter shows its value and can be removed alone, or all at once', async () => {
  const [change, clear] = [vi.fn<(value: string) => void>(), vi.fn<() => void>()]
  const { unmount } = renderAt(
    <FilterBar count={1} onClear={clear}>
      <FilterMenu label="Work" value="late" options={options} onChange={change} />
    </FilterBar>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear Work' }))
  await userEvent.click(screen.getByRole('button', { name: 'Work Late' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'All' }))
  expect(change.mock.calls).toEqual([['all'], ['all']])
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(clear).toHaveBeenCalledOnce()
  unmount()
  renderAt(
    <FilterBar count={0} onClear={clear}>
      <FilterMenu label="Work" value="all" options={options} onChange={change} />
    </FilterBar>,
  )
  expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull()
})

test('on phones filters are in a sheet, whose button counts them', async () => {
  onPhone()
  renderAt(
    <FilterBar count={2} onClear={() => undefined}>
      <FilterMenu label="Work" value="late" options={options} onChange={() => undefined} />
    </FilterBar>,
  )
  expect(screen.queryByRole('button', { name: 'Work Late' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Filters 2' }))
  expect(await screen.findByRole('button', { name: 'Work Late' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show results' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test.each([false, true])('the bar of a selection acts and clears; phone: %s', async (isPhone) => {
  if (isPhone) onPhone()
  const [remove, clear] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const actions = [{ key: 'remove', label: 'Remove 2', onClick: remove, isDestructive: true }]
  renderAt(
    <>
      <BulkBar count={0} onClear={clear} actions={actions} />
      <BulkBar count={2} onClear={clear} actions={actions} />
    </>,
  )
  expect(screen.getAllByRole('group')).toHaveLength(1)
  expect(screen.getByText('2 selected')).toBeDefined()
  if (isPhone) await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await userEvent.click(
    isPhone ? await screen.findByRole('menuitem', { name: 'Remove 2' }) : screen.getByRole('button', { name: 'Remove 2' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect([remove.mock.calls.length, clear.mock.calls.length]).toEqual([1, 1])
})

test.each([
  [{ state: 'saving' } as const, 'Saving'],
  [{ state: 'saved' } as const, 'Saved'],
  [{ state: 'saved', at: '14:02', word: 'Draft saved' } as const, 'Draft saved 14:02'],
  [{ state: 'offline' } as const, 'Offline, kept on this device'],
  [{ state: 'failed' } as const, 'Not saved. '],
  [{ state: 'failed', onRetry: () => undefined } as const, 'Not saved. Try again'],
])('%j reads', (props, words) => {
  renderAt(<SaveStatus {...props} />)
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('the title of a section has its count, also if it is 0', () => {
  renderAt(
    <>
      <Section title="To grade" count={0}>
        <p>Nothing to grade</p>
      </Section>
      <Section title="Materials">
        <p>None</p>
      </Section>
    </>,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['To grade 0', 'Materials'])
})

test('a text that the browser does not copy is shown to be copied by hand', async () => {
  renderAt(<p>Page</p>)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
  expect(await copyToClipboard('KTFM WRPH', 'Code copied')).toBe(false)
  expect(await screen.findByText('The browser did not copy it: KTFM WRPH')).toBeDefined()
  vi.stubGlobal('navigator', {})
  // jsdom has no such method.
  Object.defineProperty(document, 'execCommand', { configurable: true, value: () => true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  expect(await copyToClipboard('KTFM WRPH', 'Code copied')).toBe(true)
  expect(await screen.findByText('Code copied')).toBeDefined()
  expect(document.querySelector('textarea[readonly]')).toBeNull()
})
