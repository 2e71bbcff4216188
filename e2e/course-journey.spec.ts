/** The main journey, end to end: a course is created, taken, graded and attended. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { demo, freshPage, password, signedIn } from './people.ts'
import { watchingSaved } from './recordings.ts'
import { expect, test } from './test.ts'

const lecture = join(import.meta.dirname, 'lecture.webm')
/** Retries may run concurrently, so names are unique. */
const run = Date.now().toString(36)
const course = `Reading charts ${run}`
const assignment = `One misleading chart ${run}`
const student = `Noor Haddad ${run}`

test('a trainer creates a course, a student takes it, the trainer grades and marks attendance, an admin sees the users', async ({
  browser,
}) => {
  const trainer = await signedIn(browser, demo.trainer, '/courses/new')
  await test.step('the trainer makes a course with a video, a live session and an assignment', async () => {
    await makeCourse(trainer)
    await addVideo(trainer)
    await addLiveSession(trainer)
    await addAssignment(trainer)
  })

  const learner = await freshPage(browser)
  await test.step('a student registers, finds the course and enrols', () => registerAndEnrol(learner))
  await test.step('the student watches the video, and the place is kept', () => watch(learner))
  await test.step('the student joins the discussion', () => discuss(learner))
  await test.step('the student submits the assignment', () => submit(learner))

  await test.step('the trainer grades the submission', () => grade(trainer))
  await test.step('the trainer marks the attendance and exports it', () => attend(trainer))
  await test.step('the student sees marks, attendance and progress', () => seeResults(learner))

  await test.step('an admin sees the users, and none of the others can', async () => {
    const admin = await signedIn(browser, demo.admin)
    await menu(admin, 'Users')
    await admin.getByRole('searchbox').fill(run)
    await expect(admin.getByText(student)).toBeVisible()
    for (const page of [trainer, learner]) {
      await page.goto('/users?page=1&role=all&course=all')
      await expect(page.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
    }
  })
})

const menu = (page: Page, item: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item, exact: true }).click()

async function openCourse(page: Page): Promise<void> {
  await menu(page, /My Courses|Enrolled Courses/)
  await page.getByRole('link', { name: course }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
}

async function weekAction(page: Page, week: number, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for week ${week}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Radios are drawn as cards: users click the card. */
const choose = (page: Page, card: string) => page.locator('label', { hasText: card }).first().click()

async function makeCourse(page: Page): Promise<void> {
  await page.getByLabel('Title').fill(course)
  await page.getByRole('textbox', { name: 'Weeks' }).fill('1')
  await choose(page, 'Published')
  await page.getByRole('button', { name: 'Create and publish course' }).click()
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
  await page.getByRole('button', { name: 'Add week' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('The second look')
  await page.getByRole('dialog').getByRole('button', { name: 'Add week 2' }).click()
  await expect(page.getByText('The second look')).toBeVisible()
}

async function addVideo(page: Page): Promise<void> {
  await weekAction(page, 1, 'Add media')
  await page.locator('input[type=file]').setInputFiles(lecture)
  await page.getByLabel('Title').fill('Axes that lie')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByRole('link', { name: /Axes that lie/ })).toBeVisible()
}

async function addLiveSession(page: Page): Promise<void> {
  await openCourse(page)
  await weekAction(page, 1, 'Add media')
  await choose(page, 'Live session')
  await page.getByLabel('Title').fill('Questions and answers')
  // In the zone of the browser, which the course has, too. Swedish dates have the ISO format.
  const inZone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = inZone.format(Date.now() + 5 * 60_000).split(' ')
  await page.getByLabel('Starts', { exact: true }).fill(`${day} ${time}`)
  await page.getByLabel('Length in minutes').fill('45')
  await page.getByLabel('Meeting link').fill('https://meet.example.org/reading-charts')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByRole('link', { name: /Questions and answers/ })).toBeVisible()
}

async function addAssignment(page: Page): Promise<void> {
  await openCourse(page)
  await weekAction(page, 1, 'Add assignment')
  await page.getByLabel('Title').fill(assignment)
  const question = page.getByRole('region', { name: 'Question 1' })
  await question.getByRole('textbox', { name: 'Question' }).fill('Which chart misleads, and how?')
  await question.getByRole('textbox', { name: 'Marks' }).fill('20')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: assignment })).toBeVisible()
}

async function registerAndEnrol(page: Page): Promise<void> {
  await page.goto('/courses')
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill(student)
  await page.getByLabel('Email').fill(`noor.${run}@example.org`)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/courses/)
  await page.getByRole('searchbox').fill(course)
  await page.getByRole('link', { name: course }).click()
  await expect(page).toHaveURL(/\/courses-details\//)
  await expect(page.getByText('The second look')).toBeVisible()
  await page.getByRole('button', { name: 'Enrol' }).click()
  await expect(page).toHaveURL(/\/courses\/course\//)
}

async function watch(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Axes that lie/ })
    .first()
    .click()
  const video = page.locator('video')
  const position = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const saved = watchingSaved(page)
  // The page itself pauses it: from here it might be over before its position is read.
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    element.addEventListener('timeupdate', () => element.currentTime > 6 && element.pause())
    await element.play()
    await new Promise((resolve) => element.addEventListener('pause', resolve, { once: true }))
  })
  await saved
  const left = await position()
  expect(left).toBeGreaterThan(6)
  await page.reload()
  await expect(page.getByText(/Resumed at 0:\d\d/)).toBeVisible()
  await expect.poll(position).toBeGreaterThan(left - 1)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect(page.getByText(/Watched \d+/).first()).toBeVisible({ timeout: 40_000 })
}

async function discuss(page: Page): Promise<void> {
  await openCourse(page)
  await page.goto(`${new URL(page.url()).pathname}/discussion-forum`)
  await page.getByRole('link', { name: 'New discussion' }).click()
  await page.getByLabel('Title').fill('Is a broken axis ever honest?')
  await page.getByRole('textbox', { name: 'Text' }).fill('The lecture says never. My newspaper does it daily.')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Is a broken axis ever honest?' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Reply' }).first().fill('I found an answer: when the break is drawn.')
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click()
  // In the list: the input has the same text.
  await expect(page.getByRole('list').getByText('when the break is drawn')).toBeVisible()
}

async function submit(page: Page): Promise<void> {
  await menu(page, /^My Assignments/)
  await page.getByRole('link', { name: assignment }).click()
  await page.getByRole('textbox', { name: /Which chart misleads/ }).fill('The second one: its axis starts at 62.')
  await expect(
    page
      .getByText(/Saved \d\d:\d\d/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Review and submit' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page.getByText(/Submitted/).first()).toBeVisible()
}

async function grade(page: Page): Promise<void> {
  await menu(page, 'Assignments')
  await page.getByRole('link', { name: assignment }).first().click()
  await page
    .getByRole('link', { name: new RegExp(student) })
    .first()
    .click()
  await expect(page.getByText('its axis starts at 62')).toBeVisible()
  await page.getByRole('textbox', { name: 'Mark out of 20' }).fill('17')
  await page.getByLabel('Feedback').fill('Your reading of the axis is exact.')
  await page.getByRole('button', { name: /^Grade and/ }).click()
  await expect(page.getByRole('heading', { name: 'All graded.' })).toBeVisible()
}

async function attend(page: Page): Promise<void> {
  await openCourse(page)
  await weekAction(page, 1, 'Mark attendance')
  await page
    .getByRole('button', { name: /Questions and answers/ })
    .or(page.getByRole('radio', { name: /Questions and answers/ }))
    .first()
    .click()
  await page
    .getByRole('group', { name: new RegExp(student) })
    .locator('label', { hasText: 'P' })
    .first()
    .click()
  await expect(
    page
      .getByText(/Saved \d\d:\d\d/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await openCourse(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Course actions' }).click()
  await page.getByRole('menuitem', { name: 'Export attendance (CSV)' }).click()
  const sheet = await readFile(await (await download).path(), 'utf8')
  expect(sheet).toContain(student)
  expect(sheet).toContain('Questions and answers')
  expect(sheet).toMatch(/Present/i)
}

async function seeResults(page: Page): Promise<void> {
  await menu(page, /^My Assignments/)
  await expect(page.getByText('17 / 20').first()).toBeVisible()
  await page.getByRole('link', { name: assignment }).click()
  await expect(page.getByText('Your reading of the axis is exact.')).toBeVisible()
  await page.goto('/attendance')
  await page.getByRole('heading', { name: /^Present/ }).click()
  await expect(page.getByText('Questions and answers')).toBeVisible()
  await menu(page, 'Enrolled Courses')
  // Its mark so far: 17 of 20.
  await expect(page.getByRole('listitem').filter({ hasText: course })).toContainText('85 %')
}
