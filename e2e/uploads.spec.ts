/** Uploads as people meet them: few clicks, a line that breaks, a page that is left, reloaded or shared. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { countEffort } from './effort.ts'
import { breakableLine } from './line.ts'
import { demo, freshPage, password, signedIn, signIn } from './people.ts'
import { addMedia, countParts, home, lecture, MiB, newTrainer, recording, slow, stored, tray } from './recordings.ts'

test.use({ actionTimeout: 30_000 })

test('from the dashboard, a lecture stands on its week after six clicks, and the page may be left meanwhile', async ({ browser }, info) => {
  const page = await freshPage(browser)
  const email = await newTrainer(page)
  const mine = await home(page, 'Six clicks', { email, week: 3, weekCount: 10 })
  await signIn(page, email)
  await expect(page).toHaveURL('/')
  const { path, hash } = await recording(info, 'Axes that lie.webm', 24 * MiB)
  const effort = countEffort(page)
  let loads = 0
  page.on('load', () => void loads++)
  const { free } = await slow(page, 4 * MiB)
  await effort.click(page.getByRole('button', { name: 'Add media to Six clicks' }))
  await effort.click(page.getByRole('menuitem', { name: 'Week 3' }))
  await effort.chooseKeptFile(page.getByRole('button', { name: 'Choose recordings' }), page.locator('input[type=file]'), path)
  await expect(page.getByLabel('Title')).toHaveValue('Axes that lie')
  await effort.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page).toHaveURL(new RegExp(`/week/${mine.week}$`))
  console.log(`a lecture on its week: ${effort.clicks} clicks, ${effort.keys} keys`)
  expect(effort.clicks).toBeLessThanOrEqual(6)
  expect(loads).toBeLessThanOrEqual(2)

  await page.getByRole('link', { name: 'Attendance' }).click()
  await expect(tray(page).getByRole('progressbar', { name: 'Upload of Axes that lie.webm' })).toBeVisible()
  await free()
  await expect(page.getByText('Axes that lie is in week 3')).toBeVisible({ timeout: 30_000 })
  await tray(page).getByRole('link', { name: 'In week 3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Axes that lie' })).toBeVisible()
  expect(await stored(mine)).toMatchObject([{ title: 'Axes that lie', hash, thumbnail: expect.stringContaining('image/') }])
})

test('two files leave together, are named meanwhile, and both arrive', async ({ browser }, info) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Two files')
  const files = await Promise.all([recording(info, 'one.webm', 20 * MiB), recording(info, 'two.webm', 3 * MiB)])
  await addMedia(mine)
  await page.locator('input[type=file]').setInputFiles(files.map(({ path }) => path))
  await page.getByLabel('Title of two.webm').fill('The second half')
  await page.getByRole('button', { name: 'Notes and captions of two.webm' }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Begins where the first ends.')
  await page.getByLabel('Title of one.webm').fill(' ')
  await page.getByRole('button', { name: 'Publish 2 recordings' }).click()
  await page.getByRole('alert').getByText('Enter a title').click()
  await expect(page.getByLabel('Title of one.webm')).toBeFocused()
  await page.getByLabel('Title of one.webm').fill('The first half')
  await page.getByRole('button', { name: 'Publish 2 recordings' }).click()
  for (const title of ['The first half', 'The second half']) await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  const found = await stored(mine)
  expect(new Map(found.map(({ title, hash }) => [title, hash]))).toEqual(
    new Map([
      ['The first half', files[0].hash],
      ['The second half', files[1].hash],
    ]),
  )
  await page.getByRole('link', { name: 'The second half' }).first().click()
  await page
    .getByRole('tab', { name: 'Trainer notes' })
    .or(page.getByRole('link', { name: 'Trainer notes' }))
    .click()
  await expect(page.getByText('Begins where the first ends.')).toBeVisible()
})

test('case 102: the network goes at 60 % and comes back: the upload waits, goes on by itself, and sends less than a part again, of all that was on its way', async ({
  browser,
}, info) => {
  const line = await breakableLine(process.env.BASE_URL!)
  const page = await signedIn(browser, demo.trainer, line.url)
  const mine = await home(page, 'Broken line')
  const { path, hash } = await recording(info, 'long.webm', 80 * MiB)
  const parts = countParts(page)
  await addMedia(mine)
  const { free } = await slow(page, 10 * MiB)
  const earlier = line.sent()
  const sent = () => line.sent() - earlier
  await page.locator('input[type=file]').setInputFiles(path)
  await expect.poll(sent, { timeout: 30_000, intervals: [50] }).toBeGreaterThanOrEqual(0.6 * 80 * MiB)
  const before = sent()
  line.cut()
  await page.context().setOffline(true)
  await expect(page.getByText('Offline. It goes on when the connection is back.')).toBeVisible()
  const arrived = [...parts.arrived]
  const begun = [...parts.begun]
  line.mend()
  await page.context().setOffline(false)
  await free()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Long is in week 1')).toBeVisible({ timeout: 60_000 })
  const after = parts.begun.slice(begun.length)
  expect(after.filter((part) => arrived.includes(part))).toEqual([])
  // With the headers of all that the page asked meanwhile.
  const again = sent() - 80 * MiB
  console.log(`cut after ${before} bytes, sent again: ${again}; parts went on at ${parts.goneOn.join(', ')}`)
  expect(parts.goneOn).not.toEqual([])
  expect(again).toBeLessThan(8 * MiB)
  expect(await stored(mine)).toMatchObject([{ hash }])
  await page.context().close()
  await line.stop()
})

test('after a reload the same file goes on, no other does, and no part is sent again', async ({ browser }, info) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Reload')
  const { path, hash } = await recording(info, 'lecture.webm', 48 * MiB)
  const other = await recording(info, 'other.webm', 20 * MiB)
  const parts = countParts(page)
  await addMedia(mine)
  await slow(page, 10 * MiB)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByLabel('Title').fill('Reloaded')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => parts.arrived.length, { timeout: 30_000 }).toBeGreaterThan(2)
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })
  await Promise.all([asked, page.reload()])
  const [arrived, begun] = [[...parts.arrived], parts.begun.length]
  const row = tray(page).getByRole('group', { name: 'lecture.webm' })
  await expect(row).toContainText('Resume lecture.webm')
  await expect(row).toContainText(/\(\d+\u00a0%\)/)
  await expect(row).not.toContainText('(0\u00a0%)')
  await row.locator('input[type=file]').setInputFiles(other.path)
  await expect(row).toContainText('This is not the same file. Pick lecture.webm.')
  expect(parts.begun.length).toBe(begun)

  await row.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('Reloaded is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(parts.begun.slice(begun).filter((part) => arrived.includes(part))).toEqual([])
  expect(await stored(mine)).toMatchObject([{ title: 'Reloaded', hash }])
})

test('what was begun in another browser goes on here with the same file, and no part is sent again', async ({ browser }, info) => {
  const there = await signedIn(browser, demo.trainer)
  const mine = await home(there, 'Elsewhere')
  const { path, hash } = await recording(info, 'begun-elsewhere.webm', 48 * MiB)
  const before = countParts(there)
  await addMedia(mine)
  await slow(there, 10 * MiB)
  await there.locator('input[type=file]').setInputFiles(path)
  await expect.poll(() => before.arrived.length, { timeout: 30_000 }).toBeGreaterThan(2)
  await there.context().close()

  const page = await signedIn(browser, demo.trainer)
  const here = { ...mine, page }
  const after = countParts(page)
  await addMedia(here)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Begun elsewhere is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(after.begun.filter((part) => before.arrived.includes(part))).toEqual([])
  const { token } = (await (await page.request.post('/api/auth/login', { data: { email: demo.trainer, password } })).json()) as {
    token: string
  }
  const get = async (url: string): Promise<unknown> =>
    (await page.request.get(url, { headers: { authorization: `Bearer ${token}` } })).json()
  expect(await stored({ ...here, get })).toMatchObject([{ hash }])
})

test('where the browser keeps the file, a reload is no more than a pause', async ({ browser }, info) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Handle')
  const { path, hash } = await recording(info, 'kept.webm', 40 * MiB)
  // A real file with a real handle, without the system's dialog, which no test can press.
  await page.route('**/kept.webm', (route) => route.fulfill({ path }))
  await addMedia(mine)
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle('kept.webm', { create: true })
    const writer = await handle.createWritable()
    await (await fetch('/kept.webm')).body?.pipeTo(writer)
    Object.assign(window, { showOpenFilePicker: () => Promise.resolve([handle]) })
  })
  await slow(page, 6 * MiB)
  const parts = countParts(page)
  await page.getByRole('button', { name: 'Choose recordings' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => parts.arrived.length, { timeout: 30_000 }).toBeGreaterThan(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Kept is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash }])
})

test('an upload is its person’s, and one tab’s', async ({ browser }, info) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Whose')
  const { path, hash } = await recording(info, 'private.webm', 40 * MiB)
  await addMedia(mine)
  const { free } = await slow(page, 3 * MiB)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(tray(page).getByText('private.webm')).toBeVisible()

  const second = await page.context().newPage()
  await second.goto('/attendance')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(tray(second)).toHaveCount(0)
  await second.close()

  await page.getByRole('button', { name: /Inês Carvalho/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('dialog')).toContainText('The uploads stop.')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await signInHere(page, demo.admin)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(tray(page)).toHaveCount(0)
  await page.getByRole('button', { name: /Marta Oliveira/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await free()
  await signInHere(page, demo.trainer)
  await expect(page.getByText('Private is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash }])
})

/** In the same page: a new load would forget the file. */
async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}

test('a medium is made once, though the answer to that was lost', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Once')
  await addMedia(mine)
  let lost = 0
  await page.route(/\/api\/media\/course\/[^/]+\/week\//, async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.locator('input[type=file]').setInputFiles(lecture)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Lecture is in week 1')).toBeVisible()
  expect(lost).toBe(2)
  expect(await stored(mine)).toHaveLength(1)
})

test('a replaced file takes its place by itself, and the medium stays the same', async ({ browser }, info) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Replace')
  await addMedia(mine)
  await page.locator('input[type=file]').setInputFiles(lecture)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Lecture is in week 1')).toBeVisible()
  const { media } = (await mine.get(`/api/weeks/${mine.course}/${mine.week}`)) as { media: { id: string }[] }
  const { path, hash } = await recording(info, 'better.webm', 20 * MiB)
  await page.goto(`/courses/${mine.course}/weeks/${mine.week}/media/${media[0]!.id}/edit`)
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByLabel('Choose a recording').setInputFiles(path)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Lecture has its new file')).toBeVisible({ timeout: 30_000 })
  expect(await stored(mine)).toMatchObject([{ title: 'Lecture', hash }])
  const after = (await mine.get(`/api/weeks/${mine.course}/${mine.week}`)) as { media: { id: string }[] }
  expect(after.media.map(({ id }) => id)).toEqual([media[0]!.id])
})

test('the tray has nothing for axe to find, and fits 320 px', async ({ browser }, info) => {
  const page = await signedIn(browser, demo.trainer)
  const mine = await home(page, 'Tray')
  const [{ path }, small] = await Promise.all([
    recording(info, 'a rather long name of a lecture that nobody shortened.webm', 40 * MiB),
    recording(info, 'b.webm', MiB),
  ])
  await addMedia(mine)
  await slow(page, MiB)
  await page.locator('input[type=file]').setInputFiles([path, small.path])
  const violations = async () => {
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations()).toEqual([])
  }
  await page.getByRole('button', { name: 'Publish 2 recordings' }).click()
  await page.getByRole('button', { name: /^Pause a rather/ }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations()).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await violations()).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Uploads in full' }).click()
  await page.getByRole('button', { name: /^Resume a rather/ }).click()
  await page.getByLabel(/^The file of a rather/).setInputFiles(small.path)
  await expect(page.getByText(/This is not the same file/)).toBeVisible()
  const inside = () =>
    page.getByRole('button', { name: /^Cancel the upload of a rather/ }).evaluate((button) => button.getBoundingClientRect().right)
  expect(await inside()).toBeLessThan(320)
  expect(await violations()).toEqual([])
})
