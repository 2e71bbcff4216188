/** Uploads: few clicks, several files, a replaced file, and the tray. */
import { findViolations } from './axe.ts'
import { countEffort } from './effort.ts'
import { demo, freshPage, returning, signIn } from './people.ts'
import { gate, home, inParts, lecture, mediaOf, MiB, newStudent, newTrainer, publish, recording, stored, tray } from './recordings.ts'
import { expect, test } from './test.ts'

test('from the dashboard, a lecture is in its week after six clicks, and the page may be left during the upload', async ({
  browser,
}, info) => {
  const [page, email] = [await freshPage(browser), await newTrainer()]
  const mine = await home('Six clicks', { email, week: 3, weekCount: 10 })
  await signIn(page, email)
  await expect(page).toHaveURL('/')
  const { path, hash } = await recording(info, 'Axes that lie.webm', inParts)
  const effort = countEffort(page)
  let loads = 0
  page.on('load', () => void loads++)
  const line = await gate(page, 1)
  await effort.click(page.getByRole('button', { name: 'Add media to Six clicks' }))
  await effort.click(page.getByRole('menuitem', { name: 'Week 3' }))
  await effort.chooseStoredFile(page.getByRole('button', { name: 'Choose recordings' }), page.locator('input[type=file]'), path)
  await expect(page.getByLabel('Title')).toHaveValue('Axes that lie')
  await effort.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page).toHaveURL(new RegExp(`/week/${mine.week}$`))
  console.log(`a lecture on its week: ${effort.clicks} clicks, ${effort.keys} keys`)
  expect(effort.clicks).toBeLessThanOrEqual(6)
  expect(loads).toBeLessThanOrEqual(2)

  await page.getByRole('link', { name: 'Attendance' }).click()
  await expect(tray(page).getByRole('progressbar', { name: 'Upload of Axes that lie.webm' })).toBeVisible()
  await line.free()
  await expect(page.getByText('Axes that lie is in week 3')).toBeVisible({ timeout: 30_000 })
  await tray(page).getByRole('link', { name: 'In week 3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Axes that lie' })).toBeVisible()
  expect(await stored(mine)).toMatchObject([{ title: 'Axes that lie', hash, thumbnail: expect.stringContaining('image/') }])
})

test('two files upload together, are named during that, and both arrive', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Two files')]
  const files = await Promise.all([recording(info, 'one.webm', 2 * MiB), recording(info, 'two.webm', MiB)])
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(files.map(({ path }) => path))
  await page.getByLabel('Title of two.webm').fill('The second half')
  await page.getByRole('button', { name: 'Notes, files and captions of two.webm' }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Begins where the first ends.')
  const slides = { name: 'slides.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }
  await page.locator('[id^=attachments-] input[type=file]').setInputFiles(slides)
  await expect(page.getByRole('button', { name: 'Remove slides.pdf' })).toBeVisible()
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
  await expect(page.getByRole('link', { name: /slides\.pdf/ })).toBeVisible()
})

test('a replacement is used when it is complete, and the media item stays the same', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Replace')]
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(lecture)
  await publish(page)
  await expect(page.getByText('Lecture is in week 1')).toBeVisible()
  const [item] = await mediaOf(mine)
  const place = { courseId: mine.course, weekId: mine.week, mediaId: item!.id }
  const watcher = await newStudent(mine.course)
  await watcher.attendance.markVideoAttendance({ body: { ...place, watched: false, position: 3 } })
  const { path, hash } = await recording(info, 'better.webm', MiB)
  await page.goto(`/courses/${mine.course}/weeks/${mine.week}/media/${item!.id}/edit`)
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByLabel('Choose a recording').setInputFiles(path)
  await expect(page.getByText('The new video has the same length, so they continue where they stopped.')).toBeVisible()
  await page.getByRole('radio', { name: 'Another recording: they start again' }).check()
  await expect(page.getByText('The new video has the same length, but they start again from the beginning.')).toBeVisible()
  // The page may be left as soon as it is saved, also before the server has responded.
  const isLeft = Promise.withResolvers<void>()
  let saves = 0
  await page.route('**/api/media/update/**', async (route) => {
    saves += 1
    if (saves === 1) await isLeft.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => saves).toBe(1)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Courses' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Courses' })).toBeVisible()
  isLeft.resolve()
  await expect(page.getByText('Lecture has its new file')).toBeVisible({ timeout: 30_000 })
  expect(await stored(mine)).toMatchObject([{ title: 'Lecture', hash }])
  expect((await mediaOf(mine)).map(({ id }) => id)).toEqual([item!.id])
  expect((await watcher.attendance.checkVideoAttendance({ params: place })).position).toBe(0)
})

test('the tray has no axe violations, and fits 320 px', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Tray')]
  const [{ path }, small] = await Promise.all([
    recording(info, 'a rather long name of a lecture that nobody shortened.webm', inParts),
    recording(info, 'b.webm', MiB),
  ])
  await page.goto(mine.addMedia)
  await gate(page, 1)
  await page.locator('input[type=file]').setInputFiles([path, small.path])
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish 2 recordings' }).click()
  await page.getByRole('button', { name: /^Pause a rather/ }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Uploads in full' }).click()
  await page.getByRole('button', { name: /^Resume a rather/ }).click()
  await page.getByLabel(/^The file of a rather/).setInputFiles(small.path)
  await expect(page.getByText(/This is not the same file/)).toBeVisible()
  const inside = () =>
    page.getByRole('button', { name: /^Cancel the upload of a rather/ }).evaluate((button) => button.getBoundingClientRect().right)
  expect(await inside()).toBeLessThan(320)
  expect(await findViolations(page)).toEqual([])
})
