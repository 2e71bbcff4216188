/** Discussions: the oldest question is answered with few clicks, and a link opens the thread of a reply. */
import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('a trainer answers the oldest question from the first page, and read posts are read on other devices too', async ({ browser }) => {
  const trainer = await clientFor(demo.trainer)
  const oldest = (await trainer.discussions.listUnanswered({ query: { limit: 1 } })).items[0]!
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
  const { items } = await trainer.discussions.listUnanswered({ query: { limit: 100 } })
  expect(items.map(({ id }) => id)).not.toContain(oldest.id)
  await expect.poll(async () => (await trainer.discussions.getDiscussion({ params })).unread).toBe(false)
})

test('a link to a reply opens its branch, and a deletion can be undone', async ({ browser }) => {
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Threads ${crypto.randomUUID().slice(0, 8)}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const at = { courseId: course.id }
  const { id: discussionId } = await trainer.discussions.createDiscussion({
    params: at,
    body: { title: 'A long one', content: '<p>Go on.</p>' },
  })
  const params = { ...at, discussionId }
  const say = async (content: string, parentId?: string) => {
    // A user's comments are five seconds apart.
    const result = await trainer.discussions
      .createComment({ params, body: { content: `<p>${content}</p>`, parentId } })
      .catch(() => undefined)
    return result?.id
  }
  const post = async (content: string, parentId?: string) => {
    let id: string | undefined
    await expect.poll(async () => (id = await say(content, parentId)), { timeout: 60_000 }).toBeTruthy()
    return id!
  }
  const root = await post('The root')
  const replies = []
  for (let n = 1; n <= 4; n++) replies.push(await post(`Reply ${n}`, root))
  const page = await signedIn(browser, demo.trainer, `/courses/course/${course.id}/discussion-forum/${discussionId}`)
  await expect(page.getByText('Reply 2')).toBeVisible()
  await expect(page.getByText('Reply 4')).toBeHidden()
  await page.getByRole('button', { name: '2 more replies' }).click()
  await expect(page.getByText('Reply 4')).toBeVisible()
  await page.goto(`/courses/course/${course.id}/discussion-forum/${discussionId}?comment=${replies[3]!}`)
  await expect(page.locator(`#c-${replies[3]!}`)).toBeFocused()
  await page
    .getByRole('button', { name: /^More for the comment of/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Reply 4')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Reply 4')).toBeVisible()
})
