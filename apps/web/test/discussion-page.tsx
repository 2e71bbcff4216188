/** The page of a discussion with one comment and its reply, for tests. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect } from 'vitest'
import type { Comment } from '@lms/contract/discussions'
import type { MyDiscussion } from '@lms/contract/my-discussions'
import { paths } from '#lib/paths.ts'
import { DiscussionScreen } from '#features/discussions/discussion-screen.tsx'
// Loaded before the first test, which would wait for it otherwise.
import '#features/discussions/post-input.tsx'
import { fakeApi, type Fakes, signInAs } from './fake-api.ts'
import { idOf, makeComment, makeCourse, makeDiscussion, makeReply, myDiscussionsWith } from './fixtures.ts'
import { renderAt, ScreenWithData } from './render.tsx'

/** Comments that are below the screen, for the observers of the page. */
export const below = new Set<string>()
window.IntersectionObserver = class implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  readonly #report: (entries: { isIntersecting: boolean }[]) => void
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.#report = report
  }
  observe(element: HTMLElement): void {
    this.#report([{ isIntersecting: !below.has(element.dataset['comment'] ?? '') }])
  }
  disconnect(): void {}
} as unknown as typeof IntersectionObserver

export const discussion = makeDiscussion({ commentCount: 2 })
export const place = { courseId: discussion.courseId, discussionId: discussion.id }
export const answer = makeReply({ id: idOf(31), parentId: idOf(30), replyTo: 'Jonas Weber', content: '<p>In the notebook, yes.</p>' })
export const comment = makeComment({ id: idOf(30), replies: [answer] })

export const show = (
  discussions: Fakes['discussions'] = {},
  items: Comment[] = [comment],
  { role = 'USER', at = '', unread = [] }: { role?: 'USER' | 'TRAINER'; at?: string; /** Of all courses. */ unread?: MyDiscussion[] } = {},
) => {
  signInAs(role)
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(role === 'USER' ? 'STUDENT' : 'TRAINER', { id: place.courseId }) },
    myDiscussions: { listMyDiscussions: async () => myDiscussionsWith(unread) },
    discussions: {
      getDiscussion: async () => discussion,
      listComments: async () => ({ items, page: 1, limit: 20, total: items.length, previous: null, next: null }),
      markRead: async () => ({ unreadNotices: 0 }),
      ...discussions,
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.discussion.pattern} element={<ScreenWithData of={DiscussionScreen} />} />
      <Route path={paths.discussions.pattern} element={<p>All discussions</p>} />
      <Route path={paths.myDiscussions.pattern} element={<p>Of all courses</p>} />
    </Routes>,
    paths.discussion.to(place) + at,
  )
  const callsOf = (name: string) => called.filter((call) => call.name === `discussions.${name}`).map(({ request }) => request)
  return { callsOf, router }
}

export const findEditor = (name = 'Write a reply') => screen.findByRole('textbox', { name })

/** Opens a post for editing; gives its text field, once it has the focus. */
export async function edit(menu: string): Promise<HTMLElement> {
  await choose(menu, 'Edit')
  const field = await findEditor('Text')
  await waitFor(() => expect(document.activeElement).toBe(field))
  return field
}

export async function choose(menu: string, item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
