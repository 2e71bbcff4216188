/** A course of ten weeks with its first assignment takes little effort, from the first page of trainers and of admins. */

import { countEffort } from './effort.ts'
import { demo, returning } from './people.ts'
import { expect, test } from './test.ts'

for (const [who, email] of Object.entries({ trainer: demo.otherTrainer, admin: demo.admin }))
  test(`a course of ten weeks with an assignment takes a ${who} at most eight clicks`, async ({ browser }) => {
    const title = `Letterpress ${crypto.randomUUID().slice(0, 8)}`
    const page = await returning(browser, email)
    await page.goto('/')
    const effort = countEffort(page)
    await effort.click(page.getByRole('link', { name: 'New course' }).first())
    await expect(page.getByLabel('Title')).toBeFocused()
    await effort.type(page.getByLabel('Title'), title)
    await effort.type(page.getByRole('textbox', { name: 'Weeks' }), '10')
    await effort.click(page.getByRole('button', { name: 'Create course' }))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Course created')).toBeVisible()
    await effort.click(page.getByRole('link', { name: 'Add assignment to Week 1' }))
    await expect(page.getByLabel('Title')).toBeFocused()
    await effort.type(page.getByLabel('Title'), 'Set one line')
    await effort.type(page.getByRole('textbox', { name: 'Question' }), 'Which line did you set?')
    await effort.click(page.getByRole('button', { name: 'Publish' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Set one line' })).toBeVisible()
    expect(effort.clicks).toBeLessThanOrEqual(8)
    expect(effort.keys).toBe(0)
  })
