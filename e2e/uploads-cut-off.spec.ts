/** Interrupted uploads: a broken connection, a page that is reloaded or left, a user who signs out. */
import { origin } from './client.ts'
import { openCuttableProxy } from './network-proxy.ts'
import { demo, returning, signInHere } from './people.ts'
import { countParts, gate, home, MiB, publish, recording, slow, stored, tray } from './recordings.ts'
import { expect, test } from './test.ts'

test('when the network fails at 60 %, the upload waits, continues automatically, and sends only the parts again that were under way', async ({
  browser,
}, info) => {
  const proxy = await openCuttableProxy(origin())
  const [page, mine] = [await returning(browser, demo.trainer, proxy.url), await home('Broken proxy')]
  const { path, hash } = await recording(info, 'long.webm', 80 * MiB)
  const parts = countParts(page)
  await page.goto(mine.addMedia)
  const { free } = await slow(page, 10 * MiB)
  const earlier = proxy.sent()
  const sent = () => proxy.sent() - earlier
  const isCut = proxy.cutAfter(0.6 * 80 * MiB)
  await page.locator('input[type=file]').setInputFiles(path)
  await isCut
  const before = sent()
  await page.context().setOffline(true)
  await expect(page.getByText('Offline. It goes on when the connection is back.')).toBeVisible()
  const arrived = [...parts.arrived]
  const started = [...parts.started]
  proxy.restore()
  await page.context().setOffline(false)
  await free()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Long is in week 1')).toBeVisible({ timeout: 60_000 })
  const after = parts.started.slice(started.length)
  expect(after.filter((part) => arrived.includes(part))).toEqual([])
  // Including the headers of everything the page requested in the meantime.
  const again = sent() - 80 * MiB
  console.log(`cut after ${before} bytes, sent again: ${again}`)
  // At most four parts of 8 MiB.
  expect(again).toBeLessThan(33 * MiB)
  expect(await stored(mine)).toMatchObject([{ hash }])
  await page.context().close()
  await proxy.stop()
})

test('after a reload only the same file can be continued, and no part is sent again', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Reload')]
  const { path, hash } = await recording(info, 'lecture.webm', 48 * MiB)
  const other = await recording(info, 'other.webm', 20 * MiB)
  const parts = countParts(page)
  await page.goto(mine.addMedia)
  const line = await gate(page, 3)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByLabel('Title').fill('Reloaded')
  await publish(page)
  await expect.poll(() => parts.arrived.length, { timeout: 30_000 }).toBeGreaterThan(2)
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })
  await Promise.all([asked, page.reload()])
  const [arrived, started] = [[...parts.arrived], parts.started.length]
  const row = tray(page).getByRole('group', { name: 'lecture.webm' })
  await expect(row).toContainText('Resume lecture.webm')
  await expect(row).toContainText(/\(\d+\u00a0%\)/)
  await expect(row).not.toContainText('(0\u00a0%)')
  await row.locator('input[type=file]').setInputFiles(other.path)
  await expect(row).toContainText('This is not the same file. Pick lecture.webm.')
  expect(parts.started.length).toBe(started)

  line.lose()
  await row.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('Reloaded is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(parts.started.slice(started).filter((part) => arrived.includes(part))).toEqual([])
  expect(await stored(mine)).toMatchObject([{ title: 'Reloaded', hash }])
})

test('if the browser keeps the file, a reload is only a pause', async ({ fullBrowser }, info) => {
  // A headless shell crashes when it reads a stored file handle.
  const [page, mine] = [await returning(fullBrowser, demo.trainer), await home('Handle')]
  const { path, hash } = await recording(info, 'kept.webm', 40 * MiB)
  // A real file with a real handle, without the system's dialog, which tests cannot control.
  await page.route('**/kept.webm', (route) => route.fulfill({ path }))
  await page.goto(mine.addMedia)
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle('kept.webm', { create: true })
    const writer = await handle.createWritable()
    await (await fetch('/kept.webm')).body?.pipeTo(writer)
    Object.assign(window, { showOpenFilePicker: () => Promise.resolve([handle]) })
  })
  const line = await gate(page, 2)
  const parts = countParts(page)
  await page.getByRole('button', { name: 'Choose recordings' }).click()
  await publish(page)
  await expect.poll(() => parts.arrived.length, { timeout: 30_000 }).toBeGreaterThan(1)
  page.once('dialog', (dialog) => void dialog.accept())
  line.lose()
  await page.reload()
  await expect(page.getByText('Kept is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash }])
})

test('an upload belongs to its user, and to one tab', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Whose')]
  const { path, hash } = await recording(info, 'private.webm', 40 * MiB)
  await page.goto(mine.addMedia)
  const line = await gate(page, 1)
  await page.locator('input[type=file]').setInputFiles(path)
  await publish(page)
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
  await line.free()
  await signInHere(page, demo.trainer)
  await expect(page.getByText('Private is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash }])
})
