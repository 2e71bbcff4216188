/** Interrupted uploads: a broken connection, and a page that is reloaded where the browser keeps the file; and two tabs with the same file. */

import { origin } from './client.ts'
import { openCuttableProxy } from './network-proxy.ts'
import { demo, returning } from './people.ts'
import { countParts, gate, home, inParts, MiB, publish, recording, slow, stored } from './recordings.ts'
import { expect, test } from './test.ts'

test('when the network fails, the upload waits, continues automatically, and sends only the parts again that were under way', async ({
  browser,
}, info) => {
  const proxy = await openCuttableProxy(origin())
  const [page, mine] = [await returning(browser, demo.trainer, proxy.url), await home('Broken proxy')]
  // Six parts, four of which are sent at a time.
  const size = 48 * MiB
  const { path, hash } = await recording(info, 'long.webm', size)
  const parts = countParts(page)
  await page.goto(mine.addMedia)
  const { free } = await slow(page, 10 * MiB)
  const earlier = proxy.sent()
  const sent = () => proxy.sent() - earlier
  await page.locator('input[type=file]').setInputFiles(path)
  await expect.poll(() => parts.arrived.length).toBeGreaterThan(0)
  await proxy.cutAfter(MiB)
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
  const again = sent() - size
  console.log(`cut after ${before} bytes, sent again: ${again}`)
  // At most four parts of 8 MiB.
  expect(again).toBeLessThan(33 * MiB)
  expect(await stored(mine)).toMatchObject([{ hash }])
  await page.context().close()
  await proxy.stop()
})

test('if the browser keeps the file, a reload is only a pause', async ({ fullBrowser }, info) => {
  // A headless shell crashes when it reads a stored file handle.
  const [page, mine] = [await returning(fullBrowser, demo.trainer), await home('Handle')]
  const { path, hash } = await recording(info, 'kept.webm', inParts)
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

test('a second tab of the same browser uploads its own file: it does not take over the upload of the first', async ({ browser }, info) => {
  const page = await returning(browser, demo.trainer)
  const [mine, theirs] = [await home('Tabs, first'), await home('Tabs, second')]
  const { path, hash } = await recording(info, 'two tabs.webm', inParts)
  const sent = countParts(page)
  await page.goto(mine.addMedia)
  const line = await gate(page, 1)
  await page.locator('input[type=file]').setInputFiles(path)
  await publish(page)
  await expect.poll(() => sent.started.length, { timeout: 30_000 }).toBeGreaterThan(0)
  const second = await page.context().newPage()
  const started = second.waitForRequest((request) => request.url().endsWith('/multipart/init'))
  await second.goto(theirs.addMedia)
  await second.locator('input[type=file]').setInputFiles(path)
  await publish(second)
  await started
  await expect(second.getByText('Two tabs is in week 1')).toBeVisible({ timeout: 60_000 })
  await line.free()
  await expect(page.getByText('Two tabs is in week 1')).toBeVisible({ timeout: 60_000 })
  expect([await stored(mine), await stored(theirs)]).toMatchObject([[{ hash }], [{ hash }]])
  await page.context().close()
})
