/** A course with one of everything, in which people have written given texts. */

import type { Client } from '@lms/contract/client'
import { clientOf } from './client.ts'
import { clientFor, demo, password } from './people.ts'
import { deletedWork, type Ids } from './screen-list.ts'

type Texts = {
  /** Part of all of them, to find them by. */
  run: string
  /** Of the student: up to 120 characters. */
  name: string
  /** Of everything else: up to 150, as some titles get a word before it. */
  text: string
  /** HTML, where texts are formatted. */
  rich: string
  /** An answer of a form. */
  answer: string
}

/** A course that has one of everything, every text of which is the given one, written by every role. */
export async function plantCourse({ run, name, text, rich, answer }: Texts) {
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
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const zoomOptions = { startsAt: new Date().toISOString(), durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/room' }
  const live = await trainer.media.createMedia({ params: at, body: { title: text, notes: rich, type: 'LIVE', zoomOptions } })
  const questions = [
    { type: 'TEXT' as const, prompt: text, required: true, points: 10 },
    { type: 'SINGLE_CHOICE' as const, prompt: text, options: [`a ${text}`, `b ${text}`], answerKey: [`a ${text}`], points: 10 },
  ]
  const assignment = await trainer.assignments.createAssignment({
    params: at,
    body: { title: text, instructions: rich, questions, dueAt: later },
  })
  await trainer.savedComments.createSavedComment({ body: { text } })

  const email = `planted.${run}@example.org`
  const { token, user } = await clientOf().auth.register({ body: { name, email, password } })
  const student = clientOf(token)
  await student.courses.enroll({ params: { id: course.id } })
  const answers = assignment.questions.map(({ id, options }) => ({ questionId: id, value: options[0] ?? text }))
  // Another one that is not submitted, for the screen of answering.
  const open = await trainer.assignments.createAssignment({ params: at, body: { title: text, questions } })
  const submission = await student.submissions.submitAssignment({ params: { ...at, assignmentId: assignment.id }, body: { answers } })
  await trainer.submissions.gradeSubmission({ params: { id: submission.id }, body: { marks: 12, feedback: text } })
  await student.media.createNote({ params: { courseId: course.id, mediaId: video.id }, body: { at: 1, text } })
  const mark = { userId: user.id, mediaId: video.id, status: 'ABSENT' as const, remarks: text }
  await trainer.attendance.markBulkAttendance({ params: at, body: { attendance: [mark] } })
  const inForum = { courseId: course.id }
  const discussion = await student.discussions.createDiscussion({ params: inForum, body: { title: text, content: rich } })
  const place = { params: { ...inForum, discussionId: discussion.id } }
  const comment = await trainer.discussions.createComment({ ...place, body: { content: rich } })
  await student.discussions.createComment({ ...place, body: { content: `${rich}<p>Again</p>`, parentId: comment.id } })
  // Staff can read the earlier version, as somebody had replied to it.
  await trainer.discussions.updateComment({
    params: { ...place.params, commentId: comment.id },
    body: { content: `${rich}<p>Changed</p>` },
  })

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
  const given = [text, form.questions[1]!.options[0]!, answer]
  const { id: responseId } = await student.signupForms.answerForm({
    params: { courseId: formCourse, id: form.id },
    body: { answers: form.questions.map(({ id }, index) => ({ questionId: id, value: given[index]! })) },
  })
  await trainer.signupResponses.decideResponse({
    params: { courseId: formCourse, id: responseId },
    body: { decision: 'REJECTED', note: text },
  })

  const importId = await importPerson(admin, email, text)

  const message = { subject: text, body: rich, sendTo: 'ALL', showUntil: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10) }
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
  return {
    run,
    ids,
    email,
    trainer,
    importPath: `/users/add-bulk-users?step=result&import=${importId}`,
    answering,
    responsesPath: `/courses/course/${formCourse}/sign-up-form/responses`,
  }
}

export type Planted = Awaited<ReturnType<typeof plantCourse>>

/** An import that put the person into a course of this title; returns its id. */
async function importPerson(admin: Client, email: string, title: string): Promise<string> {
  const importId = crypto.randomUUID()
  const { id: courseId } = await admin.courses.createCourse({ body: { title, status: 'PUBLISHED', mode: 'RECORDED' } })
  const body = new FormData()
  body.set('file', new File([`name,email\nAny,${email}\n`], 'people.csv', { type: 'text/csv' }))
  await admin.users.importUsers({ query: { role: 'USER', courseId, importId, invite: 'false' }, body })
  return importId
}
