/**
 * Markup, scripts and bidirectional text in every name and text field stay text on each screen, in mails and in exports. They are long, too:
 * on no screen anything is cut, or scrolls sideways, on desktops and phones.
 */

import type { Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { findCutTexts } from './cut-texts.ts'
import { clientFor, demo, freshPage, password, returning } from './people.ts'
import { followLink, requestsOf } from './requests.ts'
import { deletedWork, everybody, managing, teaching, type Ids } from './screen-list.ts'
import { expect, test } from './test.ts'

// In one worker, so that the course is made once.
test.describe.configure({ mode: 'default', timeout: 240_000 })

/** Anything that would run or render is marked, to find it wherever it appears. The last characters reverse the text and have no width. */
const markup = '<img class=hostile src=x onerror=__ran=1><svg class=hostile onload=__ran=1></svg>\u202E\u200B'
const rich = `<p>${markup}</p><script class="hostile">__ran=1</script><a class="hostile" href="javascript:__ran=1">Read</a><p>Words</p>`
/** No language has a place to break it at. */
const longWord = 'Donaudampfschifffahrtsgesellschaftsbereich'
const formula = '=HYPERLINK("https://evil.example","Marks")'

/** A course in which every text is hostile, written by every role. */
async function plant() {
  const run = crypto.randomUUID().slice(0, 8)
  // A name may have 120 characters, a title 200.
  const name = `${run} ${markup}`
  const text = `${name} ${longWord}`
  const [admin, trainer] = [await clientFor(demo.admin), await clientFor(demo.otherTrainer)]
  const { items: found } = await admin.users.listUsers({ query: { search: demo.otherTrainer } })
  const trainerIds = [found[0]!.id]
  const course = await admin.courses.createCourse({
    body: { title: text, description: rich, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1, trainerIds },
  })
  const at = { courseId: course.id, weekId: course.weeks![0]!.id }
  await trainer.weeks.updateWeek({ params: at, body: { title: text, description: rich } })
  const lecture = { title: text, notes: rich, type: 'RECORDED' as const, url: 'https://video.example/clean.mp4', durationSeconds: 60 }
  const video = await trainer.media.createMedia({ params: at, body: lecture })
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const live = await trainer.media.createMedia({ params: at, body: { title: text, notes: rich, type: 'LIVE', zoomOptions } })
  const questions = [
    { type: 'TEXT' as const, prompt: text, required: true, points: 10 },
    { type: 'SINGLE_CHOICE' as const, prompt: text, options: [`a ${text}`, `b ${text}`], answerKey: [`a ${text}`], points: 10 },
  ]
  const assignment = await trainer.assignments.createAssignment({ params: at, body: { title: text, instructions: rich, questions } })
  await trainer.savedComments.createSavedComment({ body: { text } })

  const email = `hostile.${run}@example.org`
  const { token, user } = await clientOf().auth.register({ body: { name, email, password } })
  const student = clientOf(token)
  await student.courses.enroll({ params: { id: course.id } })
  const answers = assignment.questions.map(({ id, options }) => ({ questionId: id, value: options[0] ?? text }))
  // Another one that is not submitted, for the screen of answering.
  const open = await trainer.assignments.createAssignment({ params: at, body: { title: text, questions } })
  const submission = await student.submissions.submitAssignment({ params: { ...at, assignmentId: assignment.id }, body: { answers } })
  await trainer.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 12, feedback: text } })
  await student.media.createNote({ params: { courseId: course.id, mediaId: video.id }, body: { at: 1, text } })
  const inForum = { courseId: course.id }
  const discussion = await student.discussions.createDiscussion({ params: inForum, body: { title: text, content: rich } })
  const place = { params: { ...inForum, discussionId: discussion.id } }
  const comment = await trainer.discussions.createComment({ ...place, body: { content: rich } })
  await trainer.discussions.createComment({ ...place, body: { content: `${rich}<p>Again</p>`, parentId: comment.id } })

  const { id: formCourse } = await admin.courses.createCourse({
    body: { title: `Form ${text}`, status: 'PUBLISHED', enrolment: 'FORM', trainerIds },
  })
  const form = await admin.signupForms.saveForm({
    params: { courseId: formCourse },
    body: {
      autoApprove: false,
      questions: [
        { label: text, help: text, type: 'LONG_TEXT' },
        { label: `Choice ${text}`, type: 'SINGLE_CHOICE', options: [`a ${text}`, `b ${text}`] },
        { label: `Formula ${text}`, type: 'SHORT_TEXT' },
      ],
    },
  })
  const { id: openForm } = await admin.courses.createCourse({ body: { title: text, status: 'PUBLISHED', enrolment: 'FORM', trainerIds } })
  await admin.signupForms.saveForm({
    params: { courseId: openForm },
    body: { questions: [{ label: text, help: text, type: 'DROPDOWN', options: [text, `b ${text}`] }] },
  })
  const given = [text, form.questions[1]!.options[0]!, formula]
  const { id: responseId } = await student.signupForms.answerForm({
    params: { courseId: formCourse, id: form.id },
    body: { answers: form.questions.map(({ id }, index) => ({ questionId: id, value: given[index]! })) },
  })
  await trainer.signupResponses.decideResponse({
    params: { courseId: formCourse, id: responseId },
    body: { decision: 'REJECTED', note: text },
  })

  const message = { subject: text, body: rich, sendTo: 'ALL', showUntil: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10) }
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { id: emailId } = await trainer.courseEmails.sendMails({ params: inForum, body: { ...message, sendAt: later } })
  await trainer.courseEmails.sendCourseEmailNow({ params: { ...inForum, id: emailId } })
  const { link } = await trainer.joinLinks.resetJoinLink({ params: inForum })
  const ids: Ids = {
    course: course.id,
    week: at.weekId,
    video: video.id,
    session: live.id,
    assignment: assignment.id,
    submission: submission.id,
    deletedSubmission: await deletedWork(trainer, student, at, text),
    discussion: discussion.id,
    person: user.id,
    formCourse,
    joinCode: link.code,
  }
  const answering = [`/assignments/course/${course.id}/week/${at.weekId}/${open.id}`, `/courses-details/${openForm}#sign-up`]
  return { run, ids, email, trainer, answering, responsesPath: `/courses/course/${formCourse}/sign-up-form/responses` }
}
let planted: Awaited<ReturnType<typeof plant>>
test.beforeAll(async () => {
  planted = await plant()
})

/** Elements of the page that came from user input. */
const interpreted = (page: Page) =>
  page.evaluate(() => {
    const inert = ':not([data-mantine-styles])'
    const found = document.querySelectorAll(
      `.hostile, [onerror], [onload], [onclick], [src="x"], a[href^="javascript" i], body script${inert}`,
    )
    const own = [...found].filter((element) => !(element instanceof HTMLScriptElement && element.src.startsWith(location.origin)))
    return { ran: '__ran' in window, elements: own.map(({ outerHTML }) => outerHTML.slice(0, 200)) }
  })
const nothing = { ran: false, elements: [] }

/** Each screen is checked as it opens. Returns how many of them show the hostile text. */
async function walk(page: Page, screens: readonly string[]): Promise<number> {
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => expect.soft(dialog.message()).toBe('no dialog')))
  const requests = requestsOf(page)
  let shown = 0
  await page.goto(screens[0]!)
  for (const screen of screens) {
    await followLink(page, screen)
    await requests.done()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
    expect.soft(await interpreted(page), screen).toEqual(nothing)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await requests.done()
      expect.soft(await findCutTexts(page), `${screen} at ${width} px`).toEqual([])
    }
    if ((await page.locator('main').innerText()).includes('<img class=hostile')) shown += 1
  }
  return shown
}

test('on the screens of a student', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  expect(await walk(page, [...everybody(planted.ids), ...planted.answering])).toBeGreaterThan(10)
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect(page.getByText('was marked: 12 / 20').first()).toBeVisible()
  expect(await interpreted(page)).toEqual(nothing)
})

test('what an ellipsis cuts is shown in full at the focus, and under the pointer', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/assignments')
  const link = page.getByRole('main').getByRole('link', { name: planted.run }).first()
  await expect(link).toBeVisible()
  await page.keyboard.press('Tab')
  await link.focus()
  const box = page.locator('body > #root [aria-hidden]', { hasText: longWord })
  await expect(box).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await link.hover()
  await expect(page.getByTitle(longWord).first()).toBeVisible()
})

test('on the screens of a trainer', async ({ browser }) => {
  const page = await returning(browser, demo.otherTrainer)
  const screens = [...teaching(planted.ids), `${planted.responsesPath}?tab=ALL`]
  expect(await walk(page, screens)).toBeGreaterThan(10)
  await page.getByRole('row').getByRole('link', { name: planted.run }).click()
  await expect(page.getByRole('complementary', { name: 'Response' })).toContainText('<svg class=hostile')
  expect(await interpreted(page)).toEqual(nothing)
})

test('on the screens of an admin', async ({ browser }) => {
  const page = await returning(browser, demo.admin)
  expect(await walk(page, [...managing(planted.ids), `/users?search=${planted.run}`, '/courses'])).toBeGreaterThan(5)
})

/** Presses the buttons one after the other; what opens is a dialog. */
type Way = { at: string; press: (string | RegExp)[] }

async function openDialogs(page: Page, ways: readonly Way[]): Promise<void> {
  for (const { at, press } of ways)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(at)
      for (const name of press) await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click()
      await expect(page.getByRole('dialog'), at).toBeVisible()
      expect.soft(await interpreted(page), at).toEqual(nothing)
      await expect.poll(() => findCutTexts(page), `${press.at(-1)} on ${at} at ${width} px`).toEqual([])
    }
}

test('in the dialogs of staff', async ({ browser }) => {
  const { ids, run } = planted
  const place = `/courses/${ids.course}/weeks/${ids.week}`
  const trainer = await returning(browser, demo.otherTrainer)
  await openDialogs(trainer, [
    { at: `/courses/course/${ids.course}`, press: ['Actions for week 1', /^Delete/] },
    { at: `${place}/media/${ids.video}/edit`, press: [/^Delete the recording/] },
    { at: `/courses/course/${ids.course}/emails`, press: ['Write email'] },
    { at: `/courses/course/${ids.course}`, press: ['Add week'] },
    { at: `/courses/course/${ids.course}`, press: ['More about the join link', 'Reset link'] },
    { at: `/courses/course/${ids.course}/discussion-forum/${ids.discussion}`, press: ['More for this discussion', 'Delete discussion'] },
    { at: `/all-submissions/course/${ids.course}/${ids.assignment}`, press: [/^Actions for/, /^Excuse/] },
    { at: `${place}/assignments/${ids.assignment}/edit`, press: [/^Delete/] },
  ])
  const admin = await returning(browser, demo.admin)
  await openDialogs(admin, [
    { at: `/users/${ids.person}/edit`, press: [/^Delete/] },
    { at: `/users?search=${run}`, press: [/^Actions for/, 'Suspend'] },
    { at: `/users/${ids.person}/edit`, press: [/^Remove from course/] },
    { at: `/courses/${ids.course}/edit`, press: [/^Delete/] },
  ])
})

test('in the dialogs of a student', async ({ browser }) => {
  const page = await returning(browser, planted.email)
  await openDialogs(page, [
    { at: planted.answering[0]!, press: ['Review and submit'] },
    { at: '/courses', press: ['I have a code'] },
  ])
})

test('in mails and exported files', async ({ browser }) => {
  const { trainer, ids, run } = planted
  const outbox = await freshPage(browser)
  const link = outbox.getByRole('link', { name: run })
  await expect(async () => {
    await outbox.goto('/outbox')
    // The announcement to the class, and the sign-up decision.
    expect(await link.count()).toBeGreaterThan(1)
  }).toPass({ timeout: 60_000 })
  expect(await interpreted(outbox)).toEqual(nothing)
  const mails = await link.evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).href))
  for (const mail of mails) {
    await outbox.goto(mail)
    expect.soft(await outbox.locator('body').innerText()).toContain('<img class=hostile')
    expect.soft(await interpreted(outbox), mail).toEqual(nothing)
  }

  const files = await Promise.all([
    trainer.signupResponses.exportResponses({ params: { courseId: ids.formCourse } }),
    trainer.attendance.exportAttendance({ query: { courseId: ids.course } }),
    trainer.marks.exportMarks({ params: { courseId: ids.course }, query: { feedback: 'true' } }),
  ])
  const [signUps, ...others] = await Promise.all(files.map((file) => file.text()))
  expect(signUps).toContain(`"'=HYPERLINK(""https://evil.example"",""Marks"")"`)
  for (const text of [signUps, ...others]) {
    // A name is one cell, whatever it contains.
    expect(text).toContain(`"${run} <img class=hostile src=x onerror=__ran=1>`)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  }
})
