/** Grading: essays by keyboard, one mark undone, two trainers on the same submission, and returned work. */

import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { clientOf } from './client.ts'
import { countEffort } from './effort.ts'
import { clientFor, demo, password, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** A course of these trainers with a number of essays, each the only attempt. */
async function submittedEssays(count: number, emails: string[]) {
  const admin = await clientFor(demo.admin)
  const { items: trainers } = await admin.users.listUsers({ query: { role: 'TRAINER', limit: 100 } })
  const trainerIds = trainers.filter(({ email }) => emails.includes(email)).map(({ id }) => id)
  const run = crypto.randomUUID().slice(0, 8)
  const title = `Essays ${run}`
  const course = await admin.courses.createCourse({ body: { title, status: 'PUBLISHED', weekCount: 1, trainerIds } })
  const trainer = await clientFor(demo.otherTrainer)
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const question = { id: crypto.randomUUID(), type: 'TEXT' as const, prompt: 'Which chart misleads?', required: true, points: 20 }
  const assignment = await trainer.assignments.createAssignment({
    params,
    body: { title: 'Chart critique', maxAttempts: 1, questions: [question] },
  })
  const students = Array.from({ length: count }, (_, index) => `essays.${run}.${index + 1}@example.org`)
  for (const [index, email] of students.entries()) {
    const { token } = await clientOf().auth.register({ body: { name: `Essay writer ${index + 1}`, email, password } })
    const student = clientOf(token)
    await student.courses.enroll({ params: { id: course.id } })
    const answers = [{ questionId: question.id, value: `The second one, says ${email}.` }]
    await student.submissions.submitAssignment({ params: { ...params, assignmentId: assignment.id }, body: { answers } })
  }
  const at = { params: { courseId: course.id, assignmentId: assignment.id } }
  const roster = () => trainer.submissions.listSubmissions({ ...at, query: { sort: 'submittedAt', limit: 100 } }).then(({ items }) => items)
  const first = (await roster())[0]!.submissionId!
  return {
    ...at.params,
    trainer,
    assignment,
    roster,
    list: `/all-submissions/course/${course.id}/${assignment.id}`,
    path: `/submissions/${first}/course/${course.id}?tab=to-grade`,
    student: students[0]!,
    ownPath: `/assignments/course/${course.id}/week/${params.weekId}/${assignment.id}`,
  }
}

const markOf = (page: Page) => page.getByRole('textbox', { name: 'Mark out of 20' })

async function onStudent(page: Page, place: string | RegExp): Promise<void> {
  await expect(page.getByText(place, { exact: true })).toBeVisible()
  await expect(markOf(page)).toBeFocused()
}

test('essays with a sentence each need no click and two keys per student; one mark is undone', async ({ browser }) => {
  const { roster, list, path } = await submittedEssays(4, [demo.otherTrainer])
  // Nobody else grades as the super admin: only the mark that a user saved last can be undone.
  const page = await signedIn(browser, demo.superAdmin, path)
  const effort = countEffort(page)
  const grade = async (number: number, mark: string) => {
    await onStudent(page, `${number} of 4 to grade`)
    await effort.type(markOf(page), mark)
    await effort.press('c')
    await expect(page.getByLabel('Feedback')).toBeFocused()
    await page.keyboard.type(`Well argued, number ${number}.`)
    await effort.press('Control+Enter')
  }
  for (const [index, mark] of ['15', '12,5', '15', '14'].entries()) await grade(index + 1, mark)
  expect(effort).toMatchObject({ clicks: 0, keys: 8 })
  await expect(page.getByRole('heading', { name: 'All graded.' })).toBeVisible()
  // Undo is offered with the response.
  await expect(page.getByText(': 14 / 20 saved')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // The last one was wrong: Ctrl+Z undoes it, and returns to that student.
  await page.keyboard.press('Control+z')
  // After the list is reloaded, no other submission waits for a mark.
  await onStudent(page, /^(4 of 4|1 of 1) to grade$/)
  await expect(page.getByLabel('Feedback')).toHaveValue('Well argued, number 4.')
  await expect(markOf(page)).toHaveValue('')
  expect((await roster()).map(({ marks }) => marks)).toEqual([15, 12.5, 15, null])
  await page.keyboard.type('18')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Back to submissions' }).click()
  await expect(page).toHaveURL(new RegExp(list))
  await expect.poll(async () => (await roster()).map(({ marks }) => marks)).toEqual([15, 12.5, 15, 18])
})

test('two trainers on one submission see each other, and the second chooses between both marks', async ({ browser }) => {
  const { roster, path } = await submittedEssays(2, [demo.trainer, demo.otherTrainer])
  const first = await signedIn(browser, demo.trainer, path)
  await onStudent(first, '1 of 2 to grade')
  const second = await signedIn(browser, demo.otherTrainer, path)
  await expect(second.getByText('Inês is grading this')).toBeVisible()
  await first.keyboard.type('16')
  await first.keyboard.press('Enter')
  await onStudent(first, '2 of 2 to grade')
  await expect(first.getByText(': 16 / 20 saved')).toBeVisible()

  await markOf(second).fill('17')
  await second.keyboard.press('Enter')
  await second.getByRole('button', { name: 'Open' }).click()
  await expect(second.getByRole('region', { name: 'Inês Carvalho' })).toContainText('16 / 20')
  await expect(second.getByRole('region', { name: 'Yours' })).toContainText('17 / 20')
  await expect(second.getByRole('button', { name: 'Keep 16' })).toBeFocused()
  await expect(second.getByRole('region', { name: 'History of this mark' })).toContainText('– → 16')
  expect(await findViolations(second)).toEqual([])
  expect((await roster())[0]!.marks).toBe(16)
  await second.getByRole('button', { name: /^Save 17 and/ }).click()
  await expect.poll(async () => (await roster())[0]!.marks).toBe(17)
})

test('ten are returned with a comment by three keys each; one is undone', async ({ browser }) => {
  const { roster, path } = await submittedEssays(10, [demo.otherTrainer])
  const page = await signedIn(browser, demo.superAdmin, path)
  const effort = countEffort(page)
  for (let number = 1; number <= 10; number++) {
    await onStudent(page, `${number} of 10 to grade`)
    await effort.press('c')
    await expect(page.getByLabel('Feedback')).toBeFocused()
    await page.keyboard.type(`Name the source, number ${number}.`)
    await effort.press('Escape')
    await effort.press('r')
  }
  expect(effort).toMatchObject({ clicks: 0, keys: 30 })
  await expect(page.getByText(': returned')).toBeVisible()
  await page.keyboard.press('Control+z')
  await onStudent(page, /^(10 of 10|1 of 1) to grade$/)
  await expect(page.getByLabel('Feedback')).toHaveValue('Name the source, number 10.')
  const statuses = async () => (await roster()).map(({ status }) => status)
  expect(await statuses()).toEqual([...Array.from({ length: 9 }, () => 'RETURNED'), 'SUBMITTED'])
})

test('work is returned with a comment; the student reads it, and submits once more although all attempts were used', async ({
  browser,
}) => {
  const { roster, path, student: email, ownPath } = await submittedEssays(1, [demo.otherTrainer])
  const page = await signedIn(browser, demo.otherTrainer, path)
  const student = await signedIn(browser, email, ownPath)
  await expect(student.getByText('All attempts are used. Your trainer can return it for another one.')).toBeVisible()

  await test.step('the trainer returns it without a mark', async () => {
    await onStudent(page, '1 of 1 to grade')
    await page.getByLabel('Feedback').fill('Say what misleads in it.')
    await page.getByRole('button', { name: 'Return', exact: true }).click()
    await expect(page.getByText(': returned')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All graded.' })).toBeVisible()
  })

  await test.step('the student reads the comment and submits again', async () => {
    await student.reload()
    const returned = student.getByRole('region', { name: 'Returned to you' })
    await expect(returned).toContainText('Say what misleads in it.')
    await expect(returned).toContainText('Tom Reyes')
    await student.getByRole('textbox', { name: /Which chart misleads/ }).fill('The second one: its axis starts at 62.')
    await student.getByRole('button', { name: 'Review and submit' }).click()
    await student.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(student.getByRole('heading', { name: 'Your submission' })).toBeVisible()
    await expect(student.getByRole('region', { name: /^Earlier attempts/ })).toContainText('Say what misleads in it.')
  })

  await test.step('the trainer marks the second attempt', async () => {
    await page.goto(path)
    await onStudent(page, '1 of 1 to grade')
    await expect(page.getByText('its axis starts at 62')).toBeVisible()
    await page.keyboard.type('17')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await roster()).map(({ marks, attempt }) => [marks, attempt])).toEqual([[17, 2]])
    await student.reload()
    await expect(student.getByRole('region', { name: 'Your mark' })).toContainText('17 / 20')
  })
})

test('held marks and work on paper have no axe violations', async ({ browser }) => {
  const { trainer, courseId, assignment, roster, list, student: email } = await submittedEssays(1, [demo.otherTrainer])
  await trainer.assignments.updateAssignment({ params: { id: assignment.id }, body: { holdMarks: true, version: assignment.version } })
  const id = (await roster())[0]!.submissionId!
  await trainer.submissions.gradeSubmission({ params: { id }, body: { marks: 12 } })
  const late = clientOf((await clientOf().auth.register({ body: { name: 'Writes by hand', email: `paper.${email}`, password } })).token)
  await late.courses.enroll({ params: { id: courseId } })

  const page = await signedIn(browser, demo.otherTrainer, list)
  await page.getByRole('link', { name: /^All/ }).click()
  await expect(page.getByText('1 mark and its feedback are hidden from students.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Writes by hand' }).check()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Record as submitted' }).click()
  await expect(page.getByText('1 recorded as submitted outside LMS')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
