/** Calls that decide on a row lock it, so that two at the same moment run one after the other. */

import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { courseEmailTasks, startBatchJob } from '#modules/mail/course-emails/send.ts'
import { testApp } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { formOf, sample } from '#test/files.ts'

const { app, given, as, database, clock, deps } = await testApp()
clock.set('2026-11-20T12:00:00Z')

/**
 * Whether the call waits while another transaction holds a share lock on the row. A plain update of non-key columns passes a key share
 * lock, so the call waits only if it locked the row before; a call that updates the row first is tested with a full share lock. The
 * transaction ends with the `change`.
 */
async function waitsFor(row: SQL, call: () => Promise<unknown>, share = sql`for key share`, change?: SQL): Promise<boolean> {
  const answers: unknown[] = []
  const { asking, isHeld } = await database.transaction(async (db) => {
    const held = await db.execute(sql`select 1 from ${row} ${share}`)
    expect(held.rows).toHaveLength(1)
    const asking = call().finally(() => answers.push(true))
    const waiting = async () => (await countWaiting(database)) > 0
    let isHeld = false
    while (answers.length === 0 && !(isHeld = await waiting())) await sleep(5)
    if (change) await db.execute(change)
    return { asking, isHeld }
  })
  await asking
  return isHeld
}

test('grading and undoing that lock the submission and its assignment', async () => {
  const { submission, trainer } = await given.submission()
  const { submissions, grading } = await as(trainer)
  const { id, courseId, assignmentId } = submission
  const grade = () => submissions.gradeSubmission({ params: { id }, body: { marks: 5 } })
  const undo = async () => {
    const { version } = await submissions.getSubmission({ params: { submissionId: id, courseId } })
    return grading.undoGrade({ params: { submissionId: id, courseId }, body: { version } })
  }
  for (const call of [grade, undo]) expect(await waitsFor(sql`submissions where id = ${id}`, call)).toBe(true)
  for (const call of [grade, undo])
    expect(await waitsFor(sql`assignments where id = ${assignmentId}`, call, sql`for no key update`)).toBe(true)
})

test('submitting and saving lock the own submission', async () => {
  const { submission, student, assignment } = await given.submission()
  const { submissions } = await as(student)
  const answers = assignment.questions.map(({ id }) => ({ questionId: id, value: 'Again' }))
  const save = () => submissions.saveAnswers({ params: { id: assignment.id }, body: { answers, draftVersion: 0 } })
  const row = sql`submissions where id = ${submission.id}`
  expect(await waitsFor(row, save)).toBe(true)
  const params = { courseId: assignment.courseId, weekId: assignment.weekId, assignmentId: assignment.id }
  expect(await waitsFor(row, () => submissions.submitAssignment({ params, body: { answers } }))).toBe(true)
})

test('an import of marks locks the submissions in its file', async () => {
  const { submission, student, assignment, trainer } = await given.submission()
  const { marks } = await as(trainer)
  const body = formOf(`Student id,Name,Note [${assignment.id}]\n${student.id},Ana,12`)
  const params = { courseId: assignment.courseId }
  const row = sql`submissions where id = ${submission.id}`
  expect(await waitsFor(row, () => marks.importMarks({ params, body, query: { dryRun: 'true' } }))).toBe(false)
  expect(await waitsFor(row, () => marks.importMarks({ params, body, query: {} }))).toBe(true)
})

test('undoing an import of marks locks the submissions in its file', async () => {
  const { submission, student, assignment, trainer } = await given.submission()
  const { marks } = await as(trainer)
  const body = formOf(`Student id,Name,Note [${assignment.id}]\n${student.id},Ana,12`)
  const { id } = await marks.importMarks({ params: { courseId: assignment.courseId }, body, query: {} })
  const undo = () => marks.undoMarksImport({ params: { courseId: assignment.courseId, id: id! } })
  expect(await waitsFor(sql`submissions where id = ${submission.id}`, undo)).toBe(true)
})

test('cancelling an email to a course and sending it now lock it', async () => {
  const { course, trainer } = await given.course()
  const { courseEmails } = await as(trainer)
  const params = { courseId: course.id }
  const body = { subject: 'Hello', body: '<p>Hello</p>', sendTo: 'STUDENTS', sendAt: '2026-11-21T12:00:00Z' }
  for (const decide of [courseEmails.cancelCourseEmail, courseEmails.sendCourseEmailNow]) {
    const { id } = await courseEmails.sendMails({ params, body })
    expect(await waitsFor(sql`course_emails where id = ${id}`, () => decide({ params: { ...params, id } }))).toBe(true)
  }
})

test('an email to a course that is cancelled just before it is sent is not sent', async () => {
  const { course, trainer } = await given.course()
  const body = { subject: 'Hello', body: '<p>Hello</p>', sendTo: 'STUDENTS', sendAt: '2026-11-21T12:00:00Z' }
  const { id } = await (await as(trainer)).courseEmails.sendMails({ params: { courseId: course.id }, body })
  const send = () => courseEmailTasks(deps)[startBatchJob]!({ id }, undefined)
  const cancel = sql`update course_emails set state = 'CANCELLED' where id = ${id}`
  expect(await waitsFor(sql`course_emails where id = ${id}`, send, sql`for key share`, cancel)).toBe(true)
  expect(await database.db.$count(emails, eq(emails.batchId, id))).toBe(0)
})

test('writing, changing, marking, deleting and restoring a comment, and deleting its discussion lock the discussion', async () => {
  const { discussion, student, trainer } = await given.discussion()
  const { discussions } = await as(student)
  const staff = (await as(trainer)).discussions
  const params = { courseId: discussion.courseId, discussionId: discussion.id }
  const row = sql`discussions where id = ${discussion.id}`
  const comment = () => discussions.createComment({ params, body: { content: 'Words' } })
  expect(await waitsFor(row, comment, sql`for share`)).toBe(true)
  const { id: commentId } = await discussions.createComment({ params, body: { content: 'More' } })
  const own = { params: { ...params, commentId } }
  const calls = [
    () => discussions.updateComment({ ...own, body: { content: 'Better' } }),
    () => staff.markAnswer({ ...own, body: { isAnswer: true } }),
    () => discussions.removeComment(own),
    () => discussions.restoreComment(own),
    () => discussions.removeDiscussion({ params: { id: discussion.id } }),
  ]
  for (const call of calls) expect(await waitsFor(row, call)).toBe(true)
})

test('updating a user locks the user, but waits neither for what only refers to them nor for super admins', async () => {
  const { id } = await given.user()
  const { users, user } = await as('SUPER_ADMIN')
  const row = sql`users where id = ${id}`
  // Refused, so that nothing is updated: it waits only if it locks.
  const change = () =>
    expect(users.updateUser({ params: { id }, body: { name: 'Other', version: 7 } })).rejects.toBeProblem('version-conflict')
  expect(await waitsFor(row, change, sql`for share`)).toBe(true)
  expect(await waitsFor(row, change)).toBe(false)
  expect(await waitsFor(sql`users where id = ${user.id}`, change, sql`for share`)).toBe(false)
})

test('demoting and deleting a super admin lock all super admins, so that one remains', async () => {
  const { users } = await as('SUPER_ADMIN')
  const [one, other] = [await given.user({ role: 'SUPER_ADMIN' }), await given.user({ role: 'SUPER_ADMIN' })]
  const row = sql`users where id = ${other.id}`
  const params = { id: one.id }
  expect(await waitsFor(row, () => users.updateUser({ params, body: { role: 'ADMIN' } }), sql`for share`)).toBe(true)
  await users.updateUser({ params, body: { role: 'SUPER_ADMIN' } })
  expect(await waitsFor(row, () => users.removeUser({ params }), sql`for share`)).toBe(true)
})

test('inviting again locks the user, whose earlier invitation may be accepted at the same time', async () => {
  const { id, email } = await given.user({ status: 'INVITED' })
  const { users } = await as('ADMIN')
  const row = sql`users where id = ${id}`
  expect(await waitsFor(row, () => users.resendInvitation({ params: { id } }), sql`for share`)).toBe(true)
  expect(await waitsFor(row, () => users.replaceInvitationLink({ body: { email: email! } }), sql`for share`)).toBe(true)
})

test('announcing a file locks the user, so that all files together stay within the quota', async () => {
  const { files, user } = await as('USER')
  const announce = () => files.presignUpload({ query: { fileType: 'image/png' } })
  expect(await waitsFor(sql`users where id = ${user.id}`, announce, sql`for share`)).toBe(true)
})

test('updating an assignment or a recording locks it', async () => {
  const { assignment, trainer } = await given.assignment()
  const { assignments } = await as(trainer)
  const change = () => assignments.updateAssignment({ params: { id: assignment.id }, body: { title: 'Other' } })
  expect(await waitsFor(sql`assignments where id = ${assignment.id}`, change)).toBe(true)
  const { media, trainer: teacher } = await given.recorded()
  const teaching = await as(teacher)
  const params = { courseId: media.courseId, mediaId: media.id }
  expect(await waitsFor(sql`media where id = ${media.id}`, () => teaching.media.updateMedia({ params, body: { title: 'Other' } }))).toBe(
    true,
  )
})

test('removing the file of a recording locks that', async () => {
  const { media, trainer } = await given.recorded()
  const remove = (await as(trainer)).media.removeMediaFile
  const row = sql`media where id = ${media.id}`
  expect(await waitsFor(row, () => remove({ params: { mediaId: media.id }, body: {} }))).toBe(true)
})

test('completing an upload locks it, and does not complete one that was discarded before', async () => {
  const me = await as('TRAINER')
  const payload = sample['image/png']
  const { key, uploadId } = await me.files.initMultipart({ body: { fileType: 'image/png', size: payload.length } })
  const { url } = await me.files.presignPart({ query: { key, uploadId, partNumber: 1 } })
  const { headers } = await app.inject({ method: 'PUT', url, payload })
  const parts = [{ partNumber: 1, etag: String(headers.etag) }]
  const complete = () => expect(me.files.completeMultipart({ body: { key, uploadId, parts } })).rejects.toBeProblem('not-found')
  const discard = sql`update uploads set status = 'ABORTED' where key = ${key}`
  expect(await waitsFor(sql`uploads where key = ${key}`, complete, sql`for key share`, discard)).toBe(true)
})

test('changing and withdrawing answers to a sign-up form, deciding on them, and saving the form lock the course', async () => {
  const { course } = await given.course({ enrolment: 'FORM' })
  const [staff, applicant] = [(await as('ADMIN')).signupForms, await as('USER')]
  const { signupResponses } = await as('ADMIN')
  const params = { courseId: course.id }
  const save = () => staff.saveForm({ params, body: { autoApprove: false, questions: [{ label: 'Why?', type: 'SHORT_TEXT' }] } })
  const { id, questions } = await save()
  const own = { params: { ...params, id }, body: { answers: [{ questionId: questions[0]!.id, value: 'Because' }] } }
  const response = await applicant.signupForms.answerForm(own)
  const calls = [
    () => applicant.signupForms.changeAnswers(own),
    () => signupResponses.decideResponse({ params: { ...params, id: response.id }, body: { decision: 'WAITLISTED' } }),
    () => applicant.signupForms.withdrawAnswers({ params: own.params }),
    save,
  ]
  for (const call of calls) expect(await waitsFor(sql`courses where id = ${course.id}`, call, sql`for share`)).toBe(true)
})

test('changing a course locks it: its dates are checked against those saved before', async () => {
  const { course } = await given.course()
  const { courses } = await as('ADMIN')
  const change = () =>
    expect(courses.updateCourse({ params: { id: course.id }, body: { startsOn: '2027-01-11' } })).rejects.toBeProblem('validation-failed')
  const end = sql`update courses set ends_on = '2026-12-18' where id = ${course.id}`
  expect(await waitsFor(sql`courses where id = ${course.id}`, change, sql`for share`, end)).toBe(true)
})

test('deleting and restoring a week lock the numbers of all weeks', async () => {
  const { course, week, trainer } = await given.week()
  const { weeks } = await as(trainer)
  const params = { courseId: course.id, weekId: week.id }
  for (const call of [weeks.removeWeek, weeks.restoreWeek])
    expect(await waitsFor(sql`courses where id = ${course.id}`, () => call({ params }), sql`for share`)).toBe(true)
})

test('sending a file, using it, and removing it unless it is used by then lock it', async () => {
  const { users, files, user } = await as('TRAINER')
  const { key, url, headers } = await files.presignUpload({ query: { fileType: 'image/png' } })
  const row = sql`files where key = ${key}`
  expect(await waitsFor(row, () => app.inject({ method: 'PUT', url, headers, payload: sample['image/png'] }))).toBe(true)
  const show = (profileImage: string | null) => users.updateMe({ body: { profileImage } })
  await show(key)
  await show(null)
  expect(await waitsFor(row, () => show(key), sql`for update`)).toBe(true)
  await show(null)
  const remove = () => expect(files.removeFile({ query: { fileKey: key } })).rejects.toBeProblem('in-use')
  const use = sql`update users set profile_image = ${key} where id = ${user.id}`
  expect(await waitsFor(row, remove, sql`for key share`, use)).toBe(true)
})
