/** Discussions: the oldest question is answered with few clicks. */

import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
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
