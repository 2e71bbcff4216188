/**
 * Scrolling a discussion of 10,000 comments of which 400 are loaded, against one of 20: main-thread time (CDP `TaskDuration`) for the same
 * distance, up and down, the median of five; at most 1.5 times as much.
 */

import { chromium, type Page } from '@playwright/test'
import { clientFor, demo, signedIn } from '../e2e/people.ts'
import { launchProduct } from '../e2e/product.ts'
import { findBrowser } from '../tools/browser.mjs'
import { median, Results } from './results.ts'

const [few, many, loaded] = [20, 10_000, 400]
const limit = 1.5
const rounds = 5

const found = await findBrowser(process.execPath)
const product = await launchProduct()
process.env.BASE_URL = product.url
const browser = await chromium.launch({ executablePath: found.fullPath ?? found.path, args: found.args })
try {
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({ body: { title: 'Long talk', mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 } })
  const addThread = async (count: number): Promise<string> => {
    const params = { courseId: course.id }
    const { id } = await trainer.discussions.createDiscussion({
      params,
      body: { title: `${count} comments`, content: '<p>Say yours.</p>' },
    })
    for (let n = 0; n < count; n += 16)
      await Promise.all(
        Array.from({ length: Math.min(16, count - n) }, (_, at) =>
          trainer.discussions.createComment({
            params: { courseId: course.id, discussionId: id },
            body: { content: `<p>Comment ${n + at}: the index was rebased, so compare the years before 2005 with care.</p>` },
          }),
        ),
      )
    return `/courses/course/${course.id}/discussion-forum/${id}`
  }
  const page = await signedIn(browser, demo.trainer)
  await page.setViewportSize({ width: 1280, height: 800 })
  const timesOf = async (path: string, wanted: number): Promise<number[]> => {
    await page.goto(path)
    await page.getByText('Comment 0:').waitFor()
    const comments = page.getByText(/^Comment \d+:/)
    while ((await comments.count()) < wanted) {
      const before = await comments.count()
      await page.getByRole('button', { name: 'Show more replies' }).click()
      while ((await comments.count()) === before) await page.waitForTimeout(20)
    }
    // On each frame the browser determines the element below the pointer.
    await page.mouse.move(640, 400)
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const time = await scrollTime(page)
      // The first round renders everything once.
      if (round > 0) times.push(time)
    }
    return times
  }
  // Both are inserted before measuring: the database is busy for a while after 10,000 comments.
  const [shortThread, longThread] = [await addThread(few), await addThread(many)]
  const short = await timesOf(shortThread, few)
  const long = await timesOf(longThread, loaded)
  const results = new Results('scrolling', `of ${few}, ms`, `of ${many}, ms`, 'is', 'limit')
  const [from, to] = [median(short), median(long)]
  results.add(to / from <= limit, 'up and down', from, to, to / from, limit)
  process.exitCode = results.print()
} finally {
  await browser.close()
  await product.stop()
}

/** Milliseconds of the main thread for 1,000 px down and up again, 20 px a frame. */
async function scrollTime(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const taskTime = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  await page.evaluate(() => window.scrollTo(0, 0))
  const before = await taskTime()
  await page.evaluate(async () => {
    for (const step of [20, -20])
      for (let frame = 0; frame < 50; frame++) {
        window.scrollBy(0, step)
        await new Promise(requestAnimationFrame)
      }
  })
  const time = (await taskTime()) - before
  await session.detach()
  return time
}
