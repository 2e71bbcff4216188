/** One student, two devices: answers changed on both are shown side by side, and nothing is silently overwritten. */

import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { clientOf } from './client.ts'
import { clientFor, demo, password, returning } from './people.ts'
import { expect, test } from './test.ts'

async function openAssignment() {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Essays ${run}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const questions = [{ id: crypto.randomUUID(), type: 'TEXT' as const, prompt: 'What did you clean?', required: true, points: 20 }]
  const { id } = await trainer.assignments.createAssignment({ params, body: { title: `Method ${run}`, questions } })
  const email = `essays.${run}@example.org`
  const { token } = await clientOf().auth.register({ body: { name: `Noor ${run}`, email, password } })
  await clientOf(token).courses.enroll({ params: { id: course.id } })
  const answers = async () => {
    const { work } = await clientOf(token).assignments.getAssignment({ params: { id } })
    const at = { submissionId: work!.submissionId!, courseId: course.id }
    const { draft, answers } = await clientOf(token).submissions.getSubmission({ params: at })
    return (draft ?? answers).map(({ value }) => value)
  }
  return { email, answers, path: `/assignments/course/${course.id}/week/${params.weekId}/${id}` }
}

const field = (page: Page) => page.getByRole('textbox', { name: 'What did you clean?' })
const saved = (page: Page) =>
  expect(
    page
      .getByText(/^Saved \d\d:\d\d$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()

test('the device that saves second shows both versions, and the student’s choice is saved and submitted', async ({ browser }) => {
  const { email, answers, path } = await openAssignment()
  const [laptop, phone] = [await returning(browser, email), await returning(browser, email)]
  await phone.setViewportSize({ width: 390, height: 844 })
  await Promise.all([laptop.goto(path), phone.goto(path)])
  await field(laptop).fill('Dates on the laptop')
  await saved(laptop)
  await field(phone).fill('Names on the phone')
  const alert = phone.getByRole('alert').filter({ hasText: 'changed in another tab or on another device' })
  await expect(alert).toContainText('Dates on the laptop')
  await expect(alert).toContainText('Names on the phone')
  expect(await answers()).toEqual(['Dates on the laptop'])
  expect(await findViolations(phone)).toEqual([])

  // The choice survives a reload: until then neither version is lost.
  await phone.reload()
  await expect(alert).toContainText('Names on the phone')
  await phone.getByRole('button', { name: 'Keep the answers on this page' }).click()
  await expect.poll(answers).toEqual(['Names on the phone'])

  // The laptop still has the older answers: submitting them would discard the phone's.
  await field(laptop).fill('Dates on the laptop, again')
  await laptop.keyboard.press('Control+Enter')
  await expect(laptop.getByRole('alert')).toContainText('Names on the phone')
  await laptop.getByRole('button', { name: 'Use the saved answers' }).click()
  await expect(field(laptop)).toHaveValue('Names on the phone')
  await laptop.keyboard.press('Control+Enter')
  await laptop.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(laptop.getByRole('heading', { name: 'Your submission' })).toBeVisible()
  expect(await answers()).toEqual(['Names on the phone'])
})
