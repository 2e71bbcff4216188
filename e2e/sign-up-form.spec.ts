/** A course with a sign-up form: an admin creates it, students answer it, a trainer decides, and a freed seat is filled. */

import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const students = { first: 'nadia.petrova@harbour.example', second: 'mateo.ruiz@harbour.example' } as const

test('a form is written, filled in, reviewed, and its waiting list moves up', async ({ browser }) => {
  const admin = await clientFor(demo.admin)
  const trainer = await clientFor(demo.trainer)
  const title = `Bookbinding ${Date.now().toString(36)}`
  const { items } = await admin.users.listUsers({ query: { search: demo.trainer } })
  const { id: courseId } = await admin.courses.createCourse({
    body: { title, status: 'PUBLISHED', enrolment: 'FORM', seats: 1, trainerIds: [items[0]!.id] },
  })

  await test.step('the admin writes five questions, and moves one up by keyboard', async () => {
    const page = await signedIn(browser, demo.admin, `/courses/${courseId}/create-sign-up-form`)
    const list = page.getByRole('navigation', { name: 'Questions' })
    const add = async (kind: string, label: string) => {
      await list.getByRole('button', { name: 'Add question' }).click()
      await page.getByRole('menuitem', { name: kind, exact: true }).click()
      const field = page.getByLabel('Question', { exact: true })
      await expect(field).toBeFocused()
      await page.keyboard.type(label)
    }
    await add('Short text', 'What should we call you?')
    await add('One choice', 'Have you bound a book before?')
    await page.getByLabel('Choice 1', { exact: true }).fill('Never')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Often')
    await add('Several choices', 'Which evenings?')
    await page.getByRole('button', { name: 'Publish form' }).click()
    await expect(page.getByRole('link', { name: 'Question 4: offer at least two choices' })).toBeVisible()
    await page.getByLabel('Choice 1', { exact: true }).fill('Monday')
    await page.getByLabel('Choice 2', { exact: true }).fill('Tuesday')
    await add('Phone number', 'Phone, for the first session only')
    await page.getByRole('switch', { name: 'An answer is required' }).click()
    await list.getByRole('button', { name: /What should we call you/ }).press('Alt+ArrowUp')
    await expect(list.getByRole('listitem').first()).toContainText('What should we call you?')
    await page.getByRole('radio', { name: /^Staff review each response/ }).click({ force: true })
    await page.getByRole('button', { name: 'Publish form' }).click()
    await expect(page.getByText('Form published')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish changes' })).toBeVisible()
  })

  await test.step('a student signs up from the first page with three clicks besides the answers; a reload loses nothing', async () => {
    const page = await signedIn(browser, students.first)
    const effort = countEffort(page)
    await effort.click(page.getByRole('link', { name: 'Courses', exact: true }))
    await page.getByRole('searchbox').fill(title)
    await expect(page).toHaveURL(/search=/)
    // Filtering moves the rows, and a click during that would hit the wrong row.
    await expect(page.getByRole('link', { name: 'Data Journalism' })).toBeHidden()
    await effort.click(page.getByRole('link', { name: `Sign-up form of ${title}` }))
    await page.getByLabel('What should we call you?').fill('Nadia')
    await page.getByLabel('Why this course, why now?').fill('I have paper, and no spine.')
    await page.getByLabel('Never').click()
    await page.getByLabel('Phone, for the first session only').fill('912')
    await page.getByLabel('Tuesday').click()
    await expect(page.getByText('Enter a phone number, such as +351 912 345 678', { exact: true })).toBeVisible()
    // The draft is written a moment after the last answer.
    await page.waitForFunction(() => Object.values(localStorage).some((draft) => String(draft).includes('Tuesday')))
    await page.reload()
    await expect(page.getByLabel('What should we call you?')).toHaveValue('Nadia')
    await expect(page.getByText('5 of 5 answered')).toBeVisible()
    await page.getByLabel('Phone, for the first session only').fill('')
    await effort.click(page.getByRole('button', { name: 'Send answers' }))
    await expect(page.getByRole('heading', { name: 'Your answers were sent' })).toBeVisible()
    expect(effort.clicks).toBeLessThanOrEqual(4)
    await expect(page.getByText('I have paper, and no spine.')).toBeVisible()
    await expect(page.getByText('Not answered')).toBeVisible()
    await page.getByRole('button', { name: 'Change your answers' }).click()
    await page.getByLabel('What should we call you?').fill('Nadia P.')
    await page.getByRole('button', { name: 'Save answers' }).click()
    await expect(page.getByText('Nadia P.')).toBeVisible()
  })

  const second = await clientFor(students.second)
  const form = (await second.signupForms.getForm({ params: { courseId } }))!
  const answers = form.questions
    .filter(({ required }) => required)
    .map(({ id, options, type }) => ({
      questionId: id,
      value: type === 'MULTIPLE_CHOICE' ? options.slice(0, 1) : (options[0] ?? 'Because'),
    }))
  await second.signupForms.answerForm({ params: { courseId, id: form.id }, body: { answers } })

  await test.step('a trainer approves both: one is enrolled, the other waits', async () => {
    const page = await signedIn(browser, demo.trainer, `/courses/course/${courseId}/sign-up-form/responses`)
    await page.getByRole('link', { name: 'Nadia Petrova' }).click()
    const panel = page.getByRole('complementary', { name: 'Response' })
    await expect(panel).toContainText('Nadia P.')
    await page.keyboard.press('k')
    await expect(panel.getByRole('heading', { name: 'Mateo Ruiz' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Read 2: What should we call you?' }).click()
    await expect(page.getByRole('dialog')).toContainText('Nadia P.')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('checkbox', { name: 'All on this page' }).click()
    await page.getByRole('button', { name: 'Approve 1, add 1 to waiting list' }).click()
    await expect(page.getByText('Only 1 seat left. 1 approved, 1 on the waiting list')).toBeVisible()
    await page.getByRole('link', { name: 'Waiting list 1' }).click()
    await expect(page.getByRole('row', { name: /Mateo Ruiz/ })).toBeVisible()
  })

  await test.step('somebody leaves, and the next person on the waiting list is enrolled', async () => {
    const { items: enrolled } = await trainer.signupResponses.listResponses({ params: { courseId }, query: { status: 'APPROVED' } })
    expect(enrolled.map(({ person }) => person.name)).toEqual(['Nadia Petrova'])
    await admin.users.removeUserFromCourse({ params: { id: enrolled[0]!.person.id, courseId } })
    const isEnrolled = async () => (await second.courses.listMyCourses({ query: { search: title } })).total === 1
    await expect.poll(isEnrolled).toBe(true)
    const page = await signedIn(browser, students.second, `/courses-details/${courseId}`)
    await expect(page.getByRole('link', { name: 'Go to course' })).toBeVisible()
  })
})
