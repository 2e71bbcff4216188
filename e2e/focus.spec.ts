/** The keyboard stays in the page: after each everyday action the focus is on something useful, never on the document. */

import type { Locator, Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { clientFor, demo, freshPage, password, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** The path on which a button was pressed last. */
const pressedAt = new WeakMap<Page, string>()
const pathOf = (page: Page) => new URL(page.url()).pathname

/** With the keyboard, as the focus of a mouse click may be lost on purpose. */
async function press(button: Locator): Promise<void> {
  pressedAt.set(button.page(), pathOf(button.page()))
  await button.focus()
  await button.press('Enter')
}
/** What has the focus: its role or tag, or nothing. A title is a good place on another page only. */
async function focused(page: Page): Promise<string> {
  const name = await page.evaluate(() => {
    const active = document.activeElement
    return active && active !== document.body && active.checkVisibility()
      ? (active.getAttribute('role') ?? active.tagName).toLowerCase()
      : ''
  })
  return name === 'h1' && pathOf(page) === pressedAt.get(page) ? '' : name
}
const expectFocus = (page: Page, after: string) => expect.poll(() => focused(page), after).not.toBe('')

/** A course with a session, an essay that a student submitted, and a discussion. */
async function aCourse() {
  const run = crypto.randomUUID().slice(0, 8)
  const admin = await clientFor(demo.admin)
  const { items } = await admin.users.listUsers({ query: { search: demo.trainer } })
  const course = await admin.courses.createCourse({
    body: { title: `Keyboards ${run}`, mode: 'LIVE', status: 'PUBLISHED', weekCount: 1, trainerIds: [items[0]!.id] },
  })
  const trainer = await clientFor(demo.trainer)
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const session = await trainer.media.createMedia({ params, body: { title: 'Clinic', type: 'LIVE', zoomOptions } })
  const question = { id: crypto.randomUUID(), type: 'TEXT' as const, prompt: 'Which?', required: true, points: 20 }
  const essay = await trainer.assignments.createAssignment({ params, body: { title: 'Essay', questions: [question] } })
  const email = `keyboards.${run}@example.org`
  const { token, user } = await clientOf().auth.register({ body: { name: `Kay ${run}`, email, password } })
  const student = clientOf(token)
  await student.courses.enroll({ params: { id: course.id } })
  const answers = [{ questionId: question.id, value: 'This one.' }]
  const place = { ...params, assignmentId: essay.id }
  const work = await student.submissions.submitAssignment({ params: place, body: { answers } })
  return { course, params, session, work, email, name: user.name }
}

test('staff: marks, a join link, keys, a week, and the dialog of a row', async ({ browser }) => {
  const { course, params, session, work, email, name } = await aCourse()
  const page = await signedIn(browser, demo.trainer)

  await test.step('marking the rest as present, closing and its undo', async () => {
    await page.goto(`/courses/course/${course.id}/week/${params.weekId}/media/${session.id}`)
    await press(page.getByRole('link', { name: 'Mark attendance' }))
    await press(page.getByRole('button', { name: 'Mark 1 as present' }))
    await expect(page.getByRole('button', { name: 'Mark 1 as present' })).toHaveCount(0)
    await expect(page.getByText(/Saved \d/)).toBeVisible()
    await expect(page.getByRole('row', { name })).toBeFocused()
    await press(page.getByRole('button', { name: 'Close register' }))
    await expect(page.getByText('Register closed')).toBeVisible()
    await expectFocus(page, 'close a register')
    await press(
      page
        .getByRole('button', { name: 'Undo' })
        .or(page.getByRole('link', { name: 'Undo' }))
        .last(),
    )
    await expect(page.getByRole('button', { name: 'Close register' })).toBeVisible()
    await expectFocus(page, 'undo the closing of a register')
  })

  await test.step('a join link, and its code shown large', async () => {
    await page.goto(`/courses/course/${course.id}`)
    await press(page.getByRole('button', { name: 'Create join link' }))
    await expect(page.getByRole('button', { name: 'Show large' })).toBeVisible()
    await expectFocus(page, 'create join link')
    await press(page.getByRole('button', { name: 'Show large' }))
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectFocus(page, 'close Show large')
  })

  await test.step('the keys of grading', async () => {
    await page.goto(`/submissions/${work.id}/course/${course.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectFocus(page, 'close ?')
    await page.getByRole('textbox', { name: /^Feedback/ }).fill(`Well argued, ${course.title}.`)
    await press(page.getByRole('button', { name: 'Save this text' }))
    await expect(page.getByText('Comment saved')).toBeVisible()
    await expectFocus(page, 'save this text')
  })

  await test.step('an email that is sent', async () => {
    await page.goto(`/courses/course/${course.id}/emails`)
    await press(page.getByRole('button', { name: 'Write email' }).first())
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Subject').fill('Keys')
    await dialog.getByLabel('Message').click()
    await page.keyboard.type('Bring them along.')
    await press(dialog.getByRole('button', { name: /^Send to/ }))
    await expect(dialog).toHaveCount(0)
    await expectFocus(page, 'send an email')
  })

  await test.step('a week that is saved', async () => {
    await page.goto(`/courses/${course.id}/weeks/${params.weekId}/edit`)
    await page.getByLabel('Title').fill('Keys')
    await press(page.getByRole('button', { name: /^Save/ }))
    await expect(page.getByText('Week 1 is saved')).toBeVisible()
    await expectFocus(page, 'save a week')
  })

  await test.step('a dialog of a row, closed with Escape', async () => {
    const admin = await signedIn(browser, demo.admin, `/users?search=${encodeURIComponent(email)}`)
    const menu = admin.getByRole('button', { name: `Actions for ${name}` })
    await press(menu)
    await press(admin.getByRole('menuitem', { name: 'Delete' }))
    await expect(admin.getByRole('dialog')).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('dialog')).toHaveCount(0)
    await expectFocus(admin, 'Escape in the dialog of a row')
  })
})

test('a deleted course that is restored', async ({ browser }) => {
  const admin = await clientFor(demo.admin)
  const course = await admin.courses.createCourse({ body: { title: `Lost keys ${crypto.randomUUID().slice(0, 8)}` } })
  await admin.courses.removeCourse({ params: { id: course.id } })
  const page = await signedIn(browser, demo.admin, '/courses?view=deleted')
  await press(page.getByRole('button', { name: `Restore ${course.title}` }))
  await expect(page.getByText(`${course.title} is restored`)).toBeVisible()
  await expectFocus(page, 'restore')
})

test('students: signing up, sending answers, and more replies', async ({ browser }) => {
  const run = crypto.randomUUID().slice(0, 8)
  const admin = await clientFor(demo.admin)
  const course = await admin.courses.createCourse({ body: { title: `Locks ${run}`, status: 'PUBLISHED', enrolment: 'FORM' } })
  const params = { courseId: course.id }
  const question = { label: 'Why?', type: 'SHORT_TEXT' as const, required: true }
  await admin.signupForms.saveForm({ params, body: { questions: [question], autoApprove: true } })
  const email = `locks.${run}@example.org`
  await clientOf().auth.register({ body: { name: `Lou ${run}`, email, password } })
  const page = await signedIn(browser, email, `/courses-details/${course.id}`)

  await press(page.getByRole('button', { name: 'Sign up' }))
  await expect(page.getByLabel('Why?')).toBeVisible()
  await expectFocus(page, 'sign up')
  await page.getByLabel('Why?').fill('To open doors.')
  await press(page.getByRole('button', { name: 'Send answers' }))
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await expectFocus(page, 'send answers')

  const { id: discussionId } = await admin.discussions.createDiscussion({ params, body: { title: 'Pins', content: '<p>How many?</p>' } })
  for (let count = 1; count <= 25; count++)
    await admin.discussions.createComment({ params: { ...params, discussionId }, body: { content: `<p>${count}</p>` } })
  await page.goto(`/courses/course/${course.id}/discussion-forum/${discussionId}`)
  await press(page.getByRole('button', { name: 'Show more replies' }))
  await expect(page.getByRole('paragraph').filter({ hasText: /^25$/ })).toBeVisible()
  await expectFocus(page, 'show more replies')
})

test('where nobody is signed in: a code for a new password', async ({ browser }) => {
  const page = await freshPage(browser)
  await page.goto('/auth/login')
  await press(page.getByRole('link', { name: 'Forgot password?' }))
  // Until it is there, the page before has a field of that name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(`nobody.${crypto.randomUUID().slice(0, 8)}@example.org`)
  await press(page.getByRole('button', { name: /code/i }))
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expectFocus(page, 'send a code')
})
