/** Writing while answers are slow: what was written is what is posted and sent, and it goes to those whom the button names. */

import type { Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { clientFor, demo, logIn, pageIn, password } from './people.ts'
import { newTrainer } from './recordings.ts'
import { expect, test } from './test.ts'

// In one worker, so that the course is made once.
test.describe.configure({ mode: 'default' })

/** A course with two trainers and two students, and a read discussion of more than a page whose first comment has a folded branch. */
async function makeCourse() {
  const run = crypto.randomUUID().slice(0, 8)
  const session = await logIn(await newTrainer())
  const trainer = clientOf(session.token)
  const admin = await clientFor(demo.admin)
  const { items } = await admin.users.listUsers({ query: { search: demo.otherTrainer } })
  const { id: courseId } = await admin.courses.createCourse({
    body: { title: `Charts ${run}`, status: 'PUBLISHED', trainerIds: [session.user.id, items[0]!.id] },
  })
  const students: Awaited<ReturnType<typeof logIn>>[] = []
  for (const name of ['Amara Diallo', 'Bea Costa']) {
    const email = `${name.slice(0, 3).toLowerCase()}.${run}@example.org`
    const student = await clientOf().auth.register({ body: { name, email, password } })
    await clientOf(student.token).courses.enroll({ params: { id: courseId } })
    students.push(student)
  }
  const params = { courseId }
  const { id: discussionId } = await trainer.discussions.createDiscussion({ params, body: { title: 'Axes', content: '<p>Where?</p>' } })
  const say = (words: string, parentId: string | null = null) =>
    trainer.discussions.createComment({ params: { courseId, discussionId }, body: { content: `<p>${words}</p>`, parentId } })
  const first = await say('Comment 1')
  for (let count = 2; count <= 22; count++) await say(`Comment ${count}`)
  for (let count = 1; count <= 4; count++) await say(`Reply ${count}`, first.id)
  const reader = clientOf(students[0]!.token)
  await reader.discussions.markRead({ params: { courseId, discussionId }, body: { until: new Date().toISOString() } })
  return { courseId, discussionId, session, trainer, reader: students[0]!, say, firstId: first.id }
}
let home: Awaited<ReturnType<typeof makeCourse>>
test.beforeAll(async () => {
  home = await makeCourse()
})

/** Answers that wait until they are let go. */
async function answersOf(page: Page, pattern: string, change = (_asked: unknown, answer: unknown): unknown => answer) {
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  await page.route(pattern, async (route) => {
    await gate.promise
    const response = await route.fetch()
    const asked: unknown = route.request().postDataJSON()
    await route.fulfill({ response, json: change(asked, await response.json()) })
  })
  return { hold: () => void (gate = Promise.withResolvers()), letGo: () => gate.resolve() }
}

/** Milliseconds between keys. */
const pace = { delay: 70 }
const chart = {
  name: 'chart.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
}
const uploads = '**/api/aws/presigned-url*'
const withoutKeys = (html: string): string => html.replaceAll(/ data-key="[^"]*"| src="[^"]*"/g, '')

test('a mention that is not chosen and a picture that comes late take nothing of a new discussion with them', async ({ browser }) => {
  const { courseId, trainer } = home
  const page = await pageIn(browser, home.session)
  const upload = await answersOf(page, uploads)
  await page.goto(`/courses/course/${courseId}/discussion-forum/create`)
  await page.getByLabel('Title').fill('Late chart')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  for (const words of ['First', 'Second', 'Third']) {
    await page.keyboard.type(words, pace)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('Here is my chart', pace)

  await text.getByText('First').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' @Ama', pace)
  await expect(page.getByRole('option', { name: 'Amara Diallo' })).toBeVisible()
  await text.getByText('Third').click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Fourth', pace)

  await text.getByText('Here is my chart').click()
  await page.keyboard.press('End')
  upload.hold()
  await page.locator('input[type=file]').setInputFiles(chart)
  await expect(text).toContainText('Adding picture …')
  await page.keyboard.type('and I write on', pace)
  const post = page.getByRole('button', { name: 'Post' })
  await expect(post).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Title').click()
  upload.letGo()
  await expect(text.locator('img')).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.type('?', pace)
  await post.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Late chart?' })).toBeVisible()
  const { items } = await trainer.discussions.listDiscussions({ params: { courseId }, query: { search: 'late chart' } })
  expect(items.map(({ content }) => withoutKeys(content))).toEqual([
    '<p>First @Ama</p><p>Second</p><p>Third</p><p>Fourth</p><p>Here is my chart</p><img alt="" /><p>and I write on</p>',
  ])
})

test('“1 new reply. Show” leads to it, on a later page and in a folded branch', async ({ browser }) => {
  const { courseId, discussionId, say, firstId } = home
  const page = await pageIn(browser, home.reader)
  await page.goto(`/courses/course/${courseId}/discussion-forum/${discussionId}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const show = async (words: string) => {
    await expect(page.getByText(words)).toHaveCount(0)
    // As after coming back from another tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('button', { name: '1 new reply. Show' }).click()
    const article = page.getByRole('article').filter({ hasText: words }).last()
    await expect(article).toBeFocused()
    await expect(article).toBeInViewport()
  }
  await expect(page.getByRole('button', { name: 'Show more replies' })).toBeVisible()
  await say('The last word')
  await show('The last word')
  await say('One more in the branch', firstId)
  await show('One more in the branch')
})

test('an email goes to those whom the button names, though the audience was changed just before', async ({ browser }) => {
  const { courseId, trainer } = home
  const page = await pageIn(browser, home.session)
  /** A whole school, so that the question above 50 people is asked. */
  const preview = await answersOf(page, '**/api/courses/send-mails/*/preview', (asked, answer) =>
    String((asked as { sendTo: unknown }).sendTo) === 'ALL' ? { ...(answer as object), count: 60 } : answer,
  )
  const upload = await answersOf(page, uploads)
  await page.goto(`/courses/course/${courseId}/emails`)
  await page.getByRole('button', { name: 'Write email' }).first().click()
  const dialog = page.getByRole('dialog').first()
  const send = dialog.getByRole('button', { name: /^Send to/ })
  await dialog.getByLabel('Subject').click()
  await page.keyboard.type('Charts', pace)
  await dialog.getByLabel('Message').click()
  await page.keyboard.type('Here is my chart', pace)
  upload.hold()
  await dialog.locator('input[type=file]').setInputFiles(chart)
  await expect(dialog.getByLabel('Message')).toContainText('Adding picture …')
  await page.keyboard.type('and I write on', pace)
  await expect(send).toBeDisabled()
  upload.letGo()
  await expect(send).toBeEnabled()

  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByRole('radio', { name: /^Trainers/ }).click()
  await expect(send).toHaveText('Send to 2 people')
  preview.hold()
  await dialog.getByRole('radio', { name: /^Everyone/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Write email' })).toBeVisible()
  await expect(send).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  preview.letGo()
  await expect(send).toHaveText('Send to 60 people')
  await send.click()
  await page.getByRole('dialog', { name: 'Send to 60 people?' }).getByRole('button', { name: 'Send to 60' }).click()
  await expect(page.getByText(/^Sending to 4 people/)).toBeVisible()
  const [email] = (await trainer.courseEmails.listCourseEmails({ params: { courseId } })).items
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const { sendTo, body } = await trainer.courseEmails.getCourseEmail({ params: { courseId, id: email!.id } })
  expect({ sendTo, body: withoutKeys(body) }).toEqual({
    sendTo: ['ALL'],
    body: '<p>Here is my chart</p><img alt="" /><p>and I write on</p>',
  })
})
