/** A list of users is imported: its invalid rows are listed, and fixed in place or in their own file. */

import { readFile } from 'node:fs/promises'
import { countEffort } from './effort.ts'
import { countPeople, csv, expectErrors, errors, makeList } from './people-list.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('twenty good rows and three faulty ones: all three are named, fixed in place and imported with little effort', async ({ browser }) => {
  const key = `a${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin)
  await expect(page).toHaveURL('/')
  const effort = countEffort(page)

  await effort.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import Users' }))
  await effort.chooseFile(page.getByRole('button', { name: 'Choose a file' }), makeList(key))
  await expect(page.getByRole('heading', { name: 'Three rows to fix' })).toBeVisible()
  await expect(page.getByText('UTF-8, semicolons')).toBeVisible()
  await expect(page.getByText('Names from Full name, addresses from E-mail.')).toBeVisible()
  await expectErrors(page)

  for (const [row, name] of errors) {
    await effort.press('F8')
    await expect(page.getByRole('textbox', { name: `Email, row ${row}` })).toBeFocused()
    await effort.type(page.locator(':focus'), `${name.split(' ')[0]!.toLowerCase()}.${key}@harbour.example`)
  }
  await effort.press('Enter')
  await effort.click(page.getByRole('button', { name: 'Import 23 people' }))
  await expect(page.getByRole('heading', { name: '23 people added' })).toBeVisible()

  console.log(`Import of 23 rows: ${effort.clicks} clicks, ${effort.keys} keys`)
  expect(effort.clicks).toBeLessThanOrEqual(5)
  expect(effort.keys).toBeLessThanOrEqual(13)
  expect(await countPeople(key)).toBe(23)
})

test('corrections survive a reload; rows that were left out are downloaded and imported from that file', async ({ browser }) => {
  const key = `b${Date.now().toString(36)}`
  const course = `Field notes ${key}`
  const admin = await clientFor(demo.admin)
  // Without a limit of seats.
  await admin.courses.createCourse({ body: { title: course, status: 'PUBLISHED' } })
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.getByRole('combobox', { name: 'Course' }).fill(key)
  await page.getByRole('option', { name: course }).click()
  await page.locator('input[type=file]').setInputFiles(makeList(key))
  await expect(page.getByRole('heading', { name: 'Three rows to fix' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit row 7' }).click()
  await page.getByRole('textbox', { name: 'Email, row 7' }).fill(`hassan.${key}@harbour.example`)
  await expect(page.getByText('One row changed since the check.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Two rows to fix' })).toBeVisible()
  await expect(page).toHaveURL(/step=check/)
  await expect(page.getByText(`Students, ${course}`)).toBeVisible()
  await page.getByRole('button', { name: 'Import 21 people' }).click()
  await expect(page.getByRole('heading', { name: '21 people added' })).toBeVisible()
  await expect(page).toHaveURL(/step=result/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these rows' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('"name","email","reason"')
  expect(text.split('\r\n')).toHaveLength(4)
  const fixed = text
    .replace(`"p3.${key}@harbour.example"`, `"marc.${key}@harbour.example"`)
    .replace('"Rui Sá",""', `"Rui Sá","rui.${key}@harbour.example"`)
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.locator('input[type=file]').setInputFiles(csv('fixed.csv', fixed))
  await expect(page.getByRole('heading', { name: 'Two rows ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()
  expect(await countPeople(key)).toBe(23)

  await page.getByRole('link', { name: `Go to ${course}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
})

test('on a phone: the tabs are used, a suggestion is accepted, a row is fixed in the list, and everybody is imported', async ({
  browser,
}) => {
  const key = `i${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/users/add-bulk-users')
  const rows = [`Ana ${key},ana.${key}@harbour.example`, `Bea ${key},bea.${key}@gmial.com`, `Rui ${key},rui.${key}@`]
  await page.locator('input[type=file]').setInputFiles(csv('people.csv', ['name,email', ...rows].join('\n')))
  const list = page.getByRole('list', { name: 'Two rows to fix' })
  await expect(list.getByRole('listitem').filter({ hasText: `Bea ${key}` })).toContainText('Did you mean gmail.com?')
  const tabs = page.getByRole('navigation', { name: 'Rows of the file' })
  // The icon is next to the first line, however many there are.
  const glyph = tabs.getByRole('link', { name: /^Already there/ }).locator('svg')
  expect(await glyph.evaluate((svg) => svg.getBoundingClientRect().top - svg.parentElement!.getBoundingClientRect().top)).toBeLessThan(3)
  await expect(page.getByText('1 with a doubtful address, 1 row will be left out')).toBeVisible()
  await tabs.getByRole('link', { name: /^Ready/ }).click()
  await expect(page.getByRole('list', { name: 'One row ready' })).toContainText(`Ana ${key}`)
  await expect(page).toHaveURL(/tab=ready/)

  await page.keyboard.press('F8')
  await expect(page).toHaveURL(/tab=need/)
  await expect(page.getByRole('button', { name: 'Use gmail.com row 3' })).toBeFocused()
  await page.getByRole('button', { name: 'Use gmail.com row 3' }).click()
  await page.keyboard.press('F8')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Email' }).fill(`rui.${key}@harbour.example`)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Import 3 people' }).click()
  await expect(page.getByRole('heading', { name: '3 people added' })).toBeVisible()
  expect(await countPeople(`bea.${key}@gmail.com`)).toBe(1)
})
