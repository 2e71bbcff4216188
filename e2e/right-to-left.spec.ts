/** Hebrew is laid out from right to left on every screen, also within our own sentences, and in fields. */

import type { Page } from '@playwright/test'
import { dialogsOfAdmin, dialogsOfStudent, dialogsOfTrainer, openDialogs } from './dialog-list.ts'
import { demo, returning } from './people.ts'
import { plantCourse, type Planted } from './planted-course.ts'
import { followLink, requestsOf } from './requests.ts'
import { everybody, managing, teaching } from './screen-list.ts'
import { expect, test } from './test.ts'

// In one worker, so that the course is made once.
test.describe.configure({ mode: 'default', timeout: 480_000 })

// The sign at the end is to the left of the first letter; where the line is taken to run from left to right, it is to the right.
const [first, last] = ['\u05e9', '!']
const words = `${first}\u05dc\u05d5\u05dd`

let planted: Planted
test.beforeAll(async () => {
  const run = `${Math.floor(Math.random() * 1e8)}`
  const text = `${words} ${run}${last}`
  planted = await plantCourse({ run, name: text, text, rich: `<p>${text}</p>`, answer: text })
})

/** The texts of the page that contain the planted one, and those of them that are laid out from left to right. */
const layOut = (page: Page, ends: { run: string; first: string; last: string }) =>
  page.evaluate(({ run, first, last }) => {
    const place = (node: Node, at: number): DOMRect => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    const wrong: string[] = []
    let count = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      const at = text.indexOf(run)
      const [start, end] = [text.lastIndexOf(first, at), text.indexOf(last, at)]
      // Some planted titles begin with a word in Latin letters.
      if (at < 0 || start < 0 || end < 0 || /^(Form|Choice|Formula|a|b) /.test(text) || !node.parentElement?.checkVisibility()) continue
      // What only screen readers read has no sides.
      if (node.parentElement.closest('.mantine-VisuallyHidden-root')) continue
      const [from, to] = [place(node, start), place(node, end)]
      // Without a box, or in two lines.
      if (from.width < 1 || to.width < 1 || to.top > from.bottom - 2) continue
      count += 1
      // In a sentence of ours, a text is isolated.
      const isAlone = start === 0 && text.length === end + 1
      if (to.left > from.left || !(isAlone || text[start - 1] === '\u2068'))
        wrong.push(`${node.parentElement.tagName}.${node.parentElement.className}: ${text}`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (!field.value.includes(run) || !field.value.includes(first)) continue
      count += 1
      if (getComputedStyle(field).direction !== 'rtl') wrong.push(`field ${field.labels?.[0]?.textContent ?? field.name}`)
    }
    return { count, wrong: wrong.slice(0, 8) }
  }, ends)

async function walk(page: Page, screens: readonly string[]): Promise<number> {
  const requests = requestsOf(page)
  let count = 0
  await page.goto(screens[0]!)
  for (const screen of screens) {
    await followLink(page, screen)
    await requests.done()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
    const found = await layOut(page, { run: planted.run, first, last })
    expect.soft(found.wrong, screen).toEqual([])
    count += found.count
  }
  return count
}

test('on the screens of a student', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  expect(await walk(page, [...everybody(planted.ids), ...planted.answering])).toBeGreaterThan(40)
})

test('on the screens of an admin', async ({ browser }) => {
  const page = await returning(browser, demo.admin)
  const users = `/users?search=${planted.run}`
  expect(await walk(page, [...managing(planted.ids), users, '/courses', planted.importPath])).toBeGreaterThan(20)
})

test('on the screens of a trainer', async ({ browser }) => {
  const page = await returning(browser, demo.otherTrainer)
  expect(await walk(page, [...teaching(planted.ids), `${planted.responsesPath}?tab=ALL`])).toBeGreaterThan(40)
})

/** The texts in the open dialog, as on the screens. */
async function inDialogs(page: Page, ways: Parameters<typeof openDialogs>[1]): Promise<number> {
  let count = 0
  await openDialogs(page, ways, [1280], async (name) => {
    const found = await layOut(page, { run: planted.run, first, last })
    expect.soft(found.wrong, name).toEqual([])
    count += found.count
  })
  return count
}

test('in the dialogs of a trainer', async ({ browser }) => {
  expect(await inDialogs(await returning(browser, demo.otherTrainer), dialogsOfTrainer(planted))).toBeGreaterThan(40)
})

test('in the dialogs of an admin', async ({ browser }) => {
  expect(await inDialogs(await returning(browser, demo.admin), dialogsOfAdmin(planted))).toBeGreaterThan(40)
})

test('in the dialogs of a student', async ({ browser }) => {
  expect(await inDialogs(await returning(browser, planted.email), dialogsOfStudent(planted))).toBeGreaterThan(5)
})
