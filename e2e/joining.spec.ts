/** Joining a course through signing in or registering: what was started before continues afterwards. */

import type { Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { clientFor, demo, freshPage, password, returning, signInHere } from './people.ts'
import { expect, test } from './test.ts'

/** A course with a form of two questions, or with another enrolment mode. */
async function openCourse(enrolment: 'FORM' | 'INVITE') {
  const run = crypto.randomUUID().slice(0, 8)
  const admin = await clientFor(demo.admin)
  const title = `Paper marbling ${run}`
  const { id: courseId } = await admin.courses.createCourse({ body: { title, status: 'PUBLISHED', enrolment } })
  return { run, admin, title, courseId, email: `marbling.${run}@example.org` }
}

const askTwo = ({ admin, courseId }: Awaited<ReturnType<typeof openCourse>>) =>
  admin.signupForms.saveForm({
    params: { courseId },
    body: {
      questions: [
        { label: 'Why this course?', type: 'LONG_TEXT', required: true },
        { label: 'Your name on the list', type: 'SHORT_TEXT', required: true },
      ],
    },
  })

async function register(page: Page, { run, email }: { run: string; email: string }): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill(`Noor ${run}`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

const why = (page: Page) => page.getByLabel('Why this course?')

test('a half-filled form is still there after the session ended and the person signed in again', async ({ browser }) => {
  const made = await openCourse('FORM')
  await askTwo(made)
  await clientOf().auth.register({ body: { name: `Noor ${made.run}`, email: made.email, password } })
  const page = await returning(browser, made.email)
  await page.goto(`/courses-details/${made.courseId}`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await why(page).fill('I like the smell of the size.')
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('auth-storage')!) as { state: { token: string } }).state.token)
  await clientOf(token).auth.logout({})
  await page.getByLabel('Your name on the list').fill('Noor')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await signInHere(page, made.email)
  await expect(page).toHaveURL(new RegExp(`/courses-details/${made.courseId}`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(why(page)).toHaveValue('I like the smell of the size.')
  await expect(page.getByLabel('Your name on the list')).toHaveValue('Noor')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
})

test('a link to a form leads through registration to that form; half-filled answers survive leaving the page', async ({ browser }) => {
  const made = await openCourse('FORM')
  await askTwo(made)
  const page = await freshPage(browser)
  await page.goto(`/courses-details/${made.courseId}`)
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await register(page, made)
  await expect(page).toHaveURL(new RegExp(`/courses-details/${made.courseId}`))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await why(page).fill('Half a sentence')
  await page.goto('/courses')
  await page.goBack()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(why(page)).toHaveValue('Half a sentence')
  await page.getByLabel('Your name on the list').fill('Noor')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.getByRole('link', { name: 'Open course' }).click()
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible()
})

test('a join link leads through registration to the course page, enrolled', async ({ browser }) => {
  const made = await openCourse('INVITE')
  const { link } = await made.admin.joinLinks.resetJoinLink({ params: { courseId: made.courseId } })
  const page = await freshPage(browser)
  await page.goto(new URL(link.url).pathname)
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await register(page, made)
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible()
  await page.getByRole('button', { name: 'Join course' }).click()
  await expect(page).toHaveURL(new RegExp(`/courses/course/${made.courseId}$`))
  await expect(page.getByText(`You are enrolled in ${made.title}`)).toBeVisible()
  const student = (await clientFor(made.email)).courses
  await expect(student.listMyCourses({})).resolves.toMatchObject({ total: 1, items: [{ id: made.courseId }] })
})

test('the questions of a form are reordered with the pointer', async ({ browser }) => {
  const made = await openCourse('FORM')
  await askTwo(made)
  const page = await returning(browser, demo.admin)
  await page.goto(`/courses/${made.courseId}/create-sign-up-form`)
  const items = page.getByRole('navigation', { name: 'Questions' }).getByRole('listitem')
  await expect(items.first()).toContainText('Why this course?')
  await items.first().dragTo(items.nth(1))
  await expect(items.first()).toContainText('Your name on the list')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Changes published')).toBeVisible()
  const form = await made.admin.signupForms.getForm({ params: { courseId: made.courseId } })
  expect(form!.questions.map(({ label }) => label)).toEqual(['Your name on the list', 'Why this course?'])
})
