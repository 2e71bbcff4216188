/** Parts as people meet them: by role and name. */

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { Avatar } from './avatar.tsx'
import { NoAccess } from './blocked-page.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { ErrorSummary } from './form-page.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Page } from './page.tsx'
import { Pagination } from './pagination.tsx'
import { RichText } from './rich-text.tsx'

test('a page names itself, in the title too', () => {
  renderAt(
    <Page
      title="Week 6"
      crumbs={[
        { label: 'Courses', to: '/courses' },
        { label: 'Data Journalism', to: '/courses/course/c1' },
      ]}
    />,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Week 6' })).toBeTruthy()
  expect(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')).toHaveLength(2)
  expect(document.title).toBe('Week 6 - Data Journalism - LMS')
})

test.each([
  ['a page opened from a mail', 1, '/'],
  ['a page reached from another', 2, '/courses'],
])('Back on %s without access', async (_, length, expected) => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(length)
  const { router } = renderAt(<NoAccess />, '/courses')
  await act(() => router.navigate('/users'))
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(expected))
})

test('the tab title repeats nothing', () => {
  renderAt(<Page title="Edit week 6" crumbs={['Courses', 'Data Journalism', 'Week 6', 'Edit'].map((label) => ({ label }))} />)
  expect(document.title).toBe('Edit week 6 - Data Journalism - LMS')
})

test('pages are links that keep the other filters', () => {
  renderAt(<Pagination page={3} limit={10} total={132} label="Users" />, '/users?role=USER&page=3')
  expect(screen.getByText('21 to 30 of 132')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/users?role=USER&page=4')
  expect(screen.getByRole('link', { name: 'Page 3 of 14' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['', '1', '2', '3', '4', '5', '14', ''])
})

test('the error summary takes the focus and leads to the field', async () => {
  renderAt(
    <>
      <ErrorSummary
        errors={[
          { fieldId: 'due', message: 'Choose a due time' },
          { fieldId: 'captions.0.url', message: 'Choose a file' },
        ]}
      />
      <input id="due" aria-label="Due" />
      <input id="captions" aria-label="Captions" />
    </>,
  )
  expect(document.activeElement?.textContent).toContain('There is a problem')
  await userEvent.click(screen.getByRole('link', { name: 'Choose a due time' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Due'))
  await userEvent.click(screen.getByRole('link', { name: 'Choose a file' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Captions'))
})

test('a dialog gives the focus to the safe button', async () => {
  const confirm = vi.fn<() => void>()
  renderAt(
    <ConfirmDialog
      isOpen
      onClose={() => undefined}
      onConfirm={confirm}
      title="Delete week 5?"
      cancelLabel="Keep week 5"
      confirmLabel="Delete week 5"
    >
      3 media leave the course.
    </ConfirmDialog>,
  )
  expect(await screen.findByRole('dialog', { name: 'Delete week 5?' })).toBeTruthy()
  await expect.poll(() => document.activeElement?.textContent).toBe('Keep week 5')
  await userEvent.click(screen.getByRole('button', { name: 'Delete week 5' }))
  expect(confirm).toHaveBeenCalledOnce()
})

test('a section that failed says so and can be tried again', async () => {
  const retry = vi.fn<() => void>()
  renderAt(<LoadFailed title="The discussion could not be loaded" requestId="7f3a" onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain('Request 7f3a')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('rich text drops active content', () => {
  const { container } = renderAt(
    <RichText html='<p onclick="x()">Read <a href="javascript:x()">this</a><script>x()</script><img src=x onerror=x()></p>' />,
  )
  expect(container.querySelector('script, img, [onclick], [href]')).toBeNull()
  expect(screen.getByText(/Read/)).toBeTruthy()
})

test('each paragraph, list and quote of rich text has its own direction, and what is within has that of the whole', () => {
  const { container } = renderAt(<RichText html="<p>سؤال</p><ul><li><p>First</p></li></ul><blockquote><p>שאלה</p></blockquote>" />)
  expect([...container.querySelectorAll('[dir=auto]')].map(({ localName }) => localName)).toEqual(['p', 'ul', 'blockquote'])
})

test('a link whose words are not its address is followed by its host', () => {
  const { container } = renderAt(
    <RichText html='<p><a href="https://evil.example/x">Notes</a>, <a href="https://a.example">https://a.example</a></p>' />,
  )
  expect(container.querySelector('p')?.textContent).toBe('Notes (evil.example), https://a.example')
})

test('letters of avatars', () => {
  renderAt(<Avatar id="x" name="  " />)
  expect(screen.getByText('U')).toBeTruthy()
  // Names that were kept before such marks were dropped.
  renderAt(<Avatar id="y" name={'\u202e\u200bana'} />)
  expect(screen.getByText('A')).toBeTruthy()
})
