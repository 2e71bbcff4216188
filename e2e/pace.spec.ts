/** The main jobs at a person's pace, on a slow device with a slow line: the server has what was typed, letter for letter. */

import type { Browser, Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { clientFor, type logIn, pageIn, password, signedIn } from './people.ts'
import { newTrainer } from './recordings.ts'
import { expect, test } from './test.ts'

/** Milliseconds between keys, in turn, from a practised typist to two fingers. */
const paces = [60, 150, 270, 330]
/** Milliseconds that each reply takes longer, in turn of the jobs: a phone's line, and one that hardly answers. */
const delays = [300, 2500]
let jobs = 0

async function atPace(page: Page, keys: Iterable<string>): Promise<void> {
  let turn = 0
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(paces[turn++ % paces.length]!)
  }
}

/** CPU ÷ 4, and later replies. */
async function slowDown(page: Page): Promise<void> {
  const delay = delays[jobs++ % delays.length]!
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
}

/** A published course of its own trainer, with two students, an assignment, a live session and a discussion. */
async function makeCourse() {
  const run = crypto.randomUUID().slice(0, 8)
  const email = await newTrainer()
  const trainer = await clientFor(email)
  const course = await trainer.courses.createCourse({
    body: { title: `Rivers ${run}`, mode: 'LIVE', status: 'PUBLISHED', weekCount: 1 },
  })
  const params = { courseId: course.id, weekId: course.weeks![0]!.id }
  const question = { id: crypto.randomUUID(), type: 'TEXT' as const, prompt: 'How long is it?', required: true, points: 20 }
  const { id: assignmentId } = await trainer.assignments.createAssignment({ params, body: { title: 'Field note', questions: [question] } })
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const session = await trainer.media.createMedia({ params, body: { title: 'Counting', type: 'LIVE', zoomOptions } })
  const discussion = await trainer.discussions.createDiscussion({
    params: { courseId: course.id },
    body: { title: 'Sources', content: '<p>Name one.</p>' },
  })
  const students: Awaited<ReturnType<typeof logIn>>[] = []
  for (const name of ['Ana Reis', 'Bea Costa']) {
    const body = { name, email: `${name.slice(0, 3).toLowerCase()}.${run}@example.org`, password }
    const student = await clientOf().auth.register({ body })
    await clientOf(student.token).courses.enroll({ params: { id: course.id } })
    students.push(student)
  }
  const submit = async (value: string): Promise<void> => {
    for (const { token } of students)
      await clientOf(token).submissions.submitAssignment({
        params: { ...params, assignmentId },
        body: { answers: [{ questionId: question.id, value }] },
      })
  }
  const submissions = async () =>
    (await trainer.submissions.listSubmissions({ params: { courseId: course.id, assignmentId }, query: { sort: 'submittedAt' } })).items
  return { email, trainer, params, assignmentId, session, discussion, students, submit, submissions }
}

/** The page is slow once it is there: a slow device costs four times the CPU time. */
async function open(browser: Browser, email: string, path: string): Promise<Page> {
  const page = await signedIn(browser, email, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await slowDown(page)
  return page
}

/** Each pace about three times. */
const words = 'It depends.'

test('marks given one after the other are those of their students', async ({ browser }) => {
  const { email, params, submit, submissions } = await makeCourse()
  await submit('9 km')
  const [first] = await submissions()
  const page = await open(browser, email, `/submissions/${first!.submissionId}/course/${params.courseId}?tab=to-grade`)
  const field = page.getByRole('textbox', { name: 'Mark out of 20' })
  await expect(field).toBeFocused()
  await atPace(page, ['1', '5', 'Enter'])
  await expect(page.getByText('2 of 2 to grade', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await atPace(page, ['1', '2', 'Enter'])
  await expect.poll(async () => (await submissions()).map(({ marks }) => marks)).toEqual([15, 12])
})

test('the attendance grid and the server agree after quick keys', async ({ browser }) => {
  const { email, trainer, params, session } = await makeCourse()
  const page = await open(browser, email, '/attendance')
  const cell = (row: number) => page.locator(`[data-cell="${row}:0"]`)
  await cell(0).focus()
  await atPace(page, ['Space', 'Space', 'Space', 'p', 'a', 'l', 'ArrowDown', 'e', 'p', 'a'])
  await expect(page.getByText('All changes saved')).toBeVisible()
  await expect(cell(0)).toHaveAccessibleName(/, Late\./)
  await expect(cell(1)).toHaveAccessibleName(/, Absent\./)
  const { students } = await trainer.attendance.getCourseAttendance({ params })
  expect(students.map(({ entries }) => entries[session.id]?.status)).toEqual(['LATE', 'ABSENT'])
})

test('a comment is what was typed', async ({ browser }) => {
  const { email, trainer, params, discussion } = await makeCourse()
  const { courseId } = params
  const page = await open(browser, email, `/courses/course/${courseId}/discussion-forum/${discussion.id}`)
  await page.getByRole('textbox', { name: 'Write a reply' }).click()
  await atPace(page, words)
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  const at = { params: { courseId, discussionId: discussion.id } }
  const comments = async () => (await trainer.discussions.listComments(at)).items.map(({ content }) => content)
  await expect.poll(comments).toEqual([`<p>${words}</p>`])
})

test('an email is what was typed', async ({ browser }) => {
  const { email, trainer, params } = await makeCourse()
  const { courseId } = params
  const page = await open(browser, email, `/courses/course/${courseId}/emails`)
  await page.getByRole('button', { name: 'Write email' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Subject').click()
  await atPace(page, 'Tomorrow')
  await dialog.getByLabel('Message').click()
  await atPace(page, words)
  await dialog.getByRole('button', { name: /^Send to 2 students$/ }).click()
  const emails = async () => (await trainer.courseEmails.listCourseEmails({ params: { courseId } })).items
  await expect.poll(async () => (await emails()).map(({ subject }) => subject)).toEqual(['Tomorrow'])
  const sent = await trainer.courseEmails.getCourseEmail({ params: { courseId, id: (await emails())[0]!.id } })
  expect(sent.body).toContain(words)
})

test('an answer is what was typed', async ({ browser }) => {
  const { params, assignmentId, students, submissions, trainer } = await makeCourse()
  const page = await pageIn(browser, students[0]!)
  await page.goto(`/assignments/course/${params.courseId}/week/${params.weekId}/${assignmentId}`)
  await slowDown(page)
  await page.getByRole('textbox', { name: 'How long is it?' }).click()
  await atPace(page, words)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Your submission' })).toBeVisible()
  const { submissionId } = (await submissions()).find(({ student }) => student.id === students[0]!.user.id)!
  const { answers } = await trainer.submissions.getSubmission({ params: { courseId: params.courseId, submissionId: submissionId! } })
  expect(answers.map(({ value }) => value)).toEqual([words])
})
