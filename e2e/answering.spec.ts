/** A student writes, loses the connection, closes the tab, comes back, submits late, and gets a receipt. */

import { findViolations } from './axe.ts'
import { clientOf } from './client.ts'
import { countEffort } from './effort.ts'
import { clientFor, demo, password, returning } from './people.ts'
import { expect, test } from './test.ts'

const hour = 3_600_000

async function openAssignment() {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.otherTrainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Coastlines ${run}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const title = `Field note ${run}`
  const { id } = await trainer.assignments.createAssignment({
    params,
    body: {
      title,
      questions: [{ type: 'TEXT' as const, prompt: 'How long is the coast?', required: true, points: 20 }],
      dueAt: new Date(Date.now() + hour).toISOString(),
      latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 50 },
    },
  })
  const email = `coast.${run}@example.org`
  const { token } = await clientOf().auth.register({ body: { name: `Noor ${run}`, email, password } })
  await clientOf(token).courses.enroll({ params: { id: course.id } })
  // After the student enrolled, so that it is owed; the minute of the due time is still in time.
  const passDueTime = async () => {
    const dueAt = new Date()
    await trainer.assignments.updateAssignment({ params: { id }, body: { dueAt: dueAt.toISOString() } })
    await expect.poll(() => Date.now(), { timeout: 90_000 }).toBeGreaterThan(dueAt.setSeconds(60, 0))
  }
  return { email, title, passDueTime }
}

test('answers written offline are submitted late, in three clicks from the first page', async ({ browser }) => {
  const { email, title, passDueTime } = await openAssignment()
  const first = await returning(browser, email)
  const context = first.context()
  const field = (page = first) => page.getByRole('textbox', { name: 'How long is the coast?' })
  const shown = (words: string | RegExp, page = first) => expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()

  await test.step('the student starts writing at once, the text is saved, and writing continues offline', async () => {
    await first.goto('/')
    await first.getByRole('link', { name: title }).first().click()
    await expect(field()).toBeFocused()
    await first.keyboard.type('It depends on the ruler.')
    await shown(/^Saved \d\d:\d\d$/)
    await context.setOffline(true)
    await first.keyboard.type(' With a shorter one it is longer.')
    await shown('Offline, kept on this device')
    await first.close()
  })

  await passDueTime()
  await context.setOffline(false)
  const page = await context.newPage()
  const effort = countEffort(page)
  await test.step('the text is there on return; lateness and its cost are shown before submitting', async () => {
    await page.goto('/')
    await effort.click(page.getByRole('link', { name: title }).first())
    await expect(field(page)).toHaveValue('It depends on the ruler. With a shorter one it is longer.')
    await expect(field(page)).toBeFocused()
    await shown('Submit now: 10 % off, at most 18 of 20', page)
    expect(await findViolations(page)).toEqual([])
    await effort.click(page.getByRole('button', { name: 'Review and submit' }).filter({ visible: true }))
    await expect(page.getByRole('dialog')).toContainText('This will count as late')
    await effort.click(page.getByRole('dialog').getByRole('button', { name: 'Submit' }))
    await expect(page.getByRole('heading', { name: 'Your submission' })).toBeVisible()
    await shown('Late', page)
    expect(effort.clicks).toBeLessThanOrEqual(3)
  })

  await test.step('a second attempt sends a receipt, and the choice is remembered', async () => {
    await page.getByRole('button', { name: 'Change your answers' }).click()
    await field(page).fill('It has no length.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('checkbox', { name: 'Email me a receipt' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Your submission' })).toBeVisible()
    await page.getByText('Attempt 1', { exact: true }).click()
    await shown('It depends on the ruler. With a shorter one it is longer.', page)
    await page.reload()
    await page.getByRole('button', { name: 'Change your answers' }).click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('checkbox', { name: 'Email me a receipt' })).toBeChecked()
    const outbox = await context.newPage()
    await expect(async () => {
      await outbox.goto('/outbox')
      await expect(outbox.getByText(email).first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await outbox.getByRole('link', { name: `You submitted ${title}` }).click()
    await expect(outbox.getByText('Attempt 2, late.')).toBeVisible()
  })
})
