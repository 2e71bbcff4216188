/** A trainer shares a course; a student enters its code, and is on the course page, enrolled. A new link replaces the earlier one. */

import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const student = 'nadia.petrova@harbour.example'

test('a code that is read aloud leads to the course page', async ({ browser }) => {
  const admin = await clientFor(demo.admin)
  const { items } = await admin.users.listUsers({ query: { search: demo.trainer } })
  const title = `Letterpress ${Date.now().toString(36)}`
  const { id: courseId } = await admin.courses.createCourse({
    body: { title, status: 'PUBLISHED', enrolment: 'INVITE', trainerIds: [items[0]!.id] },
  })

  const staff = await signedIn(browser, demo.trainer, `/courses/course/${courseId}`)
  await staff.getByRole('button', { name: 'Create join link' }).click()
  const code = (await staff.getByText(/^[A-Z]{4} [A-Z]{4}$/).innerText()).toLowerCase()

  await test.step('the student enrols with four clicks besides the code', async () => {
    const page = await signedIn(browser, student)
    const effort = countEffort(page)
    await effort.click(page.getByRole('link', { name: 'Courses', exact: true }))
    await effort.click(page.getByRole('button', { name: 'I have a code' }))
    await page.getByLabel('Code').fill(code)
    await effort.click(page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await effort.click(page.getByRole('button', { name: 'Join course' }))
    await expect(page).toHaveURL(new RegExp(`/courses/course/${courseId}$`))
    await expect(page.getByText(`You are enrolled in ${title}`)).toBeVisible()
    expect(effort.clicks).toBeLessThanOrEqual(4)
  })

  await test.step('after a reset the earlier link opens nothing', async () => {
    const address = await staff.getByLabel('Join link', { exact: true }).inputValue()
    await staff.getByRole('button', { name: 'More about the join link' }).click()
    await staff.getByRole('menuitem', { name: 'Reset link' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Reset link' }).click()
    await expect(staff.getByText('There is a new join link')).toBeVisible()
    const page = await signedIn(browser, demo.student, address.slice(address.indexOf('/')))
    await expect(page.getByRole('heading', { name: 'This join link does not work' })).toBeVisible()
  })
})
