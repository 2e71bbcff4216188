/** Courses of the rights matrix that are entered by a form, and answers to it. */

import type { Role } from '@lms/contract/policy'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import type { TestApp } from '#test/app.ts'

/** A course of the same trainer and student that is entered by a form, and a second one whose form `applicant` has answered. */
export async function addForms(
  test: TestApp,
  home: Awaited<ReturnType<TestApp['given']['course']>>,
  applicant: { id: string; role: 'USER' },
) {
  const [form, answered] = [await addForm(test, home), await addForm(test, home)]
  const waiting = await test.given.student()
  await addResponse(test, form, await test.given.student(), 'WAITLISTED')
  const responseId = await addResponse(test, form, await test.given.student(), 'PENDING')
  const waitingResponseId = await addResponse(test, form, waiting, 'WAITLISTED')
  await addResponse(test, answered, applicant, 'PENDING')
  const { formCourseId, formId } = form
  return { formCourseId, formId, responseId, waitingResponseId, answeredCourseId: answered.formCourseId, answeredFormId: answered.formId }
}

async function addForm({ given, database: { db } }: TestApp, { trainer, student }: Awaited<ReturnType<TestApp['given']['course']>>) {
  const { course } = await given.course({ title: 'Planted course with a form', enrolment: 'FORM' })
  for (const one of [trainer, student]) await given.member(course.id, one)
  const [form] = await db.insert(signupForms).values({ courseId: course.id, autoApprove: false }).returning({ id: signupForms.id })
  const questions = [{ id: crypto.randomUUID(), label: 'Why?', help: '', type: 'SHORT_TEXT' as const, required: false, options: [] }]
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions })
  return { formCourseId: course.id, formId: form!.id, questionId: questions[0]!.id }
}

async function addResponse(
  { given, database: { db } }: TestApp,
  { formCourseId, formId, questionId }: { formCourseId: string; formId: string; questionId: string },
  who: { id: string; role: Role },
  status: 'PENDING' | 'WAITLISTED',
): Promise<string> {
  await given.member(formCourseId, who, status)
  const waitlistedAt = status === 'WAITLISTED' ? '2026-11-20T14:00:00Z' : null
  const [made] = await db
    .insert(signupResponses)
    .values({ formId, userId: who.id, version: 1, answers: [{ questionId, value: 'Because' }], status, waitlistedAt })
    .returning({ id: signupResponses.id })
  return made!.id
}
