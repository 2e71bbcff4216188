/** A trainer creates an assignment in a new course with little effort, reorders its questions and previews it as a student. */

import { countEffort } from './effort.ts'
import { clientFor, demo, returning } from './people.ts'
import { expect, test } from './test.ts'

async function newCourse() {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.otherTrainer)
  const body = { title: `Maps ${run}`, mode: 'RECORDED' as const, status: 'PUBLISHED' as const, weekCount: 10 }
  const course = await trainer.courses.createCourse({ body })
  return { trainer, course, params: { courseId: course.id, weekId: course.weeks![0]!.id } }
}

test('an assignment in a new course takes four clicks', async ({ browser }) => {
  const { trainer, course, params } = await newCourse()
  const page = await returning(browser, demo.otherTrainer)
  await page.goto(`/courses/course/${course.id}`)
  const effort = countEffort(page)
  await effort.click(page.getByRole('button', { name: 'Actions for week 1', exact: true }))
  await effort.click(page.getByRole('menuitem', { name: 'Add assignment' }))
  await expect(page.getByLabel('Title')).toBeFocused()
  await effort.type(page.getByLabel('Title'), 'A map that lies')
  await effort.type(page.getByRole('textbox', { name: 'Question' }), 'Which map misleads, and how?')
  await effort.click(page.getByRole('button', { name: 'Publish' }))
  await expect(page.getByRole('heading', { level: 1, name: 'A map that lies' })).toBeVisible()
  expect(effort).toMatchObject({ clicks: 4, keys: 0 })
  const { items } = await trainer.assignments.listCourseAssignments({ params: { courseId: params.courseId } })
  expect(items.map(({ title, status }) => [title, status])).toEqual([['A map that lies', 'PUBLISHED']])
})

test('questions are ordered by dragging and by keys, and the preview follows before anything is saved', async ({ browser }) => {
  const { trainer, params } = await newCourse()
  const questions = ['One?', 'Two?', 'Three?'].map((prompt) => ({ type: 'TEXT' as const, prompt, points: 5 }))
  const { id } = await trainer.assignments.createAssignment({ params, body: { title: 'Orders', questions } })
  const page = await returning(browser, demo.otherTrainer)
  await page.goto(`/courses/${params.courseId}/weeks/${params.weekId}/assignments/${id}/edit`)
  const parts = page.getByRole('navigation', { name: 'Parts of the assignment' }).getByRole('listitem')
  const preview = page.getByRole('complementary', { name: 'Changes and preview' })
  const read = () => preview.getByRole('heading', { level: 2 }).allInnerTexts()
  const saved = async () => (await trainer.assignments.getAssignment({ params: { id } })).questions.map(({ prompt }) => prompt)

  await expect.poll(read).toEqual(['One?', 'Two?', 'Three?'])
  await parts.nth(0).dragTo(parts.nth(2))
  await expect.poll(read).toEqual(['Two?', 'Three?', 'One?'])
  await parts.nth(2).getByRole('button').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(read).toEqual(['Two?', 'One?', 'Three?'])
  await expect(parts.nth(1).getByRole('button')).toBeFocused()
  expect(await saved()).toEqual(['One?', 'Two?', 'Three?'])
  await page.getByRole('button', { name: /^Save \d+ changes?$/ }).click()
  await expect.poll(saved).toEqual(['Two?', 'One?', 'Three?'])
})
