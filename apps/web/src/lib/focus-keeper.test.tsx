/** After an action something useful has the focus. Each case is a kind of button of the product; the browser alone would leave the document. */

import { Button, Menu } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { ConfirmDialog, Dialog, ShortcutsDialog } from '#ui/dialog.tsx'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { renderAt } from '#test/render.tsx'
import { keepFocus } from './focus-keeper.ts'
import { useShortcuts } from './keyboard-shortcuts.ts'
import { loadFocusKeeper } from './navigation.ts'

let stop: () => void
beforeEach(() => (stop = keepFocus()))
afterEach(() => stop())

function renderPage(content: ReactNode): void {
  renderAt(
    <>
      <a href="#menu">Menu item</a>
      <main>
        <h1 tabIndex={-1}>Title</h1>
        {content}
        <a href="#after">After</a>
      </main>
    </>,
  )
}

const getFocused = (): string => document.activeElement?.textContent ?? document.activeElement?.tagName ?? ''
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** A button that works for a while, and what is there afterwards. */
function Async({ name, after, isLeft = true }: { name: string; after?: ReactNode; isLeft?: boolean }) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const run = (): void => {
    setState('busy')
    setTimeout(() => setState('done'), 100)
  }
  if (state === 'done' && !isLeft) return after
  return (
    <>
      <Button loading={state === 'busy'} disabled={state === 'done'} onClick={run}>
        {name}
      </Button>
      {state === 'done' && after}
    </>
  )
}

const link = (words: string) => <a href="#there">{words}</a>

test.each([
  ['marking the rest as present', <Async key="" name="Mark 3 as present" isLeft={false} after={link('Ana Li')} />, 'Ana Li'],
  ['saving marks, after which nothing is left to save', <Async key="" name="Save 3 marks" />, 'After'],
  ['saving a text', <Async key="" name="Save this text" isLeft={false} after={<Button>Edit the text</Button>} />, 'Edit the text'],
  ['showing more replies', <Async key="" name="Show more replies" isLeft={false} after={link('Reply 21')} />, 'Reply 21'],
  ['creating a join link', <Async key="" name="Create join link" isLeft={false} after={<Button>Copy link</Button>} />, 'Copy link'],
  ['saving a week', <Async key="" name="Save week" />, 'After'],
  ['restoring a course', <Async key="" name="Restore course" isLeft={false} after={link('Open course')} />, 'Open course'],
  ['signing up', <Async key="" name="Sign up" isLeft={false} after={<Button>Send answers</Button>} />, 'Send answers'],
  ['sending answers', <Async key="" name="Send answers" isLeft={false} after={<p>In review</p>} />, 'After'],
])('%s', async (_what, content, focused) => {
  renderPage(<section>{content}</section>)
  screen.getAllByRole('button')[0]?.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(getFocused()).toBe(focused))
})

function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

test.each([
  ['the list of keys', (close: () => void) => <ShortcutsDialog isOpen onClose={close} title="Keys" note="" shortcuts={[]} />],
  [
    'what is shown large, or sent',
    (close: () => void) => (
      <Dialog isOpen onClose={close} title="Large">
        <Button onClick={close}>Close</Button>
      </Dialog>
    ),
  ],
])('closing a dialog that leaves the page at once: %s', async (_what, dialog) => {
  renderPage(<Opened>{dialog}</Opened>)
  await press('Open')
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(getFocused()).toBe('Open'))
})

function List() {
  const [rows, setRows] = useState(['One', 'Two', 'Three'])
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <ul>
      {rows.map((row) => (
        <li key={row}>
          <Menu>
            <Menu.Target>
              <Button>{`Actions for ${row}`}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setAsked(row)}>Delete</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </li>
      ))}
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setRows(rows.filter((row) => row !== asked))
            setAsked(null)
          }}
          title={`Delete ${asked}?`}
          cancelLabel="Cancel"
          confirmLabel="Delete it"
        >
          Gone for good.
        </ConfirmDialog>
      )}
    </ul>
  )
}

async function askToDelete(row: string): Promise<void> {
  await press(`Actions for ${row}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByRole('dialog')
}

test('Escape in the dialog of a row menu leads back to the menu of the row', async () => {
  renderPage(<List />)
  await askToDelete('Two')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(getFocused()).toBe('Actions for Two'))
})

test('after a row was deleted the next one has the focus, after the last one that before it', async () => {
  renderPage(<List />)
  await askToDelete('Two')
  await press('Delete it')
  await waitFor(() => expect(getFocused()).toBe('Actions for Three'))
  await askToDelete('Three')
  await press('Delete it')
  await waitFor(() => expect(getFocused()).toBe('Actions for One'))
})

test('rows that were replaced by those of another filter leave the focus in the list', async () => {
  function Filtered() {
    const [state, setState] = useState<'old' | 'loading' | 'new'>('old')
    const change = (): void => {
      setState('loading')
      setTimeout(() => setState('new'), 100)
    }
    useShortcuts({ u: change })
    return (
      <ul inert={state === 'loading'}>
        <li key={state === 'new' ? 'b' : 'a'}>{link(state === 'new' ? 'Unread' : 'All')}</li>
      </ul>
    )
  }
  renderPage(<Filtered />)
  screen.getByText('All').focus()
  await userEvent.keyboard('u')
  await waitFor(() => expect(getFocused()).toBe('Unread'))
})

test('the title has the focus if nothing is left, and a field that is left on purpose is left alone', async () => {
  renderAt(
    <main>
      <h1 tabIndex={-1}>Title</h1>
      <Async name="Send" isLeft={false} after={<p>Sent</p>} />
    </main>,
  )
  await press('Send')
  await screen.findByText('Sent')
  await waitFor(() => expect(getFocused()).toBe('Title'))
  document.querySelector('h1')?.blur()
  document.querySelector('p')?.append(document.createElement('i'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.activeElement).toBe(document.body)
})

function Replaced() {
  const [isOpen, setOpen] = useState(false)
  return <section>{isOpen ? <button key="send">Send answers</button> : <button onClick={() => setOpen(true)}>Sign up</button>}</section>
}

test('a button that was pressed and replaced while the code that keeps the focus was loading: what took its place has the focus', async () => {
  stop()
  stop = loadFocusKeeper()
  renderPage(<Replaced />)
  const button = screen.getByRole('button', { name: 'Sign up' })
  act(() => {
    button.focus()
    button.click()
  })
  await waitFor(() => expect(getFocused()).toBe('Send answers'))
})

/** A list with a filter, a selection and pages. */
function PagedList() {
  const [week, setWeek] = useState('2')
  const [selected, setSelected] = useState(1)
  const [search] = useSearchParams()
  return (
    <>
      <FilterMenu label="Week" value={week} options={[{ value: '2', label: 'Two' }]} onChange={setWeek} />
      {week !== 'all' && <ClearFilters onClick={() => setWeek('all')} />}
      <button type="button" onClick={() => setSelected(1)}>
        Row
      </button>
      <BulkBar count={selected} onClear={() => setSelected(0)} actions={[]} />
      <Pagination page={Number(search.get('page') ?? 2)} limit={10} total={25} label="Rows" />
    </>
  )
}

test.each([
  ['Clear Week', /^Week/],
  ['Clear filters', 'Row'],
  ['Clear selection', 'Row'],
  ['Next page', '3'],
])('%s takes itself away, and the focus stays beside it', async (name, next) => {
  renderPage(<PagedList />)
  act(() => (screen.queryByRole('link', { name }) ?? screen.getByRole('button', { name })).focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(getFocused()).toMatch(next))
})
