/** Discussions: the oldest question is answered with few clicks. */

import { clientOf } from './client.ts'
import { countEffort } from './effort.ts'
import { clientFor, demo, password, signedIn } from './people.ts'
import { newTrainer } from './recordings.ts'
import { expect, test } from './test.ts'

test('a trainer answers the oldest question from the first page, and read posts are read on other devices too', async ({ browser }) => {
  const trainer = await clientFor(demo.trainer)
  const oldest = (await trainer.home.getHome()).teacher!.unanswered.items[0]!
  const params = { courseId: oldest.courseId, discussionId: oldest.id }
  const page = await signedIn(browser, demo.trainer)
  const effort = countEffort(page)
  await effort.click(page.getByRole('list', { name: 'Unanswered questions' }).getByRole('link', { name: oldest.title }))
  const field = page.getByRole('textbox', { name: 'Write a reply' })
  await effort.click(field)
  await field.fill('Save it as UTF-8 with a byte order mark.')
  await effort.click(page.getByRole('button', { name: 'Reply', exact: true }))
  await expect(page.getByRole('article').getByText('Save it as UTF-8 with a byte order mark.')).toBeVisible()
  expect(effort.clicks).toBeLessThanOrEqual(3)
  const { items } = (await trainer.home.getHome()).teacher!.unanswered
  expect(items.map(({ id }) => id)).not.toContain(oldest.id)
  await expect.poll(async () => (await trainer.discussions.getDiscussion({ params })).unread).toBe(false)
})

/** A new trainer with three courses, in which a student asks five questions. */
async function askInThreeCourses() {
  const email = await newTrainer()
  const trainer = await clientFor(email)
  const run = crypto.randomUUID().slice(0, 8)
  const account = { name: `Asker ${run}`, email: `asker.${run}@example.org`, password }
  const student = clientOf((await clientOf().auth.register({ body: account })).token)
  const courses = await Promise.all(
    ['Rivers', 'Dunes', 'Tides'].map((title) =>
      trainer.courses.createCourse({ body: { title: `${title} ${run}`, status: 'PUBLISHED', weekCount: 1 } }),
    ),
  )
  for (const { id } of courses) await student.courses.enroll({ params: { id } })
  for (const n of [0, 1, 2, 3, 4])
    await student.discussions.createDiscussion({
      params: { courseId: courses[n % 3]!.id },
      body: { title: `Question ${n + 1}`, content: '<p>How is that measured?</p>' },
    })
  return { email, trainer }
}

test('five new questions in three courses are answered with two keys each, in the order of the list', async ({ browser }) => {
  const { email, trainer } = await askInThreeCourses()
  const page = await signedIn(browser, email, '/discussions')
  await expect(page.getByText('3 courses')).toBeVisible()
  const menuItem = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Discussions/ })
  await expect(menuItem).toHaveText('Discussions5')
  const effort = countEffort(page)
  for (const n of [1, 2, 3, 4, 5]) {
    await effort.press('n')
    await expect(page.getByRole('heading', { level: 1, name: `Question ${n}` })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Write a reply' })).toBeFocused()
    await page.keyboard.type(`Answer ${n}`)
    await effort.press('Control+Enter')
    await expect(page.getByRole('article').filter({ hasText: `Answer ${n}` })).toBeFocused()
  }
  expect([effort.keys, effort.clicks]).toEqual([10, 0])
  await expect(page.getByRole('status').filter({ hasText: 'Nothing unread. 5 answered.' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Discussions' }).click()
  await expect(page.getByRole('heading', { name: 'Read 5' })).toBeVisible()
  await expect(menuItem).toHaveText('Discussions')
  // The last one that was opened has the focus.
  await expect(page.getByRole('link', { name: 'Question 5' })).toBeFocused()
  expect((await trainer.home.getHome()).teacher!.unanswered.total).toBe(0)
})
