import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#db/schema/courses.ts'
import { emails } from '#db/schema/mail.ts'
import { signupResponses } from '#db/schema/signup-forms.ts'
import { openSignUpReview } from '#test/sign-up-review.ts'

const { given, as, database, runJobs, statements, openReview, mailsTo, isMember } = await openSignUpReview()

test('responses are listed with filters, counts and seats; other trainers do not see them', async () => {
  const { courseId, answer, list, names, ids } = await openReview({ seats: 10 })
  await answer('Yara', { on: ['Mon', 'Wed'], at: 'High' })
  await answer('Liam', { on: ['Tue: late'] })
  await answer('Sofia', { at: 'High' })
  expect(await names()).toEqual(['Sofia', 'Liam', 'Yara'])
  expect(await names({ sort: 'name' })).toEqual(['Liam', 'Sofia', 'Yara'])
  expect(await names({ sort: '-name' })).toEqual(['Yara', 'Sofia', 'Liam'])
  expect(await names({ search: 'YAR' })).toEqual(['Yara'])
  const [sofia] = (await list()).items
  expect(await names({ search: sofia!.person.email!.toUpperCase() })).toEqual(['Sofia'])
  expect(await names({ choice: `${ids.evenings}:Tue: late` })).toEqual(['Liam'])
  expect(await names({ choice: `${ids.evenings}:Mon\n${ids.level}:High` })).toEqual(['Sofia', 'Yara'])
  expect(await names({ status: 'REJECTED' })).toEqual([])
  await expect(list({ limit: 2, page: 2 })).resolves.toMatchObject({
    total: 3,
    items: [{ person: { name: 'Yara' }, status: 'PENDING', answers: [{ value: '=Yara' }, { value: ['Mon', 'Wed'] }, { value: 'High' }] }],
    counts: { review: 3, enrolled: 0, all: 3 },
    seats: { taken: 1, total: 10 },
    versions: [{ version: 1 }],
  })
  const { course, trainer } = await given.course()
  void course
  await expect((await as(trainer)).signupResponses.listResponses({ params: { courseId } })).rejects.toBeProblem('forbidden')
})

test('the summary counts each choice, without withdrawn responses', async () => {
  const { courseId, trainer, answer, form } = await openReview()
  await answer('A', { on: ['Mon', 'Wed'] })
  await answer('B', { on: ['Mon'], at: 'High' })
  const { who } = await answer('C', { on: ['Wed'] })
  await who.signupForms.withdrawAnswers({ params: { courseId, id: form.id } })
  const { total, questions } = await trainer.signupResponses.summarizeResponses({ params: { courseId } })
  expect(total).toBe(2)
  expect(questions.map(({ answered, choices }) => [answered, ...choices.map(({ count }) => count)])).toEqual([[2], [2, 2, 0, 1], [2, 1, 1]])
})

test('the export has every question ever asked, and no formula', async () => {
  const { courseId, trainer, admin, answer, form, ids } = await openReview()
  await answer('Ann')
  await admin.signupForms.saveForm({
    params: { courseId },
    body: { questions: form.questions.filter(({ id }) => id !== ids.level), autoApprove: false },
  })
  // The level is no longer part of the form.
  await expect(answer('Bob')).rejects.toBeProblem('validation-failed', ['/answers/2/questionId'])
  const file = await (await trainer.signupResponses.exportResponses({ params: { courseId } })).text()
  const [header, row] = file.split('\r\n')
  expect(header).toContain(
    '"name","email","status","sentAt (Asia/Kathmandu)","decidedAt (Asia/Kathmandu)","Why?","Evenings","Level (removed)"',
  )
  expect(row).toMatch(/^"Ann",".+","PENDING",".+","","'=Ann","Mon","Low"$/)
})

test('the export has what the filters of the list match', async () => {
  const { courseId, trainer, answer, ids } = await openReview()
  await answer('Yara', { on: ['Mon', 'Wed'], at: 'High' })
  await answer('Liam', { on: ['Mon'] })
  const namesIn = async (query: object) => {
    const file = await (await trainer.signupResponses.exportResponses({ params: { courseId }, query })).text()
    return [...file.matchAll(/^"(Yara|Liam)"/gm)].map(([, name]) => name)
  }
  expect(await namesIn({})).toEqual(['Yara', 'Liam'])
  expect(await namesIn({ search: 'lia' })).toEqual(['Liam'])
  expect(await namesIn({ choice: `${ids.level}:High` })).toEqual(['Yara'])
  expect(await namesIn({ status: 'REJECTED' })).toEqual([])
})

test('approved users are enrolled and get one email, ten seconds later', async () => {
  const { courseId, answer, decide, list } = await openReview()
  const { id, who, user } = await answer('Yara')
  await expect(decide([id], 'APPROVED', { note: 'See you on Monday.' })).resolves.toMatchObject({
    items: [{ name: 'Yara', status: 'APPROVED' }],
  })
  expect(await isMember(who, courseId)).toBe(true)
  await expect(mailsTo(user.id)).resolves.toMatchObject([{ subject: 'You are enrolled in Data Journalism', state: 'QUEUED' }])
  const [mail] = await mailsTo(user.id)
  expect(mail!.text).toContain('See you on Monday.')
  const { rows } = await database.db.execute(sql`select run_at = ${mail!.createdAt}::timestamptz + interval '10 seconds' as "isLater"
    from graphile_worker._private_jobs where payload ->> 'id' = ${mail!.id}`)
  expect(rows).toEqual([{ isLater: true }])
  await expect(list()).resolves.toMatchObject({
    items: [{ status: 'APPROVED', note: 'See you on Monday.', decidedBy: { name: expect.any(String) as string } }],
  })
  // Repeating it changes nothing and sends no email.
  await decide([id], 'APPROVED')
  expect(await mailsTo(user.id)).toHaveLength(1)
})

test('a decision that is undone within ten seconds is not emailed', async () => {
  const { courseId, answer, decide } = await openReview()
  const { id, who, user } = await answer('Yara')
  await decide([id], 'REJECTED')
  // A user who is not enrolled reads the receipt on the details page.
  expect((await mailsTo(user.id))[0]!.text).toContain(`/courses-details/${courseId}\n`)
  await decide([id], 'PENDING')
  await decide([id], 'APPROVED')
  await decide([id], 'PENDING')
  await runJobs()
  expect(await mailsTo(user.id)).toEqual([])
  expect(await isMember(who, courseId)).toBe(false)
  await expect(who.signupForms.getForm({ params: { courseId } })).resolves.toMatchObject({ response: { status: 'PENDING', note: null } })
  // Without an email.
  await decide([id], 'REJECTED', { email: false, note: 'Not this time.' })
  expect(await mailsTo(user.id)).toEqual([])
  await expect(who.signupForms.getForm({ params: { courseId } })).resolves.toMatchObject({
    response: { status: 'REJECTED', note: 'Not this time.' },
  })
})

test('the email of an earlier decision stays in the log once it was sent', async () => {
  const { answer, decide } = await openReview()
  const { id, user } = await answer('Yara')
  await decide([id], 'WAITLISTED')
  await database.db.update(emails).set({ state: 'SENT' }).where(eq(emails.userId, user.id))
  await decide([id], 'APPROVED')
  expect(new Set((await mailsTo(user.id)).map(({ state, subject }) => `${state}: ${subject}`))).toEqual(
    new Set(['QUEUED: You are enrolled in Data Journalism', 'SENT: You are on the waiting list of Data Journalism']),
  )
})

test('staff read the earlier answers of a user who signs up again', async () => {
  const { courseId, answer, form, list, ids } = await openReview()
  const { who } = await answer('Yara')
  const params = { courseId, id: form.id }
  for (const value of ['Second', 'Third']) {
    await who.signupForms.withdrawAnswers({ params })
    await who.signupForms.answerForm({ params, body: { answers: [{ questionId: ids.why, value }] } })
  }
  const [only, ...others] = (await list()).items
  expect(others).toEqual([])
  expect(only!.answers).toMatchObject([{ value: 'Third' }])
  expect(only!.earlier.map(({ version, answers }) => [version, answers[0]!.value])).toEqual([
    [1, 'Second'],
    [1, '=Yara'],
  ])
})

test('who was enrolled, left and signs up again is undecided: the earlier note is gone', async () => {
  const { courseId, answer, decide, form, list, ids } = await openReview()
  const { id, who, user } = await answer('Yara')
  await decide([id], 'APPROVED', { note: 'See you on Monday.' })
  await database.db.delete(memberships).where(eq(memberships.userId, user.id))
  await who.signupForms.answerForm({ params: { courseId, id: form.id }, body: { answers: [{ questionId: ids.why, value: 'Again' }] } })
  expect((await list()).items).toMatchObject([{ status: 'PENDING', note: null, decidedAt: null, decidedBy: null }])
})

test('a user enrolled by an admin no longer waits for review', async () => {
  const { courseId, answer, admin, list, decide } = await openReview()
  const [pending, waiting] = [await answer('Pending'), await answer('Waiting')]
  await decide([waiting.id], 'WAITLISTED')
  for (const { user } of [pending, waiting]) await admin.users.addUserToCourse({ params: { id: user.id, courseId } })
  await expect(list()).resolves.toMatchObject({ counts: { review: 0, enrolled: 2, waitlisted: 0 } })
})

test('users removed from the course have left: listed, counted and filtered as such, and no decision enrols them', async () => {
  const { courseId, answer, admin, list, names, decide, trainer } = await openReview({ seats: 5 })
  const [gone, stays] = [await answer('Gone'), await answer('Stays')]
  await decide([gone.id, stays.id], 'APPROVED')
  await admin.users.removeUserFromCourse({ params: { id: gone.user.id, courseId } })
  await expect(list({ sort: 'name' })).resolves.toMatchObject({
    items: [{ status: 'LEFT' }, { status: 'APPROVED' }],
    counts: { enrolled: 1, left: 1, all: 2 },
    seats: { taken: 2 },
  })
  expect([await names({ status: 'APPROVED' }), await names({ status: 'LEFT' })]).toEqual([['Stays'], ['Gone']])
  expect(await (await trainer.signupResponses.exportResponses({ params: { courseId }, query: { status: 'LEFT' } })).text()).toMatch(
    /"Gone",".+","LEFT"/,
  )
  await expect(decide([gone.id, stays.id], 'REJECTED')).resolves.toMatchObject({ items: [{ name: 'Stays', status: 'REJECTED' }] })
  await expect(decide([gone.id], 'APPROVED')).resolves.toMatchObject({ items: [] })
  expect(await isMember(gone.who, courseId)).toBe(false)
  await admin.users.addUserToCourse({ params: { id: gone.user.id, courseId } })
  await expect(list({ status: 'APPROVED' })).resolves.toMatchObject({ total: 1, counts: { left: 0 } })
})

test('a withdrawn response cannot be decided; then none of the selection is decided', async () => {
  const { courseId, answer, decide, form, list } = await openReview()
  const [stays, goes] = [await answer('Stays'), await answer('Goes')]
  await goes.who.signupForms.withdrawAnswers({ params: { courseId, id: form.id } })
  await expect(decide([stays.id, goes.id], 'APPROVED')).rejects.toBeProblem('conflict')
  await expect(decide([stays.id, crypto.randomUUID()], 'APPROVED')).rejects.toBeProblem('not-found')
  await expect(list()).resolves.toMatchObject({
    items: [{ person: { name: 'Stays' }, status: 'PENDING' }],
    counts: { withdrawn: 1, all: 1 },
  })
})

test('the answers to one question are listed without empty ones', async () => {
  const { names, answer, ids } = await openReview()
  await answer('Ana')
  await answer('Ben', { on: [] })
  expect(await names({ answered: ids.why })).toEqual(['Ben', 'Ana'])
  expect(await names({ answered: ids.evenings })).toEqual(['Ana'])
})

test('the answers of a deleted account are deleted', async () => {
  const { answer, list, admin } = await openReview()
  const { user } = await answer('Left')
  await admin.users.removeUser({ params: { id: user.id } })
  await expect(list()).resolves.toMatchObject({ items: [], counts: { all: 0 } })
  expect(await database.db.select().from(signupResponses).where(eq(signupResponses.userId, user.id))).toEqual([])
})

test('deciding many takes as many statements as deciding two, and the waiting list keeps the order of arrival', async () => {
  const { answer, decide, names } = await openReview({ seats: 3 })
  const people = []
  for (const name of ['Ana', 'Ben', 'Cem', 'Dua', 'Eve', 'Fay', 'Gil', 'Hal']) people.push(await answer(name))
  const ids = people.map(({ id }) => id)
  const few = await statements(() => decide(ids.slice(0, 4), 'WAITLISTED'))
  await decide(ids.slice(0, 4), 'PENDING')
  expect(await statements(() => decide(ids, 'WAITLISTED'))).toBe(few)
  expect(await names({ status: 'WAITLISTED', sort: 'place' })).toEqual(['Ana', 'Ben', 'Cem', 'Dua', 'Eve', 'Fay', 'Gil', 'Hal'])
})
