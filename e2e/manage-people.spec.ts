/** An admin's work on a list of users: the export, suspending and reactivating, and the effects of deletion. */

import { readFile } from 'node:fs/promises'
import { clientOf } from './client.ts'
import { clientFor, demo, password, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('an admin filters, exports, suspends, reactivates and deletes people', async ({ browser }) => {
  const key = `m${Date.now().toString(36)}`
  const addressOf = (name: string) => `${name}.${key}@harbour.example`
  const admin = await clientFor(demo.admin)
  const courses = await Promise.all(
    ['Bird counts', 'Tide tables'].map((title) => admin.courses.createCourse({ body: { title: `${title} ${key}`, status: 'PUBLISHED' } })),
  )
  const courseIds = courses.map(({ id }) => id)
  const add = (name: string, role: 'USER' | 'TRAINER') =>
    admin.users.addUser({ body: { name: `${name} ${key}`, email: addressOf(name.toLowerCase()), role, courseIds, invite: false } })
  await Promise.all([add('Tea', 'TRAINER'), add('Stu', 'USER')])
  await clientOf().auth.register({ body: { name: `Reg ${key}`, email: addressOf('reg'), password } })

  const page = await signedIn(browser, demo.admin, '/users?page=1&role=all&course=all')
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${key}` })
  const action = async (name: string, words: string) => {
    await row(name)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: words }).click()
  }

  await test.step('the file has the people who are listed', async () => {
    await page.getByRole('searchbox', { name: 'Name or email' }).fill(key)
    await expect(page.getByRole('status').filter({ hasText: '3 match' })).toBeVisible()
    await page.getByRole('button', { name: 'Status All' }).click()
    await page.getByRole('menuitemradio', { name: 'Invited' }).click()
    await expect(page.getByRole('button', { name: 'Export 2 people as CSV' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 2 people as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('users.csv')
    const [head, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(head).toMatch(/"name","email","role","status","createdAt \(.+\)","lastSeenAt \(.+\)"/)
    expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual([
      `"Stu ${key}","${addressOf('stu')}","USER","INVITED"`,
      `"Tea ${key}","${addressOf('tea')}","TRAINER","INVITED"`,
    ])
  })

  await test.step('a person is suspended and reactivated', async () => {
    await page.goto(`/users?${new URLSearchParams({ page: '1', role: 'all', course: 'all', search: key })}`)
    const theirs = await signedIn(browser, addressOf('reg'))
    await action('Reg', 'Suspend')
    const dialog = page.getByRole('dialog', { name: `Suspend Reg ${key}?` })
    await expect(dialog).toContainText('is signed out everywhere immediately and cannot sign in')
    await dialog.getByRole('button', { name: `Suspend Reg ${key}` }).click()
    await expect(row('Reg')).toContainText('Suspended')
    await theirs.reload()
    await expect(theirs).toHaveURL(/\/auth\/login/)
    await expect(clientFor(addressOf('reg'))).rejects.toThrow()
    await action('Reg', 'Let in again')
    await expect(row('Reg')).toContainText('Active')
    await clientFor(addressOf('reg'))
  })

  await test.step('the delete dialog names what will be deleted', async () => {
    await action('Tea', 'Delete')
    const dialog = page.getByRole('dialog', { name: `Delete Tea ${key}?` })
    await expect(dialog).toContainText(`leaves 2 courses they teach: Bird counts ${key}, Tide tables ${key}.`)
    await expect(dialog).toContainText('Courses with no other trainer will have none.')
    await expect(dialog).toContainText(`the address ${addressOf('tea')} is free again`)
    // Checked at once: the dialog may still be opening.
    const between = (all: Element[]) => all[1]!.getBoundingClientRect().top - all[0]!.getBoundingClientRect().bottom
    expect(await dialog.locator('p').evaluateAll(between)).toBeGreaterThan(8)
    await dialog.getByRole('button', { name: `Delete Tea ${key}` }).click()
    await expect(row('Tea')).toHaveCount(0)
    await expect(row('Stu')).toBeVisible()
    expect((await admin.users.listUsers({ query: { search: key } })).total).toBe(2)
    expect((await admin.courses.getCourse({ params: { id: courseIds[0]! } })).trainers).toEqual([])
  })
})
