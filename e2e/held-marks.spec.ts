/** A trainer holds the marks of an assignment, grades, and releases them; until then students see their work as ungraded. */
import { clientOf } from './client.ts'
import { clientFor, demo, freshPage, password, returning, signIn } from './people.ts'
import { expect, test } from './test.ts'

async function submittedEssays() {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.otherTrainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Essays ${run}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const question = { type: 'TEXT' as const, prompt: 'What did you clean?', points: 20 }
  const essay = await trainer.assignments.createAssignment({ params, body: { title: `Method note ${run}`, questions: [question] } })
  const emails = [1, 2].map((number) => `essay.${run}.${number}@example.org`)
  for (const [at, email] of emails.entries()) {
    const body = { name: `Essay writer ${at + 1}`, email, password }
    const student = clientOf((await clientOf().auth.register({ body })).token)
    await student.courses.enroll({ params: { id: course.id } })
    const answers = [{ questionId: essay.questions[0]!.id, value: 'The dates.' }]
    await student.submissions.submitAssignment({ params: { ...params, assignmentId: essay.id }, body: { answers } })
  }
  return { course, essay, params, emails }
}

test('marks are held while a trainer grades, and released together', async ({ browser }) => {
  const { course, essay, params, emails } = await submittedEssays()
  const page = await returning(browser, demo.otherTrainer)
  const student = await freshPage(browser)

  await test.step('the trainer holds new marks', async () => {
    await page.goto(`/courses/${course.id}/weeks/${params.weekId}/assignments/${essay.id}/edit`)
    await page.getByRole('switch', { name: 'Hold new marks' }).click({ force: true })
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('1 change saved')).toBeVisible()
  })

  await test.step('the trainer grades two submissions', async () => {
    await page.goto(`/all-submissions/course/${course.id}/${essay.id}`)
    await page.getByRole('link', { name: 'Start grading' }).click()
    for (const [at, mark] of ['17', '12'].entries()) {
      await expect(page.getByText(`${at + 1} of 2 to grade`, { exact: true })).toBeVisible()
      const field = page.getByRole('textbox', { name: 'Mark out of 20' })
      await expect(field).toBeFocused()
      await expect(page.getByText('Held until released')).toBeVisible()
      await field.fill(mark)
      await field.press('Enter')
    }
    await expect(page.getByRole('heading', { name: 'All graded.' })).toBeVisible()
  })

  await test.step('the student sees that the work waits', async () => {
    await signIn(student, emails[0]!)
    await student.goto(`/courses/course/${course.id}/marks`)
    await expect(student.getByText('Waiting for a mark')).toBeVisible()
    await expect(student.getByText('17 / 20')).toBeHidden()
  })

  await test.step('the marks are released', async () => {
    await page.getByRole('link', { name: 'Back to submissions' }).click()
    await page.getByRole('link', { name: /^All/ }).click()
    await expect(page.getByText('2 marks and their feedback are hidden from students.')).toBeVisible()
    await page.getByRole('button', { name: 'Release 2 marks' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release 2 marks' }).click()
    await expect(page.getByText('2 marks released')).toBeVisible()
  })

  await test.step('the student has the mark and a notice', async () => {
    await student.reload()
    await expect(student.getByRole('listitem').filter({ hasText: essay.title })).toContainText('17 / 20')
    await student.getByRole('button', { name: /Notices/ }).click()
    await expect(student.getByText(new RegExp(essay.title)).last()).toBeVisible()
  })
})
