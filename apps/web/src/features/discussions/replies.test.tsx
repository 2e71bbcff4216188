/** The replies of a discussion: earlier, later and new ones, changing one's own, marks of staff, keys, and mentions. */

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/react'
import { expect, test, vi } from 'vitest'
import type { Comment } from '@lms/contract/discussions'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { answer, comment, discussion, edit, findEditor, place, show } from '#test/discussion-page.tsx'
import { enter } from '#test/enter.ts'
import { FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeComment, makeReply } from '#test/fixtures.ts'

type ListComments = NonNullable<NonNullable<Fakes['discussions']>['listComments']>
const commentPage = (items: Comment[], facts: { previous?: string; next?: string } = {}) => ({
  items,
  page: 1,
  limit: 20,
  total: items.length,
  previous: null,
  next: null,
  ...facts,
})
const saying = (number: number, facts: Partial<Comment> = {}) =>
  makeComment({ id: idOf(number), content: `<p>Comment ${number}</p>`, ...facts })
const own = () => {
  const { id } = (signInAs('USER'), useSession.getState().user!)
  return { id, name: 'Ana Li', role: 'STUDENT' as const, profileImageUrl: null }
}
const shownInOrder = () => [...document.querySelectorAll('[data-comment]')].map((one) => /Comment \d+|Reply \d+/.exec(one.textContent)?.[0])

test('earlier and later replies are added around those shown, and how many of all are shown', async () => {
  const pages: ListComments = async ({ query }) =>
    query?.before
      ? commentPage([saying(40)])
      : query?.after
        ? commentPage([saying(44)], { previous: idOf(43) })
        : commentPage([saying(41, { replies: [makeReply({ id: idOf(42), content: 'Reply 42' })] })], { previous: idOf(41), next: idOf(41) })
  const { callsOf } = show({ listComments: pages, getDiscussion: async () => ({ ...discussion, commentCount: 4 }) }, [], {
    at: `?comment=${idOf(41)}`,
  })
  expect(await screen.findByText('2 of 4 shown')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier replies' }))
  await screen.findByText('Comment 40')
  await userEvent.click(screen.getByRole('button', { name: 'Show more replies' }))
  await screen.findByText('Comment 44')
  expect(shownInOrder()).toEqual(['Comment 40', 'Comment 41', 'Reply 42', 'Comment 44'])
  expect(screen.queryByRole('button', { name: /^Show (more|earlier)/ })).toBeNull()
  expect(callsOf('listComments').map(({ query }) => query)).toEqual([
    { limit: '20', around: idOf(41) },
    { limit: '20', before: idOf(41) },
    { limit: '20', after: idOf(41) },
  ])
})

test('a long thread with new replies opens at the first new one, and leads to its first and last reply', async () => {
  const pages: ListComments = async ({ query }) =>
    query?.around === 'NEW'
      ? commentPage([saying(50)], { previous: idOf(50), next: idOf(50) })
      : query?.around === 'LAST'
        ? commentPage([saying(98), saying(99)], { previous: idOf(98) })
        : commentPage([saying(1), saying(2)], { next: idOf(2) })
  const { callsOf, router } = show({
    listComments: pages,
    getDiscussion: async () => ({ ...discussion, commentCount: 3000, newCount: 99 }),
  })
  await screen.findByText('Comment 50')
  await userEvent.click(screen.getByRole('button', { name: 'Go to the last reply' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Comment 99'))
  expect(router.state.location.search).toBe('?at=last')
  await userEvent.click(screen.getByRole('button', { name: 'Go to the first reply' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Comment 1'))
  expect(callsOf('listComments').map(({ query }) => query)).toEqual([
    { limit: '20', around: 'NEW' },
    { limit: '20', around: 'LAST' },
    { limit: '20' },
  ])
})

test('later replies that did not load leave those shown, and can be asked for again', async () => {
  let isDown = true
  show({
    listComments: async ({ query }) => {
      if (query?.after && isDown) throw new FakeProblem(500, 'internal')
      return query?.after ? commentPage([saying(42)]) : commentPage([saying(41)], { next: idOf(41) })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more replies' }))
  expect((await screen.findByRole('alert')).textContent).toBe('They could not be loaded. Try again.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Show more replies' }))
  expect(await screen.findByText('Comment 42')).toBeTruthy()
  expect(shownInOrder()).toEqual(['Comment 41', 'Comment 42'])
})

test('earlier replies of a branch come page by page, each before those shown', async () => {
  const [reply38, reply39, reply40] = [38, 39, 40].map((end) => makeComment({ id: idOf(end), content: `<p>Reply ${end}</p>` }))
  let isDown = true
  show({
    listComments: async ({ query }) => {
      if (!query?.parentId) return commentPage([saying(41, { replies: [reply40!], replyCount: 3, previous: reply40!.id })])
      if (isDown) throw new FakeProblem(500, 'internal')
      return query.before === reply40!.id ? commentPage([reply39!], { previous: reply39!.id }) : commentPage([reply38!])
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^2 more replies.*earlier$/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('The replies could not be loaded.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: /^Try again/ }))
  await userEvent.click(await screen.findByRole('button', { name: /^1 more reply.*earlier$/ }))
  await screen.findByText('Reply 38')
  expect(shownInOrder()).toEqual(['Comment 41', 'Reply 38', 'Reply 39', 'Reply 40'])
})

test.each([
  [{}, 'No replies yet. Be the first.'],
  [{ locked: true }, 'No replies yet.'],
])('without replies, %j: %s', async (facts, words) => {
  show({ getDiscussion: async () => ({ ...discussion, commentCount: 0, ...facts }) }, [])
  expect(await screen.findByText(words)).toBeTruthy()
})

test('replies that did not load can be asked for again, and are not called missing', async () => {
  let isDown = true
  show({
    listComments: async () => {
      if (isDown) throw new FakeProblem(500, 'internal')
      return commentPage([saying(41)])
    },
  })
  expect(await screen.findByText('The replies could not be loaded')).toBeTruthy()
  expect(screen.queryByText(/No replies yet/)).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Comment 41')).toBeTruthy()
})

test('replies that arrive later are counted, and shown when asked for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  let items = [saying(41)]
  show({
    getDiscussion: async () => ({ ...discussion, commentCount: items.length }),
    listComments: async () => commentPage(items),
  })
  await screen.findByText('Comment 41')
  items = [saying(41), saying(42), saying(43)]
  await vi.advanceTimersByTimeAsync(30_000)
  const button = await screen.findByRole('button', { name: '2 new replies. Show' })
  expect(shownInOrder()).toEqual(['Comment 41'])
  button.click()
  await screen.findByText('Comment 43')
  await waitFor(() => expect(screen.queryByRole('button', { name: /new repl/ })).toBeNull())
})

test('“Show” leads to what has come, though it belongs to a later page', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  let commentCount = 3
  const late = saying(70, { createdAt: '2026-11-21T10:00:00.000Z' })
  show({
    getDiscussion: async () => ({ ...discussion, commentCount, lastActivityAt: '2026-11-20T10:00:00.000Z' }),
    listComments: async ({ query }) =>
      query?.around ? commentPage([saying(69), late], { previous: idOf(69) }) : commentPage([saying(1), saying(2)], { next: idOf(2) }),
  })
  await screen.findByText('Comment 2')
  commentCount = 4
  await vi.advanceTimersByTimeAsync(30_000)
  await userEvent.click(await screen.findByRole('button', { name: '1 new reply. Show' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Comment 70'))
})

test('deleted replies are not counted among those shown; of a branch hidden on both sides nobody knows how many are on which', async () => {
  const replies = [makeComment({ id: idOf(80), content: '<p>Middle</p>' })]
  const [first, gone] = [saying(1, { replies, replyCount: 9, previous: idOf(80), next: idOf(80) }), saying(2, { deleted: true })]
  show({
    listComments: async () => commentPage([first, gone], { next: idOf(2) }),
    getDiscussion: async () => ({ ...discussion, commentCount: 30 }),
  })
  expect(await screen.findByText('2 of 30 shown')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^More replies/ })).toHaveLength(2)
})

test('new replies have a line before the first and are counted, those of a branch too; “Go to first new” leads to it', async () => {
  const times = { createdAt: '2026-11-19T12:00:00.000Z' }
  show({ getDiscussion: async () => ({ ...discussion, readUntil: '2026-11-19T09:00:00.000Z' }) }, [
    saying(41),
    saying(42, { ...times, next: idOf(43), replyCount: 4, newReplies: 4 }),
    saying(44, times),
  ])
  expect(await screen.findByText('6 new')).toBeTruthy()
  const line = screen.getByText(/^New since .*19 Nov/)
  expect(line.nextElementSibling?.id).toBe(`c-${idOf(42)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Go to first new' }))
  expect(document.activeElement?.id).toBe(`c-${idOf(42)}`)
})

test('an own comment is changed in its place; a refusal is named and leaves the text', async () => {
  let isRefused = true
  const mine = saying(41, { author: own() })
  const { callsOf } = show(
    {
      updateComment: async () => {
        if (isRefused) throw new FakeProblem(409, 'closed', 'The discussion was locked.')
      },
    },
    [mine],
  )
  await enter(await edit('More for the comment of Ana Li'), ', changed')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Not saved.*The discussion was locked\./)
  expect((await findEditor('Text')).textContent).toContain(', changed')
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull())
  expect(callsOf('updateComment').at(-1)).toMatchObject({
    params: { ...place, commentId: mine.id },
    body: { content: '<p>Comment 41, changed</p>' },
  })
  await findEditor()
})

test('an edit that was left is there again, also after another comment was edited; Cancel gives it up', async () => {
  show({}, [saying(41, { author: own() }), saying(42, { author: own() })])
  const menus = () => screen.findAllByRole('button', { name: 'More for the comment of Ana Li' })
  const open = async (at: number): Promise<HTMLElement> => {
    await userEvent.click((await menus())[at]!)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const field = await findEditor('Text')
    await waitFor(() => expect(document.activeElement).toBe(field))
    return field
  }
  await enter(await open(0), ', changed')
  // The first comment has no menu while it is edited.
  expect((await open(0)).textContent).toBe('Comment 42')
  expect((await open(0)).textContent).toBe('Comment 41, changed')
  expect(await screen.findByText('Your unsaved changes are back')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect((await open(0)).textContent).toBe('Comment 41')
})

test('words typed while an edit is saved stay in the field', async () => {
  let answer = (): void => undefined
  show({ updateComment: () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))) }, [saying(41, { author: own() })])
  const field = await edit('More for the comment of Ana Li')
  await enter(field, ', changed')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await enter(field, ' twice')
  answer()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('data-loading')).toBeNull())
  for (const words of [', changed', ' twice']) expect((await findEditor('Text')).textContent).toContain(words)
})

test('in a locked discussion students change nothing, but may delete what is their own', async () => {
  show({ getDiscussion: async () => ({ ...discussion, locked: true }) }, [saying(41, { author: own() })])
  await userEvent.click(await screen.findByRole('button', { name: 'More for the comment of Ana Li' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  for (const name of ['Edit', 'Quote']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
  expect(screen.getByText('Locked. Nobody can reply.')).toBeTruthy()
})

test('the answer is marked for all; staff take the mark back, and see which version is the current one', async () => {
  const marked = saying(41, { isAnswer: true, editedAt: '2026-11-19T08:40:00.000Z', versionCount: 1 })
  const { callsOf } = show(
    {
      markAnswer: async () => undefined,
      listVersions: async () => ({
        versions: [
          { content: '<p>Now</p>', createdAt: '2026-11-19T08:40:00.000Z' },
          { content: '<p>Before</p>', createdAt: '2026-11-18T08:40:00.000Z' },
        ],
      }),
    },
    [marked, saying(42)],
    { role: 'TRAINER' },
  )
  expect((await screen.findByText('Trainer’s answer')).closest('article')?.id).toBe(`c-${marked.id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Remove answer mark' }))
  await waitFor(() => expect(callsOf('markAnswer')).toMatchObject([{ params: { commentId: marked.id }, body: { isAnswer: false } }]))
  await userEvent.click(screen.getByRole('button', { name: /1 earlier version$/ }))
  const headings = await within(await screen.findByRole('dialog')).findAllByRole('heading', { level: 3 })
  expect(headings.map(({ textContent }) => textContent.endsWith(', current'))).toEqual([true, false])
})

test('the name in a reply leads to what it answers; a comment that is not shown is loaded with its page', async () => {
  const far = makeReply({ ...answer, id: idOf(33), parentId: idOf(90), replyTo: 'Far Away' })
  const { router } = show({}, [{ ...comment, replies: [answer, far] }])
  await userEvent.click(await screen.findByRole('button', { name: 'Jonas Weber' }))
  expect(document.activeElement?.id).toBe(`c-${comment.id}`)
  expect(router.state.location.search).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Far Away' }))
  await waitFor(() => expect(router.state.location.search).toBe(`?comment=${idOf(90)}`))
})

test('a copied link leads to the comment', async () => {
  const user = userEvent.setup()
  show()
  await user.click((await screen.findAllByRole('button', { name: 'More for the comment of Inês Carvalho' }))[1]!)
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${window.location.pathname}?comment=${answer.id}`)
})

test('keys: j and k move, r replies, u goes to the list', async () => {
  const { router } = show({}, [saying(41), saying(42, { author: null })])
  await findEditor()
  await screen.findByText('Comment 42')
  await userEvent.keyboard('jj')
  expect(document.activeElement?.id).toBe(`c-${idOf(42)}`)
  await userEvent.keyboard('k')
  expect(document.activeElement?.id).toBe(`c-${idOf(41)}`)
  await userEvent.keyboard('jr')
  await waitFor(async () => expect(document.activeElement).toBe(await findEditor('Reply to Former member')))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(document.body)
  await userEvent.keyboard('u')
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.discussions.to({ courseId: place.courseId })))
})

test('a reply to a comment can become one to the discussion; an empty one is not sent', async () => {
  const { callsOf } = show({ createComment: async () => makeReply({ id: idOf(60) }) })
  await findEditor()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Reply to Inês Carvalho' }))[0]!)
  await findEditor('Reply to Inês Carvalho')
  await userEvent.click(screen.getByRole('button', { name: 'Reply to the discussion instead' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  expect(callsOf('createComment')).toEqual([])
  await enter(await findEditor(), 'To all')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(callsOf('createComment')).toMatchObject([{ body: { content: '<p>To all</p>', parentId: null } }]))
})

test('the list of members closes once the caret leaves the name, and takes nothing else with it', async () => {
  const members = [{ id: idOf(71), name: 'Omar Haddad', role: 'STUDENT' as const, profileImageUrl: null, joinedAt: null, email: null }]
  const { callsOf } = show({ searchMembers: async () => ({ members }), createComment: async () => makeReply({ id: idOf(60) }) })
  const field = await findEditor()
  const { editor } = field as unknown as { editor: Editor }
  await enter(field, 'First ')
  act(() => void editor.commands.insertContent('<p>Second</p>'))
  act(() => void editor.commands.setTextSelection(7))
  await userEvent.paste('@Om')
  expect(await screen.findByRole('listbox')).toBeTruthy()
  act(() => void editor.commands.focus('end'))
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(callsOf('createComment')).toMatchObject([{ body: { content: expect.stringMatching(/First @Om.*Second/) } }]))
})

test('a name after @ finds members; the arrows choose, Enter mentions, Escape closes the list', async () => {
  const members = [
    { id: idOf(71), name: 'Omar Haddad', role: 'STUDENT' as const, profileImageUrl: null, joinedAt: null, email: null },
    { id: idOf(72), name: 'Omar Reyes', role: 'TRAINER' as const, profileImageUrl: null, joinedAt: null, email: null },
    { id: idOf(73), name: 'Omara Diallo', role: 'STUDENT' as const, profileImageUrl: null, joinedAt: null, email: null },
  ]
  const { callsOf } = show({ searchMembers: async () => ({ members }), createComment: async () => makeReply({ id: idOf(60) }) })
  const field = await findEditor()
  await enter(field, 'Ask @Om')
  expect(await screen.findByText('Omar Haddad, 1 of 3. Enter to mention.')).toBeTruthy()
  expect(callsOf('searchMembers').at(-1)?.query).toEqual({ name: 'Om' })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(field)
  await userEvent.paste('a')
  expect(await screen.findByRole('option', { name: /Omar Reyes.*Trainer/ })).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByText('Omar Reyes, 2 of 3. Enter to mention.')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(callsOf('createComment')[0]?.body).toMatchObject({ content: `<p>Ask <span data-mention="${idOf(72)}">@Omar Reyes</span> </p>` }),
  )
})

test('names with vowel signs or accents of their own can be typed', async () => {
  const { callsOf } = show({ searchMembers: async () => ({ members: [] }) })
  await enter(await findEditor(), 'Ask @กิตติ')
  await waitFor(() => expect(callsOf('searchMembers').at(-1)?.query).toEqual({ name: 'กิตติ' }))
})

test('two people with the same name are distinguished by address or by the day they joined', async () => {
  const same = { name: 'Omar Haddad', role: 'STUDENT' as const, profileImageUrl: null, joinedAt: '2026-10-12T09:00:00.000Z' }
  const members = [
    { ...same, id: idOf(71), email: 'omar.one@example.org' },
    { ...same, id: idOf(72), email: null },
  ]
  show({ searchMembers: async () => ({ members }) })
  await enter(await findEditor(), 'Ask @Om')
  expect(await screen.findByText('Omar Haddad, omar.one@example.org, 1 of 2. Enter to mention.')).toBeTruthy()
  expect(screen.getByRole('option', { name: /Omar Haddad.*Joined 12 Oct/ })).toBeTruthy()
})
