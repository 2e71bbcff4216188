/** A list of people comes in: its faults are named, mended in place or in the file of them, and everybody is there at the end. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** 200 good rows, and three that are not: a broken address, one that is there twice, and none at all. */
function listOf(key: string) {
  const rows = Array.from({ length: 203 }, (_, n) => `Person ${n};p${n}.${key}@harbour.example`)
  rows[55] = `Hassan Ali;hassan.ali.${key}@`
  rows[109] = `Marc Petit;p12.${key}@harbour.example`
  rows[158] = 'Rui Sá;'
  return csv('autumn-intake.csv', ['Full name;E-mail', ...rows].join('\n'))
}
const faults = [
  ['57', 'Hassan Ali', 'This is not an e-mail address.'],
  ['111', 'Marc Petit', 'The same address as in row 14.'],
  ['160', 'Rui Sá', 'There is no e-mail address.'],
] as const

async function expectFaults(page: Page): Promise<void> {
  for (const [row, name, reason] of faults) {
    const line = page.getByRole('row').filter({ has: page.getByRole('cell', { name: row, exact: true }) })
    await expect(line).toContainText(name)
    await expect(line).toContainText(reason)
  }
}

/** How many people the server finds. */
async function countPeople(search: string): Promise<number> {
  const admin = await clientFor(demo.admin)
  return (await admin.users.listUsers({ query: { limit: 1, search } })).total
}

test('200 good rows and three faulty ones: all three are named, mended in place and imported with little effort', async ({ browser }) => {
  const key = `a${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin)
  await expect(page).toHaveURL('/')
  const effort = countEffort(page)

  await effort.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import Users' }))
  await effort.chooseFile(page.getByRole('button', { name: 'Choose a file' }), listOf(key))
  await expect(page.getByRole('heading', { name: 'Three rows need you' })).toBeVisible()
  await expect(page.getByText('UTF-8, semicolons')).toBeVisible()
  await expect(page.getByText('Names from Full name, addresses from E-mail.')).toBeVisible()
  await expectFaults(page)

  for (const [row, name] of faults) {
    await effort.press('F8')
    await expect(page.getByRole('textbox', { name: `Email, row ${row}` })).toBeFocused()
    await effort.type(page.locator(':focus'), `${name.split(' ')[0]!.toLowerCase()}.${key}@harbour.example`)
  }
  await effort.press('Enter')
  await effort.click(page.getByRole('button', { name: 'Import 203 people' }))
  await expect(page.getByRole('heading', { name: '203 people added' })).toBeVisible()

  console.log(`Import of 203 rows: ${effort.clicks} clicks, ${effort.keys} keys`)
  expect(effort.clicks).toBeLessThanOrEqual(5)
  expect(effort.keys).toBeLessThanOrEqual(13)
  expect(await countPeople(key)).toBe(203)
})

test('corrections survive a reload; what was left out comes back as a file, and from there into the course', async ({ browser }) => {
  const key = `b${Date.now().toString(36)}`
  const course = `Field notes ${key}`
  const admin = await clientFor(demo.admin)
  // Without a limit of places.
  await admin.courses.createCourse({ body: { title: course, status: 'PUBLISHED' } })
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.getByRole('combobox', { name: 'Course' }).fill(key)
  await page.getByRole('option', { name: course }).click()
  await page.locator('input[type=file]').setInputFiles(listOf(key))
  await expect(page.getByRole('heading', { name: 'Three rows need you' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit row 57' }).click()
  await page.getByRole('textbox', { name: 'Email, row 57' }).fill(`hassan.${key}@harbour.example`)
  await expect(page.getByText('One row changed since the check.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Two rows need you' })).toBeVisible()
  await expect(page).toHaveURL(/step=check/)
  await expect(page.getByText(`Students, ${course}`)).toBeVisible()
  await page.getByRole('button', { name: 'Import 201 people' }).click()
  await expect(page.getByRole('heading', { name: '201 people added' })).toBeVisible()
  await expect(page).toHaveURL(/step=result/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these rows' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('"name","email","reason"')
  expect(text.split('\r\n')).toHaveLength(4)
  const mended = text
    .replace(`"p12.${key}@harbour.example"`, `"marc.${key}@harbour.example"`)
    .replace('"Rui Sá",""', `"Rui Sá","rui.${key}@harbour.example"`)
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.locator('input[type=file]').setInputFiles(csv('mended.csv', mended))
  await expect(page.getByRole('heading', { name: 'Two rows ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()
  expect(await countPeople(key)).toBe(203)

  await page.getByRole('link', { name: `Go to ${course}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
})

test('a file that is none says so; without a connection nothing is lost', async ({ browser }) => {
  const key = `c${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  for (const [name, file, start] of [
    ['Template, CSV', 'people.csv', '\uFEFF"name","email"'],
    ['Template, Excel', 'people.xlsx', 'PK'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect((await download).suggestedFilename()).toBe(file)
    expect((await readFile(await (await download).path(), 'utf8')).startsWith(start)).toBe(true)
  }
  const field = page.locator('input[type=file]')
  await field.setInputFiles(csv('people.csv', 'Ana Li,ana@example.org\n'))
  await expect(page.getByRole('alert')).toContainText('people.csv cannot be imported')
  await expect(page.getByRole('alert')).toContainText('One of the first 20 rows must name the columns')
  await field.setInputFiles({ name: 'picture.csv', mimeType: 'text/csv', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') })
  await expect(page.getByRole('alert')).toContainText('This is a picture. Send a CSV file or an Excel workbook (.xlsx).')
  await field.setInputFiles(csv('huge.csv', 'name,email\n'.padEnd(10 * 1024 * 1024 + 1, ' ')))
  await expect(page.getByText('At most 10 MB are accepted')).toBeVisible()

  await page.context().setOffline(true)
  await field.setInputFiles(csv('people.csv', `name,email\nAna,ana.${key}@example.org\n`))
  await expect(page.getByRole('alert')).toContainText('The file and your corrections are kept on this device.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
})

test('what was checked is what is imported, also when the file on disk is changed in between', async ({ browser }, info) => {
  const key = `e${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  const path = info.outputPath('people.csv')
  await writeFile(path, `name,email\nAna,ana.${key}@example.org\nRui,rui.${key}@\n`)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()
  await writeFile(path, `name,email\nAna,ana.${key}@example.org\nRui,rui.${key}@example.org\nZoe,zoe.${key}@example.org\n`)
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
  expect(await countPeople(key)).toBe(1)
})

test('a result is there after a reload, and after signing in elsewhere: with the rows to mend, and the file of them', async ({
  browser,
}) => {
  const key = `f${Date.now().toString(36)}`
  const course = `Kept notes ${key}`
  const admin = await clientFor(demo.admin)
  // Without a limit of places.
  await admin.courses.createCourse({ body: { title: course, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 } })
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.getByRole('combobox', { name: 'Course' }).fill(key)
  await page.getByRole('option', { name: course }).click()
  await page.locator('input[type=file]').setInputFiles(listOf(key))
  await page.getByRole('button', { name: 'Import 200 people' }).click()
  await expect(page.getByRole('heading', { name: '200 people added' })).toBeVisible()
  await expect(page).toHaveURL(/step=result/)
  const address = page.url()
  expect(address).toMatch(/[?&]import=[0-9a-f-]{36}/)
  await page.reload()
  await expect(page.getByRole('heading', { name: '200 people added' })).toBeVisible()
  await expectFaults(page)
  // What was imported is not offered once more.
  await page.goto('/users/add-bulk-users')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check this file' })).toHaveCount(0)

  // Another device: nothing of the file is there.
  const elsewhere = await signedIn(browser, demo.admin, address)
  await expect(elsewhere.getByRole('heading', { name: 'Three rows left out' })).toBeVisible()
  await expectFaults(elsewhere)
  await elsewhere.goto('/users/add-bulk-users')
  await elsewhere.getByRole('link', { name: 'autumn-intake.csv' }).first().click()
  await expect(elsewhere.getByRole('heading', { name: '200 people added' })).toBeVisible()
  const download = elsewhere.waitForEvent('download')
  await elsewhere.getByRole('button', { name: 'Download these rows' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    `"Hassan Ali","hassan.ali.${key}@","This is not an e-mail address."`,
  )
  await elsewhere.getByRole('button', { name: 'Fix these rows' }).click()
  await expect(elsewhere.getByRole('heading', { name: /rows need you/ })).toBeVisible()
  await expect(elsewhere.getByText(`Students, ${course}`)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Edit row 2' }).click()
  await elsewhere.getByRole('textbox', { name: 'Email, row 2' }).fill(`hassan.${key}@harbour.example`)
  await elsewhere.keyboard.press('Enter')
  await elsewhere.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(elsewhere.getByRole('heading', { name: '1 person added' })).toBeVisible()
  expect(await countPeople(key)).toBe(201)

  // Nobody else's to see.
  const other = await signedIn(browser, demo.superAdmin, address)
  await expect(other.getByText('This import is not kept any more')).toBeVisible()
})

test('an import goes on without the page, and a reload goes on watching', async ({ browser }) => {
  const key = `g${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.locator('input[type=file]').setInputFiles(csv('people.csv', `name,email\nAna,ana.${key}@example.org\n`))
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()
  await page.route('**/api/users/add-bulk-users?*', async (route) => {
    // The server does it; its answer never comes.
    await route.fetch()
    await new Promise(() => {})
  })
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page).toHaveURL(/step=import&.*import=|import=.*step=import/)
  await expect.poll(() => countPeople(key)).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
  await expect(page).toHaveURL(/step=result/)
})

test('leaving is asked about while a file is sent; an answer that was lost comes with the second try', async ({ browser }) => {
  const key = `d${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.locator('input[type=file]').setInputFiles(csv('people.csv', `name,email\nAna,ana.${key}@example.org\n`))
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()

  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/users/add-bulk-users?*', async (route) => {
    // The server does it, and nobody hears of it.
    await route.fetch()
    await held
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(
    page.getByRole('region', { name: 'Importing people.csv' }).getByRole('progressbar', { name: 'Sending the file' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Courses', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave while the file is sent?' }).getByRole('button', { name: 'Stay' }).click()
  goOn()
  await expect(page.getByRole('alert')).toContainText('trying again does nothing twice')
  expect(await countPeople(key)).toBe(1)
  await page.unroute('**/api/users/add-bulk-users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
})

test('people are prepared before anybody writes to them, from a list that says what it is only to who knows; invited when it is time', async ({
  browser,
}) => {
  const key = `h${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.getByRole('switch', { name: 'Send invitations now' }).click()
  // As an older Excel for Mac writes it: ë is a quotation mark elsewhere, and ç nothing at all.
  const mac = (text: string) => Buffer.from(text.replaceAll('ë', '\u0091').replaceAll('ç', '\u008d'), 'latin1')
  const file = {
    name: 'mac.csv',
    mimeType: 'text/csv',
    buffer: mac(`name;email\nZoë ${key};zoe.${key}@harbour.example\nRui ${key};rui.${key}@\n`),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Edit row 3' }).click()
  await page.getByRole('textbox', { name: 'Email, row 3' }).fill(`rui.${key}@harbour.example`)
  await page.getByRole('button', { name: 'Read it differently' }).click()
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('Macintosh')
  await expect(page.getByText(`The first names read: Zoë ${key}`)).toBeVisible()
  await expect(page.getByText('new people, not written to')).toBeVisible()

  // What was chosen for the file, and typed into it, is there after a reload.
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('Macintosh')
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('UTF-8')
  await expect(page.getByRole('alert')).toContainText('mac.csv cannot be read like that')
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()

  await page.getByRole('link', { name: 'list of invited people' }).click()
  await expect(page).toHaveURL(/status=INVITED/)
  const row = page.getByRole('row').filter({ hasText: `Zoë ${key}` })
  await expect(row).toContainText('Invited')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Send an invitation' }).click()
  await expect(page.getByText(`Invitation sent to zoe.${key}@harbour.example`)).toBeVisible()

  // Bytes that no Western file has: read as they are said to be, from the refusal.
  await page.goto('/users/add-bulk-users')
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: mac(`name;email\nFranç ${key};franc.${key}@harbour.example\n`) })
  await expect(page.getByRole('alert')).toContainText('neither of UTF-8 nor of Windows-1252')
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('Macintosh')
  await expect(page.getByText(`The first names read: Franç ${key}.`)).toBeVisible()
})

test('on a phone: the tabs are turned, a guess is taken, a row is mended in the list, and everybody comes in', async ({ browser }) => {
  const key = `i${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/users/add-bulk-users')
  const rows = [`Ana ${key},ana.${key}@harbour.example`, `Bea ${key},bea.${key}@gmial.com`, `Rui ${key},rui.${key}@`]
  await page.locator('input[type=file]').setInputFiles(csv('people.csv', ['name,email', ...rows].join('\n')))
  const list = page.getByRole('list', { name: 'Two rows need you' })
  await expect(list.getByRole('listitem').filter({ hasText: `Bea ${key}` })).toContainText('Did you mean gmail.com?')
  const tabs = page.getByRole('navigation', { name: 'Rows of the file' })
  // The glyph stands beside the first line, however many there are.
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

test('after a reload a row that repeated another is told as that; the wrong file is taken back as a whole', async ({ browser }) => {
  const key = `f${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  const rows = [`Ana,ana.${key}@harbour.example`, `Rui,rui.${key}@harbour.example`, `Cy,ana.${key}@harbour.example`]
  await page.locator('input[type=file]').setInputFiles(csv('wrong.csv', ['name,email', ...rows].join('\n')))
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()
  const result = page.url()
  await page.getByRole('button', { name: 'Fix this row' }).click()
  await expect(page.getByRole('heading', { name: 'One row needs you' })).toBeVisible()
  await expect(page.getByText('The same address as in row 2 of wrong.csv.')).toBeVisible()

  await page.goto(result)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog.getByText('2 people whom it added are deleted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'This import was taken back' })).toBeVisible()
  expect(await countPeople(key)).toBe(0)
})
