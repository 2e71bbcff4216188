/** Archived courses are read only, and ended ones take nobody new. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { courses } from '#db/schema/courses.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'
import { send, sheet } from '#test/people-file.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

const archived = { problem: 'closed', message: 'This course is archived.' }
const archive = (id: string) => database.db.update(courses).set({ status: 'ARCHIVED' }).where(eq(courses.id, id))

test('a draft that is archived stays unseen by students until it is published; a published course that is archived does not', async () => {
  const { course, trainer } = await given.course({ title: 'Secret plan', status: 'DRAFT' })
  const { week } = await given.week({ courseId: course.id })
  const student = await given.student()
  await given.member(course.id, student)
  const assignment = { courseId: course.id, weekId: week.id }
  await given.submission({ studentId: student.id, status: 'SUBMITTED', attempt: 1, assignment })
  const [admin, studentClient, trainerClient, outsider] = [await as('ADMIN'), await as(student), await as(trainer), await as('USER')]
  const params = { id: course.id }
  const set = (status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED') => admin.courses.updateCourse({ params, body: { status } })
  const seenBy = async (client: typeof outsider) => ({
    catalogue: (await client.courses.listCourses({ query: { search: 'Secret plan' } })).total,
    own: (await client.courses.listMyCourses({ query: { search: 'Secret plan' } })).total,
    assignments: (await client.assignments.listMyAssignments({ query: { courseId: course.id } })).total,
    page: await client.courses.getCourse({ params }).then(
      () => true,
      () => false,
    ),
    weeks: await client.weeks.getWeek({ params: { courseId: course.id, weekId: week.id } }).then(
      () => true,
      () => false,
    ),
  })
  const nothing = { catalogue: 0, own: 0, assignments: 0, page: false, weeks: false }
  const submitted = async () => (await studentClient.submissions.listMySubmissions()).total
  await set('ARCHIVED')
  await set('ARCHIVED')
  await expect(seenBy(outsider)).resolves.toEqual(nothing)
  await expect(seenBy(studentClient)).resolves.toEqual(nothing)
  await expect(submitted()).resolves.toBe(0)
  await expect(seenBy(trainerClient)).resolves.toEqual({ catalogue: 1, own: 1, assignments: 1, page: true, weeks: true })
  await set('PUBLISHED')
  await set('ARCHIVED')
  await expect(seenBy(studentClient)).resolves.toEqual({ catalogue: 1, own: 1, assignments: 1, page: true, weeks: true })
  await expect(submitted()).resolves.toBe(1)
  await expect(seenBy(outsider)).resolves.toEqual({ ...nothing, catalogue: 1, page: true })
})

test('in an archived course nobody adds, submits or posts; staff still grade and correct attendance, and everything is read', async () => {
  const { course, week, assignment, student, studentClient, trainerClient, params, body } = await openAssignment()
  const { id: submissionId } = await studentClient.submissions.submitAssignment({ params, body })
  const { media } = await given.recorded({ courseId: course.id, weekId: week.id })
  const { media: session } = await given.live({ courseId: course.id, weekId: week.id, startsAt: '2026-11-20T12:00:00Z' })
  const [courseId, weekId] = [course.id, week.id]
  const { id: discussionId } = await studentClient.discussions.createDiscussion({
    params: { courseId },
    body: { title: 'Hi', content: '<p>x</p>' },
  })
  await archive(courseId)
  const outsider = await as('USER')
  for (const change of [
    () => studentClient.submissions.submitAssignment({ params, body }),
    () => studentClient.submissions.saveAnswers({ params: { id: assignment.id }, body }),
    () => studentClient.discussions.createDiscussion({ params: { courseId }, body: { title: 'Late', content: '<p>y</p>' } }),
    () => studentClient.discussions.createComment({ params: { courseId, discussionId }, body: { content: '<p>y</p>' } }),
    () => studentClient.attendance.markVideoAttendance({ body: { courseId, weekId, mediaId: media.id, watched: true } }),
    () => studentClient.attendance.markLiveAttendance({ body: { courseId, weekId, mediaId: session.id } }),
    () => trainerClient.weeks.createWeek({ params: { courseId }, body: { title: 'New' } }),
    () => trainerClient.assignments.createAssignment({ params: { courseId, weekId }, body: { title: 'New' } }),
    () => trainerClient.assignments.updateAssignment({ params: { id: assignment.id }, body: { title: 'New' } }),
    () => trainerClient.media.removeMedia({ params: { courseId, mediaId: media.id } }),
    () => trainerClient.discussions.createComment({ params: { courseId, discussionId }, body: { content: '<p>y</p>' } }),
    () =>
      trainerClient.assignmentExceptions.remindStudents({
        params: { courseId, assignmentId: assignment.id },
        body: { studentIds: [student.id] },
      }),
    () => outsider.courses.enroll({ params: { id: courseId } }),
  ])
    await expect(change()).rejects.toMatchObject(archived)
  // Outsiders learn nothing of it.
  await expect(
    outsider.discussions.createDiscussion({ params: { courseId }, body: { title: 'x', content: '<p>y</p>' } }),
  ).rejects.toBeProblem('forbidden')

  await trainerClient.submissions.gradeSubmission({ params: { id: submissionId }, body: { marks: 5 } })
  const attendance = [{ userId: student.id, status: 'PRESENT' as const, mediaId: session.id }]
  await trainerClient.attendance.markBulkAttendance({ params: { courseId, weekId }, body: { attendance } })
  await trainerClient.marks.exportMarks({ params: { courseId }, query: { format: 'csv' } })
  await studentClient.discussions.removeDiscussion({ params: { id: discussionId } })
  await expect(studentClient.courses.getProgress({ params: { id: courseId } })).resolves.toMatchObject({ next: null })
  const { items } = await studentClient.courses.listMyCourses({ query: {} })
  expect(items).toMatchObject([{ id: courseId, next: null }])
  await trainerClient.courses.updateCourse({ params: { id: courseId }, body: { status: 'PUBLISHED' } })
  await trainerClient.weeks.createWeek({ params: { courseId }, body: { title: 'New' } })
})

test('nobody is added to an archived course, by hand or from a file; its members stay', async () => {
  const { course, trainer } = await given.course({ status: 'ARCHIVED' })
  const [student, member] = [await given.student(), await given.student()]
  const { course: open, trainer: outsider } = await given.course()
  await given.member(course.id, member)
  const [admin, courseId] = [await as('ADMIN'), course.id]
  const addUser = { name: 'Ana', email: 'ana@new.example', role: 'USER' as const, courseIds: [open.id, courseId] }
  for (const change of [
    () => admin.users.addUserToCourse({ params: { id: student.id, courseId } }),
    () => admin.users.addUserToCourse({ params: { id: outsider.id, courseId } }),
    () => admin.users.addUser({ body: addUser }),
    () => send(admin, sheet('Bo,bo@new.example'), { courseId, dryRun: 'true' }),
    () => send(admin, sheet('Bo,bo@new.example'), { courseId }),
  ])
    await expect(change()).rejects.toMatchObject(archived)
  for (const { id } of [member, trainer]) await admin.users.addUserToCourse({ params: { id, courseId } })
  expect((await admin.users.listUsers({ query: { search: '@new.example' } })).total).toBe(0)
  await admin.users.removeUserFromCourse({ params: { id: member.id, courseId } })
})

test('a course takes nobody new after its last day in its own zone, by whatever way; staff can still add people', async () => {
  const ends = { endsOn: '2026-11-20', timeZone: 'America/New_York' }
  const { course, trainer } = await given.course({ ...ends, enrolment: 'OPEN' })
  const { course: byForm } = await given.course({ ...ends, enrolment: 'FORM' })
  const { link } = await (await as(trainer)).joinLinks.resetJoinLink({ params: { courseId: course.id } })
  const token = link.url.split('/').at(-1)!
  const admin = await as('ADMIN')
  const form = await admin.signupForms.saveForm({
    params: { courseId: byForm.id },
    body: { questions: [{ label: 'Why?', type: 'SHORT_TEXT', required: false }] },
  })
  const waysIn = async () => {
    const [a, b, c] = [await as('USER'), await as('USER'), await as('USER')]
    return [
      () => a.courses.enroll({ params: { id: course.id } }),
      () => b.joinLinks.joinCourse({ params: { token } }),
      () => c.signupForms.answerForm({ params: { courseId: byForm.id, id: form.id }, body: { answers: [] } }),
    ]
  }
  // Still the last day in New York.
  clock.set('2026-11-21T04:59:00Z')
  for (const enter of await waysIn()) await enter()
  clock.set('2026-11-21T05:00:00Z')
  for (const enter of await waysIn()) await expect(enter()).rejects.toMatchObject({ message: 'This course has ended.', problem: 'closed' })
  const offer = await (await as('USER')).joinLinks.findJoinOffer({ params: { token } })
  expect(offer.blocker).toBe('This course has ended.')
  const added = await given.user({ role: 'USER' })
  await admin.users.addUserToCourse({ params: { id: added.id, courseId: course.id } })
})
