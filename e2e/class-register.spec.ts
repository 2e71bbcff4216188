/** The register of a class of 24: marked in few clicks, reached and marked by keyboard, and printed with all rows; and the gradebook on paper. */

import { clientOf } from './client.ts'
import { countEffort } from './effort.ts'
import { printedTexts, stopPrintDialog } from './pdf.ts'
import { clientFor, demo, password, signedIn } from './people.ts'
import { newTrainer } from './recordings.ts'
import { expect, test } from './test.ts'

/** A session that takes place now, of a trainer who has no other course, with 24 students. */
async function classOf24() {
  const email = await newTrainer()
  const trainer = await clientFor(email)
  const course = await trainer.courses.createCourse({
    body: { title: `Field work ${crypto.randomUUID().slice(0, 8)}`, mode: 'LIVE', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const session = await trainer.media.createMedia({ params, body: { title: 'Counting cars', type: 'LIVE', zoomOptions } })
  const joining = Array.from({ length: 24 }, async (_, n) => {
    const body = { name: `Noor Haddad ${n + 1}`, email: `noor.${n + 1}.${course.id}@example.org`, password }
    const { user, token } = await clientOf().auth.register({ body })
    await clientOf(token).courses.enroll({ params: { id: course.id } })
    return user.name
  })
  const names = await Promise.all(joining)
  const marks = async () =>
    (await trainer.attendance.getCourseAttendance({ params })).students.map(({ entries }) => entries[session.id]?.status ?? null)
  return { email, marks, names, register: `/courses/${params.courseId}/weeks/${params.weekId}/mark-attendance?session=${session.id}` }
}

/** The names that are not in a text. A letter of another font is set apart in a PDF. */
const listMissing = (names: readonly string[], text: string) => names.filter((name) => !squeeze(text).includes(squeeze(name)))
const squeeze = (text: string) => text.replaceAll(/\s/g, '')
const ofStatus = (all: readonly (string | null)[], status: string | null) => all.filter((one) => one === status).length

test('from the first page a class of 24 is marked, with two exceptions, in four clicks', async ({ browser }) => {
  const { email, marks } = await classOf24()
  const page = await signedIn(browser, email, '/')
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Mark attendance' }))
  await effort.click(page.getByRole('button', { name: 'Mark 24 as present' }))
  const row = (n: number) => page.getByRole('row').nth(n)
  await effort.click(row(3).locator('label', { hasText: 'L' }))
  await effort.click(row(7).locator('label', { hasText: 'A' }))
  await expect.poll(async () => ofStatus(await marks(), 'PRESENT')).toBe(22)
  expect([ofStatus(await marks(), 'LATE'), ofStatus(await marks(), 'ABSENT')]).toEqual([1, 1])
  expect(effort.clicks).toBeLessThanOrEqual(4)
})

test('from the first page R opens the register of the day, where the first student is marked with the next key', async ({ browser }) => {
  const { email, marks } = await classOf24()
  const page = await signedIn(browser, email, '/')
  await expect(page.getByRole('link', { name: 'Mark attendance' })).toBeVisible()
  const effort = countEffort(page)
  await effort.press('r')
  await expect(page.getByRole('row').first()).toBeFocused()
  expect(effort.keys).toBeLessThanOrEqual(3)
  await effort.press('l')
  await expect.poll(async () => ofStatus(await marks(), 'LATE')).toBe(1)
  await expect(page.getByRole('row').nth(1)).toBeFocused()
})

test('the register on paper has all students with heads on each page, and no menu or buttons', async ({ browser }) => {
  const { email, names, register } = await classOf24()
  const page = await signedIn(browser, email, register)
  await page.getByRole('button', { name: 'Mark 24 as present' }).click()
  await expect(page.getByText('24 of 24 marked').first()).toBeVisible()
  await stopPrintDialog(page)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('[data-print-sheet] tbody tr')).toHaveCount(24)
  const pages = await printedTexts(page, { width: '210mm', height: '120mm' })
  expect(pages.length).toBeGreaterThan(1)
  for (const text of pages.slice(0, -1)) expect(text).toContain('Evidence')
  const all = pages.join(' ')
  expect(listMissing(names, all)).toEqual([])
  for (const words of ['Counting cars', 'Field work', '24 of 24 marked', 'Printed ']) expect(all).toContain(words)
  for (const word of ['My Courses', 'Close register', 'Mark attendance', 'Backspace']) expect(all).not.toContain(word)
})

test('the gradebook on paper lies on its side, with all students and what the letters mean', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await page.getByRole('link', { name: 'Data Journalism' }).first().click()
  await page.getByRole('link', { name: /^Marks/ }).click()
  await expect(page.locator('[data-cell="1:1"]')).toBeVisible()
  await stopPrintDialog(page)
  await page.keyboard.press('Control+p')
  const rows = page.locator('[data-print-sheet] table').first().locator('tbody tr')
  await expect(rows).toHaveCount(24)
  const names = await rows.locator('strong').allTextContents()
  const pages = await printedTexts(page)
  const all = pages.join(' ')
  expect(listMissing(names, all)).toEqual([])
  for (const words of ['Gradebook', '24 students', 'M missing', 'Total', 'Printed ']) expect(all).toContain(words)
  for (const word of ['My Courses', 'Import marks', 'Grade next', 'Export']) expect(all).not.toContain(word)
})
