/** The editor of an assignment with one choice question, for tests. */

import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import { paths } from '#lib/paths.ts'
import { AssignmentEditScreen } from '#features/assignments/assignment-edit-screen.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeAssignment, makeCourse, makeQuestion, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'

export const baseYear = makeQuestion({
  type: 'SINGLE_CHOICE',
  prompt: 'Which base year?',
  options: ['2015', '2019', '2021'],
  answerKey: ['2019', '2021'],
  points: 4,
})
export const critique = makeAssignment({ title: 'Chart critique', questions: [baseYear], maxMarks: 4, version: 7 })
export const editorAddress = paths.assignmentEdit.to({ courseId: critique.courseId, weekId: critique.weekId, assignmentId: critique.id })

export const weeks = [makeWeek({ id: weekId, number: 6, title: 'Cleaning' }), makeWeek({ id: idOf(22), number: 7, title: 'Charts' })]

export async function openEditor({
  of = critique,
  submitted = 0,
  changes = {},
  until,
}: { of?: Assignment; submitted?: number; changes?: Fakes['assignmentChanges']; until?: Promise<void> } = {}) {
  const me = signInAs('TRAINER')
  let now = of
  const called = fakeApi({
    courses: {
      getCourse: async ({ params }) => makeCourse('TRAINER', { id: params.id, timeZone: 'Europe/Lisbon', weeks }),
      listMyCourses: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
    },
    assignments: {
      getAssignment: async () => now,
      updateAssignment: async ({ body }) => {
        await until
        return (now = { ...now, title: body?.title ?? now.title, version: now.version + 1 })
      },
    },
    assignmentChanges: {
      getAssignmentUsage: async () => ({ students: 24, submitted, questions: [], formerQuestions: [] }),
      previewAssignmentChanges: async () => ({ items: [], total: 0, submitted }),
      ...changes,
    },
  })
  const view = renderAt(
    <Routes>
      <Route path={paths.assignmentEdit.pattern} element={<ScreenWithData of={AssignmentEditScreen} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    editorAddress,
  )
  await screen.findByRole('heading', { name: `Edit ${of.title}` })
  const find = (name: string, at = 0) => called.filter((call) => call.name === name).at(at)?.request
  return { ...view, me, called, find }
}
