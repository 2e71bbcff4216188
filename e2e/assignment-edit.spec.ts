/** A wrong answer key is corrected after the class has submitted: affected marks are previewed, and every student gets the new mark. */

import { findViolations } from './axe.ts'
import { clientOf } from './client.ts'
import { clientFor, demo, password, returning } from './people.ts'
import { expect, test } from './test.ts'

/** More than the preview shows at first. */
const classSize = 10

/** A published quiz with a wrong key, which everyone answered correctly. */
async function answeredQuiz() {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.otherTrainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Quizzes ${run}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const question = {
    type: 'SINGLE_CHOICE' as const,
    prompt: 'Which base year does the index have?',
    options: ['2005', '2015', '2019'],
    answerKey: ['2005'],
    points: 4,
  }
  const quiz = await trainer.assignments.createAssignment({ params, body: { title: `Base years ${run}`, questions: [question] } })
  const students = await Promise.all(
    Array.from({ length: classSize }, async (_, at) => {
      const body = { name: `Student ${at + 1}`, email: `quiz.${run}.${at}@example.org`, password }
      const student = clientOf((await clientOf().auth.register({ body })).token)
      await student.courses.enroll({ params: { id: course.id } })
      const answers = [{ questionId: quiz.questions[0]!.id, value: '2015' }]
      await student.submissions.submitAssignment({ params: { ...params, assignmentId: quiz.id }, body: { answers } })
      return student
    }),
  )
  const marks = async () =>
    Promise.all(students.map(async (student) => (await student.assignments.getAssignment({ params: { id: quiz.id } })).work?.marks))
  return { quiz, trainer, course, marks, path: `/courses/${course.id}/weeks/${params.weekId}/assignments/${quiz.id}/edit` }
}

test('a corrected key marks all submissions again, after a preview; the assignment can be deleted and restored', async ({ browser }) => {
  const { quiz, course, marks, path } = await answeredQuiz()
  expect(await marks()).toEqual(Array(classSize).fill(0))
  const page = await returning(browser, demo.otherTrainer)
  await page.goto(path)

  await test.step('the change shows whose marks it changes', async () => {
    await page.getByRole('button', { name: /Which base year/ }).click()
    await expect(page.getByText(`${classSize} chose`)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Option 2 of question 1' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Option 1 is right' }).click()
    await page.getByRole('checkbox', { name: 'Option 2 is right' }).click()
    await expect(page.getByRole('row', { name: /^Student \d+ 0 4 \+4$/ })).toHaveCount(8)
    await page.getByRole('button', { name: `Show all ${classSize}` }).click()
    await expect(page.getByRole('row', { name: /^Student \d+ 0 4 \+4$/ })).toHaveCount(classSize)
    expect(await findViolations(page)).toEqual([])
    expect(await marks()).toEqual(Array(classSize).fill(0))
  })

  await test.step('a reload keeps the draft; saving marks again', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('1 change saved')).toBeVisible()
    expect(await marks()).toEqual(Array(classSize).fill(4))
  })

  await test.step('deleted with one question asked, and brought back', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Delete assignment' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`${classSize} submissions and their marks leave the course.`)
    await dialog.getByRole('button', { name: 'Delete assignment' }).click()
    await expect(page.getByText('Assignment deleted')).toBeVisible()
    await expect(page.getByText(quiz.title)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(`${quiz.title} is restored`)).toBeVisible()
    await page.goto(`/assignments?course=${course.id}`)
    await expect(page.getByRole('link', { name: quiz.title })).toBeVisible()
  })
})
