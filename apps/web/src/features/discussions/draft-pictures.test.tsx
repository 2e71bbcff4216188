/** Images in drafts of posts: a draft that is opened again gets new URLs for them. */

// Loaded before the first test, which would wait for it otherwise.
import './post-input.tsx'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { readDraft, saveDraft } from '#lib/stored-drafts.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeCourse, makeDiscussion } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { DiscussionNewScreen } from './discussion-new-screen.tsx'
import { DiscussionScreen } from './discussion-screen.tsx'

const discussion = makeDiscussion()
const { courseId, id: discussionId } = discussion
const key = `image/${idOf(40)}/${idOf(41)}.webp`
const content = `<p>Look</p><img data-key="${key}" src="blob:http://localhost/ended" alt="Chart">`
const savedAt = '2026-11-20T09:00:00.000Z'

const pictureAt = {
  getImageUrls: async ({ body }) => ({ items: body.keys.map((one) => ({ key: one, url: `/files/${one}?signed` })) }),
} satisfies Fakes['files']

function open(at: string, draft: { key: string; value: object }, files: Fakes['files'] = pictureAt): string {
  signInAs('USER')
  const userId = useSession.getState().user!.id
  saveDraft(userId, draft.key, draft.value, savedAt)
  fakeApi({
    courses: { getCourse: async () => makeCourse('STUDENT', { id: courseId }) },
    discussions: {
      getDiscussion: async () => discussion,
      listComments: async () => ({ items: [], page: 1, limit: 20, total: 0, previous: null, next: null }),
      markRead: async () => ({ unreadNotices: 0 }),
    },
    files,
  })
  renderAt(
    <Routes>
      <Route path={paths.discussionNew.pattern} element={<ScreenWithData of={DiscussionNewScreen} />} />
      <Route path={paths.discussion.pattern} element={<ScreenWithData of={DiscussionScreen} />} />
    </Routes>,
    at,
  )
  return userId
}
const shownAt = async () => (await screen.findByRole('img', { name: 'Chart' })).getAttribute('src')

test('the draft of a reply, which keeps the time at which it was saved', async () => {
  const draft = { key: `comment:${discussionId}`, value: { content, target: null } }
  const userId = open(paths.discussion.to({ courseId, discussionId }), draft)
  expect(await shownAt()).toBe(`/files/${key}?signed`)
  expect(readDraft(userId, draft.key)?.savedAt).toBe(savedAt)
})

test('the draft of a discussion', async () => {
  open(paths.discussionNew.to({ courseId }), { key: `discussion-new:${courseId}`, value: { title: 'Chart', content } })
  expect(await shownAt()).toBe(`/files/${key}?signed`)
})

test('a draft opens with its text even if new URLs cannot be loaded', async () => {
  const refused = {
    getImageUrls: async () => {
      throw new FakeProblem(503, 'unavailable')
    },
  }
  open(paths.discussionNew.to({ courseId }), { key: `discussion-new:${courseId}`, value: { title: 'Chart', content } }, refused)
  expect((await screen.findByRole('textbox', { name: 'Text' })).textContent).toBe('Look')
})
