/** Input is sent once, even if the response is late or lost, and the page is left or reloaded. */

import type { Browser, Page } from '@playwright/test'
import { clientFor, demo, returning } from './people.ts'
import { expect, test } from './test.ts'

const words = 'Which deflator did you use?'
const reply = (page: Page) => page.getByRole('textbox', { name: 'Write a reply' })
const send = (page: Page) => page.getByRole('button', { name: 'Reply', exact: true }).click()

/** A new discussion, a trainer who has typed a reply to it, and its replies. */
async function replying(browser: Browser) {
  const [page, trainer] = [await returning(browser, demo.trainer), await clientFor(demo.trainer)]
  const course = await trainer.courses.createCourse({
    body: { title: `Prices ${crypto.randomUUID().slice(0, 8)}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id }
  const { id } = await trainer.discussions.createDiscussion({ params, body: { title: 'Deflators', content: 'Ask here.' } })
  await page.goto(`/courses/course/${course.id}/discussion-forum/${id}`)
  await reply(page).fill(words)
  const replies = async () => {
    const { items } = await trainer.discussions.listComments({ params: { ...params, discussionId: id } })
    return items.map(({ content }) => content)
  }
  return { page, replies }
}

test('after a lost response and a reload the text is still there, and sending it again creates only one reply', async ({ browser }) => {
  const { page, replies } = await replying(browser)
  let tries = 0
  await page.route('**/api/discussion/create-comment/**', async (route) => {
    const response = await route.fetch()
    if (tries++ === 0) await route.abort()
    else await route.fulfill({ response })
  })
  await send(page)
  await expect.poll(replies).toEqual([`<p>${words}</p>`])
  await page.reload()
  await expect(reply(page)).toHaveText(words)
  await send(page)
  await page.getByRole('button', { name: 'Close, and write another reply' }).click()
  await expect(reply(page)).toHaveText('')
  expect(tries).toBe(2)
  expect(await replies()).toEqual([`<p>${words}</p>`])
})
