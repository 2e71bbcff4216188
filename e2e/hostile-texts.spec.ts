/**
 * Markup, scripts and bidirectional text in every name and text field stay text on each screen, in mails and in exports. They are long, too:
 * on no screen anything is cut, or scrolls sideways, on desktops and phones.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findCutTexts } from './cut-texts.ts'
import { dialogsOfAdmin, dialogsOfStudent, dialogsOfTrainer, dialogsWithoutTexts, openDialogs } from './dialog-list.ts'
import { demo, freshPage, returning } from './people.ts'
import { plantCourse, type Planted } from './planted-course.ts'
import { followLink, requestsOf } from './requests.ts'
import { everybody, managing, teaching } from './screen-list.ts'
import { expect, test } from './test.ts'

// In one worker, so that the course is made once.
test.describe.configure({ mode: 'default', timeout: 480_000 })

/** Anything that would run or render is marked, to find it wherever it appears. The last characters reverse the text and have no width. */
const markup = '<img class=hostile src=x onerror=__ran=1><svg class=hostile onload=__ran=1></svg>\u202E\u200B'
const rich = `<p>${markup}</p><script class="hostile">__ran=1</script><a class="hostile" href="javascript:__ran=1">Read</a><p>Words</p>`
/** No language has a place to break it at. */
const longWord = 'Donaudampfschifffahrtsgesellschaftsbereich'
const formula = '=HYPERLINK("https://evil.example","Marks")'

/** Every text is hostile. */
function plant() {
  const run = crypto.randomUUID().slice(0, 8)
  const name = `${run} ${markup}`
  return plantCourse({ run, name, text: `${name} ${longWord}`, rich, answer: formula })
}
let planted: Planted
test.beforeAll(async () => {
  planted = await plant()
})

/** Elements of the page that came from user input. */
const interpreted = (page: Page) =>
  page.evaluate(() => {
    const inert = ':not([data-mantine-styles])'
    const found = document.querySelectorAll(
      `.hostile, [onerror], [onload], [onclick], [src="x"], a[href^="javascript" i], body script${inert}`,
    )
    const own = [...found].filter((element) => !(element instanceof HTMLScriptElement && element.src.startsWith(location.origin)))
    return { ran: '__ran' in window, elements: own.map(({ outerHTML }) => outerHTML.slice(0, 200)) }
  })
const nothing = { ran: false, elements: [] }

/** Each screen is checked as it opens. Returns how many of them show the hostile text. */
async function walk(page: Page, screens: readonly string[]): Promise<number> {
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => expect.soft(dialog.message()).toBe('no dialog')))
  const requests = requestsOf(page)
  let shown = 0
  await page.goto(screens[0]!)
  for (const screen of screens) {
    await followLink(page, screen)
    await requests.done()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
    expect.soft(await interpreted(page), screen).toEqual(nothing)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await requests.done()
      expect.soft(await findCutTexts(page), `${screen} at ${width} px`).toEqual([])
    }
    if ((await page.locator('main').innerText()).includes('<img class=hostile')) shown += 1
  }
  return shown
}

test('on the screens of a student', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  expect(await walk(page, [...everybody(planted.ids), ...planted.answering])).toBeGreaterThan(10)
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect(page.getByText('was marked: 12 / 20').first()).toBeVisible()
  expect(await interpreted(page)).toEqual(nothing)
})

test('what an ellipsis cuts is shown in full at the focus, and under the pointer', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/assignments')
  const link = page.getByRole('main').getByRole('link', { name: planted.run }).first()
  await expect(link).toBeVisible()
  await page.keyboard.press('Tab')
  await link.focus()
  const box = page.locator('body > #root [aria-hidden]', { hasText: longWord })
  await expect(box).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await link.hover()
  await expect(page.getByTitle(longWord).first()).toBeVisible()
})

test('on the screens of a trainer', async ({ browser }) => {
  const page = await returning(browser, demo.otherTrainer)
  const screens = [...teaching(planted.ids), `${planted.responsesPath}?tab=ALL`]
  expect(await walk(page, screens)).toBeGreaterThan(10)
  await page.getByRole('row').getByRole('link', { name: planted.run }).click()
  await expect(page.getByRole('complementary', { name: 'Response' })).toContainText('<svg class=hostile')
  expect(await interpreted(page)).toEqual(nothing)
})

test('on the screens of an admin', async ({ browser }) => {
  const page = await returning(browser, demo.admin)
  expect(await walk(page, [...managing(planted.ids), `/users?search=${planted.run}`, '/courses'])).toBeGreaterThan(5)
})

/** Sideways scrolling and cut words are polled, because dialogs move while they open. */
const tryDialog = (page: Page) => async (name: string) => {
  expect.soft(await interpreted(page), name).toEqual(nothing)
  await expect
    .configure({ soft: true })
    .poll(() => findCutTexts(page), name)
    .toEqual([])
}

test('in the dialogs of a trainer', async ({ browser }) => {
  const page = await returning(browser, demo.otherTrainer)
  await openDialogs(page, dialogsOfTrainer(planted), [390, 1280], tryDialog(page))
})

test('in the dialogs of an admin', async ({ browser }) => {
  const page = await returning(browser, demo.admin)
  await openDialogs(page, dialogsOfAdmin(planted), [390, 1280], tryDialog(page))
})

test('in the dialogs of a student', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  await openDialogs(page, dialogsOfStudent(planted), [390, 1280], tryDialog(page))
})

test('every dialog of the web app is among them, or has no words of people', async () => {
  const root = join(import.meta.dirname, '../apps/web/src')
  const files = (await readdir(root, { recursive: true })).filter((path) => /\.tsx$/.test(path) && !/\.test\.|^dev|^ui.dialog/.test(path))
  const sources = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
  const dialogs = sources
    .filter(({ text }) => /<(Dialog|ConfirmDialog|ShortcutsDialog|Modal\.Root)[ \n]/.test(text))
    .map(({ path }) => path)
  const tried = [dialogsOfTrainer, dialogsOfAdmin, dialogsOfStudent].flatMap((list) => list(planted).map(({ file }) => file))
  expect(dialogs.toSorted()).toEqual([...new Set([...tried, ...Object.keys(dialogsWithoutTexts)])].toSorted())
})

test('in mails and exported files', async ({ browser }) => {
  const { trainer, ids, run } = planted
  const outbox = await freshPage(browser)
  const link = outbox.getByRole('link', { name: run })
  await expect(async () => {
    await outbox.goto('/outbox')
    // The announcement to the class, and the sign-up decision.
    expect(await link.count()).toBeGreaterThan(1)
  }).toPass({ timeout: 60_000 })
  expect(await interpreted(outbox)).toEqual(nothing)
  const mails = await link.evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).href))
  for (const mail of mails) {
    await outbox.goto(mail)
    expect.soft(await outbox.locator('body').innerText()).toContain('<img class=hostile')
    expect.soft(await interpreted(outbox), mail).toEqual(nothing)
  }

  const files = await Promise.all([
    trainer.signupResponses.exportResponses({ params: { courseId: ids.formCourse } }),
    trainer.attendance.exportAttendance({ query: { courseId: ids.course } }),
    trainer.marks.exportMarks({ params: { courseId: ids.course }, query: { feedback: 'true' } }),
  ])
  const [signUps, ...others] = await Promise.all(files.map((file) => file.text()))
  expect(signUps).toContain(`"'=HYPERLINK(""https://evil.example"",""Marks"")"`)
  for (const text of [signUps, ...others]) {
    // A name is one cell, whatever it contains.
    expect(text).toContain(`"${run} <img class=hostile src=x onerror=__ran=1>`)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  }
})
