/** A discussion: answering, whom one answers, and what is left of a deleted comment. */
import type { Course } from '@lms/contract/courses'
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { DiscussionScreen } from './discussion-screen.tsx'

const id = (end: number): string => `0198f6a0-0000-7000-8000-00000000000${end}`
const place = { courseId: id(1), discussionId: id(2) }
const author = (end: number, name: string, role: 'TRAINER' | 'STUDENT') => ({ id: id(end), name, role, profileImageUrl: null })
const discussion: Discussion = {
  id: place.discussionId,
  courseId: place.courseId,
  title: 'Which deflator?',
  content: 'The index was **rebased** in 2005.',
  author: author(3, 'Priya Nair', 'STUDENT'),
  pinned: false,
  locked: false,
  commentCount: 2,
  createdAt: '2026-11-18T11:40:00.000Z',
  lastActivityAt: '2026-11-19T09:18:00.000Z',
}
const reply = (end: number, change: Partial<Reply> = {}): Reply => ({
  id: id(end),
  content: 'Chain at the overlap.',
  author: author(4, 'Inês Carvalho', 'TRAINER'),
  parentId: null,
  replyTo: null,
  createdAt: '2026-11-18T15:02:00.000Z',
  editedAt: null,
  deleted: false,
  ...change,
})
const comment: Comment = {
  ...reply(5),
  replies: [reply(6, { parentId: id(5), replyTo: 'Jonas Weber', content: 'In the notebook, yes.' })],
  replyCount: 1,
}
const course = { id: place.courseId, title: 'Data Journalism', membership: { role: 'STUDENT', status: 'ACTIVE' } } as unknown as Course

const open = (discussions: Fakes['discussions'] = {}, items: Comment[] = [comment]) => {
  signInAs('USER')
  const called = fakeApi({
    courses: { getCourse: async () => course },
    discussions: {
      getDiscussion: async () => discussion,
      listComments: async () => ({ items, page: 1, limit: 20, total: items.length, next: null }),
      ...discussions,
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.discussion.pattern} element={<DiscussionScreen />} />
    </Routes>,
    paths.discussion.to(place),
  )
  return called
}

test('a reply names whom it answers, and goes to that comment', async () => {
  const called = open({ createComment: async () => reply(7) })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Reply to Inês Carvalho' }))[1]!)
  const field = screen.getByRole('textbox', { name: 'Reply to Inês Carvalho' })
  await userEvent.type(field, 'Thank you.{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'discussions.createComment')?.request.body).toEqual({
      content: 'Thank you.',
      parentId: id(6),
    }),
  )
  expect(await screen.findByRole('textbox', { name: 'Write a reply' })).toHaveProperty('value', '')
  expect(screen.getByText('Jonas Weber')).toBeTruthy()
})

test('a reply that did not arrive keeps its words', async () => {
  open({
    createComment: async () => {
      throw new FakeProblem(503, 'unavailable', 'The database is down.')
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a reply' })
  await userEvent.type(field, 'Words')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not sent. The database is down.')
  expect(field.value).toBe('Words')
})

test('a reply that comes too soon says how long to wait, keeps its words, and goes when it is sent again', async () => {
  let tries = 0
  open({
    createComment: async () => {
      if (++tries === 1) throw new FakeProblem(429, 'rate-limited', 'Comments are five seconds apart. Try again in 4 seconds.', [], 4)
      return reply(7)
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a reply' })
  await userEvent.type(field, 'Words')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not sent. Comments are five seconds apart. Try again in 4 seconds. Your text is kept.',
  )
  expect(field.value).toBe('Words')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a deleted comment leaves a tombstone, and its replies stay', async () => {
  open({}, [{ ...comment, deleted: true, content: '', author: null }])
  expect(await screen.findByText('Comment removed. Its replies stay.')).toBeTruthy()
  expect(screen.getByText('In the notebook, yes.')).toBeTruthy()
})

test('a student may delete only what is their own', async () => {
  const mine = {
    ...comment,
    replies: [],
    author: { ...author(4, 'Ana Li', 'STUDENT'), id: '0198f6a0-0000-7000-8000-0000000000aa' },
    id: id(8),
  }
  open({}, [comment, mine])
  await userEvent.click((await screen.findAllByRole('button', { name: 'More for the comment of Inês Carvalho' }))[0]!)
  expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Delete comment' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'More for the comment of Ana Li' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete comment' })).toBeTruthy()
})
