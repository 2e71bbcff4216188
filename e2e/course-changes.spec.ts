/** A course with a student is changed: it and a week are renamed, deleted and restored. */

import type { Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { clientFor, demo, pageIn, password, returning } from './people.ts'
import { expect, test } from './test.ts'

/** A course of two weeks with an assignment in the second, and the session of a student who is enrolled. */
async function courseWithStudent() {
  const run = crypto.randomUUID().slice(0, 8)
  const admin = await clientFor(demo.admin)
  const course = await admin.courses.createCourse({ body: { title: `Maps ${run}`, status: 'PUBLISHED', weekCount: 2 } })
  const params = { courseId: course.id, weekId: course.weeks![1]!.id }
  const questions = [{ type: 'TEXT' as const, prompt: 'Which projection?', points: 10 }]
  await admin.assignments.createAssignment({ params, body: { title: 'Base map', questions } })
  const session = await clientOf().auth.register({ body: { name: `Noor ${run}`, email: `maps.${run}@example.org`, password } })
  await clientOf(session.token).courses.enroll({ params: { id: course.id } })
  return { path: `/courses/course/${course.id}`, title: course.title, newTitle: `Maps that mislead ${run}`, session }
}

const projections = (page: Page) => page.getByRole('region', { name: 'Projections' })

async function rename(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Save changes' }).click()
}

test('an admin renames a course and a week, deletes both, and restores both with what is in them', async ({ browser }) => {
  const { path, title, newTitle, session } = await courseWithStudent()
  const page = await returning(browser, demo.admin)
  const student = await pageIn(browser, session)
  const openCourse = (): Promise<void> => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: newTitle }).click()
  const openEdit = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Course actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit course' }).click()
  }

  await test.step('the course and its second week are renamed', async () => {
    await page.goto(path)
    await openEdit()
    await rename(page, newTitle)
    await expect(page.getByText(`${newTitle} is saved`)).toBeVisible()
    await openCourse()
    await page.getByRole('button', { name: 'Actions for week 2' }).click()
    await page.getByRole('menuitem', { name: 'Edit week' }).click()
    await rename(page, 'Projections')
    await expect(page.getByText('Week 2 is saved')).toBeVisible()
    await student.goto(path)
    await expect(student.getByRole('heading', { level: 1, name: newTitle })).toBeVisible()
    await expect(projections(student)).toBeVisible()
  })

  await test.step('the week is deleted, and Undo restores it', async () => {
    await page.getByRole('button', { name: 'Delete week 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete week 2?' })
    await expect(dialog).toContainText('“Projections” is deleted with 1 assignment.')
    await dialog.getByRole('button', { name: 'Delete week 2' }).click()
    await expect(page.getByText('Week 2 is deleted')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Actions for week/ })).toHaveCount(1)
    await expect(projections(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Week 2 is restored')).toBeVisible()
    await expect(projections(page)).toContainText('Base map')
  })

  await test.step('the course is deleted by typing its title, and the student can no longer open it', async () => {
    await openEdit()
    await page.getByRole('button', { name: 'Delete the course' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${newTitle}?` })
    await expect(dialog).toContainText('Deleted with it: 2 weeks, 1 assignment. 1 student can no longer open it.')
    await dialog.getByLabel('Type the title of the course').fill(title)
    await dialog.getByRole('button', { name: 'Delete the course' }).click()
    await expect(dialog.getByText('This is not the title of the course')).toBeVisible()
    await dialog.getByLabel('Type the title of the course').fill(newTitle)
    await dialog.getByRole('button', { name: 'Delete the course' }).click()
    await expect(page.getByText(`${newTitle} is deleted`)).toBeVisible()
    await student.reload()
    await expect(student.getByRole('heading', { name: 'This course was removed or never existed' })).toBeVisible()
  })

  await test.step('the course is restored from the list of deleted courses, and the student opens it again', async () => {
    await page.getByRole('link', { name: 'Deleted courses' }).click()
    await page.getByRole('button', { name: `Restore ${newTitle}` }).click()
    await expect(page.getByText(`${newTitle} is restored`)).toBeVisible()
    await student.reload()
    await expect(projections(student)).toContainText('Base map')
  })
})
