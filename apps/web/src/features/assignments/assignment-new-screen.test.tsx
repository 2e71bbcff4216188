/** Creating an assignment: it is made once, as a draft or published, and an error keeps what was written. */

import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, makeAssignment, makeCourse, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { AssignmentNewScreen } from './assignment-new-screen.tsx'

type Create = NonNullable<NonNullable<Fakes['assignments']>['createAssignment']>

async function open(createAssignment: Create, week = makeWeek()) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    weeks: { getWeek: async () => week },
    assignments: { createAssignment },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.assignmentNew.pattern} element={<ScreenWithData of={AssignmentNewScreen} />} />
      <Route path={paths.assignment.pattern} element={<p>The assignment</p>} />
    </Routes>,
    paths.assignmentNew.to({ courseId, weekId }),
  )
  fireEvent.change(await title(), { target: { value: 'Chart critique' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Which chart misleads?' } })
  return { router, made: () => called.filter(({ name }) => name === 'assignments.createAssignment').map(({ request }) => request.body) }
}
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('pressing Publish while the draft is being saved does not make a second assignment', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof makeAssignment>>()
  const { made, router } = await open(() => answer.promise)
  await press('Save draft')
  await press('Publish')
  answer.resolve(makeAssignment({ title: 'Chart critique', status: 'DRAFT' }))
  await screen.findByText('The assignment')
  expect(router.state.location.pathname).toBe(paths.assignment.to({ courseId, weekId, assignmentId: makeAssignment().id }))
  expect(made()).toMatchObject([{ title: 'Chart critique', status: 'DRAFT' }])
  // The way back does not lead to the form.
  expect(router.state.historyAction).toBe('REPLACE')
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['that runs', inDays(-2), inDays(4)],
  ['that is over', inDays(-20), null],
])('in a week %s, starting %s, an assignment is due at the end of %s', async (_, startsOn, lastDay) => {
  const { made } = await open(async () => makeAssignment(), makeWeek({ startsOn }))
  expect(screen.queryAllByText('No due date')).toHaveLength(lastDay ? 0 : 1)
  await press('Save draft')
  await screen.findByText('The assignment')
  expect(made()).toMatchObject([{ dueAt: lastDay && `${lastDay}T23:59:00.000Z` }])
})

test('after an error the assignment can be published again with what was written', async () => {
  let isDown = true
  const { made } = await open(async () => {
    if (isDown) throw new FakeProblem(503, 'unavailable', 'The server is busy.')
    return makeAssignment()
  })
  await press('Publish')
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy. What you wrote is kept.')
  expect((await title()).value).toBe('Chart critique')
  isDown = false
  await press('Publish')
  await screen.findByText('The assignment')
  expect(await screen.findByText('The assignment is published')).toBeTruthy()
  await waitFor(() => expect(made()).toHaveLength(2))
  for (const body of made()) expect(body).toMatchObject({ title: 'Chart critique', status: 'PUBLISHED' })
})
