/** One user from creation to history: two courses, no email yet, another role, out of a course again. */

import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('an admin adds a person without an email, edits them, and finds all changes in their history', async ({ browser }) => {
  const page = await signedIn(browser, demo.admin)
  const email = `quiet.${Date.now().toString(36)}@harbour.example`
  const region = (name: RegExp) => page.getByRole('region', { name })

  await test.step('added to two courses, without an email', async () => {
    await page.goto('/users/add-single-users')
    await page.getByRole('textbox', { name: 'Name' }).fill('Quiet Newcomer')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    for (const title of ['Data Journalism', 'Public Health Statistics']) {
      await page.getByRole('combobox', { name: 'Courses' }).fill(title)
      await page.getByRole('option', { name: title, exact: true }).click()
    }
    // The list stays open for the next choice.
    await page.keyboard.press('Tab')
    await page.getByRole('switch', { name: 'Send an invitation now' }).click()
    await page.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('Quiet Newcomer is in 2 courses. No email was sent')).toBeVisible()
    const outbox = await page.request.get('/outbox')
    expect(await outbox.text()).not.toContain(email)
  })

  await test.step('the list names both; sorted by address from its head', async () => {
    await page.getByRole('link', { name: 'Email' }).click()
    await expect(page).toHaveURL(/sort=email/)
    await page.getByRole('searchbox', { name: 'Name or email' }).fill(email)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Data Journalism')
    await expect(row).toContainText('Public Health Statistics')
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Send an invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  })

  await test.step('removed from one course, added to another, and given another role, whose effect is explained', async () => {
    const courses = region(/^Courses \d/)
    await courses.getByRole('button', { name: 'Remove from course: Data Journalism' }).click()
    await page.getByRole('button', { name: 'Remove from course', exact: true }).click()
    await expect(courses.getByRole('link', { name: 'Data Journalism' })).toHaveCount(0)
    await courses.getByRole('combobox', { name: 'Add to a course' }).fill('Furniture')
    await page.getByRole('option', { name: /^Furniture Making/ }).click()
    await courses.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(courses.getByRole('link', { name: /^Furniture Making/ })).toBeVisible()
    await page.getByRole('radio', { name: 'Trainer' }).click()
    await expect(page.getByText('Quiet Newcomer will be able to create courses')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Quiet Newcomer is saved')).toBeVisible()
  })

  await test.step('the history lists the changes, newest first', async () => {
    const rows = region(/^History \d/).getByRole('listitem')
    await expect(rows).toHaveCount(5)
    await expect(rows.first()).toContainText('Role changed from Student to Trainer')
    await expect(rows.first()).toContainText('By Marta Oliveira')
    await expect(rows.nth(1)).toContainText('Joined Furniture Making')
    await expect(rows.nth(2)).toContainText('Left Data Journalism')
    await expect(rows.nth(3)).toContainText('Joined')
  })
})
