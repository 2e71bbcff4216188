/** A new discussion: what is missing, who may post, and what comes after posting. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { findEditor } from '#test/discussion-page.tsx'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeDiscussion } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { DiscussionNewScreen } from './discussion-new-screen.tsx'

function show(createDiscussion?: NonNullable<Fakes['discussions']>['createDiscussion'], isMember = true) {
  const { email } = signInAs('USER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(isMember ? 'STUDENT' : null) },
    discussions: createDiscussion && { createDiscussion },
  } as Fakes)
  const { router } = renderAt(
    <Routes>
      <Route path={paths.discussionNew.pattern} element={<ScreenWithData of={DiscussionNewScreen} />} />
      <Route path={paths.discussion.pattern} element={<p>The discussion</p>} />
    </Routes>,
    paths.discussionNew.to({ courseId }),
  )
  const sent = () => called.filter(({ name }) => name === 'discussions.createDiscussion').map(({ request }) => request)
  return { sent, router, email }
}

test('a discussion needs a title and a text; the list of errors leads to both fields', async () => {
  const { sent } = show()
  await findEditor('Text')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Enter a text' }))
  expect(document.activeElement).toBe(await findEditor('Text'))
  await userEvent.click(screen.getByRole('link', { name: 'Enter a title' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  await userEvent.paste('Which deflator?')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  expect(screen.queryByRole('link', { name: 'Enter a title' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Enter a text' })).toBeTruthy()
  expect(sent()).toEqual([])
})

test('Ctrl Enter posts, once; the discussion takes the place of the form in the history', async () => {
  const saved = Promise.withResolvers<ReturnType<typeof makeDiscussion>>()
  const { sent, router } = show(() => saved.promise)
  await enter(await findEditor('Text'), 'The index was rebased.')
  expect(await screen.findByText(/Draft kept on this device/)).toBeTruthy()
  await enter(screen.getByLabelText('Title'), 'Which deflator?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  saved.resolve(makeDiscussion())
  expect(await screen.findByText('The discussion')).toBeTruthy()
  expect(sent()).toMatchObject([{ params: { courseId }, body: { title: 'Which deflator?', content: '<p>The index was rebased.</p>' } }])
  expect(router.state.historyAction).toBe('REPLACE')
})

test('a refused discussion keeps its text and says why', async () => {
  show(async () => {
    throw new FakeProblem(422, 'validation-failed', 'Check the fields.', [{ pointer: '/title', detail: 'Use another title' }])
  })
  await enter(await findEditor('Text'), 'Words')
  await userEvent.type(screen.getByLabelText('Title'), 'T')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  expect(await screen.findByRole('link', { name: 'Use another title' })).toBeTruthy()
  expect((await findEditor('Text')).textContent).toBe('Words')
})

test('who is not in the course gets no form', async () => {
  const { email } = show(undefined, false)
  expect(await screen.findByText(`An admin can add you to the course. You are signed in as ${email}.`)).toBeTruthy()
  expect(screen.queryByLabelText('Title')).toBeNull()
})
