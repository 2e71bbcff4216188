/** Responses that wait for a decision: staff get a notice, and see the courses on their first page. */

import { expect, test } from 'vitest'
import { noticeText } from '@lms/contract/rules/notices'
import { send, sheet } from '#test/people-file.ts'
import { openSignUpReview } from '#test/sign-up-review.ts'

const { given, as, openReview } = await openSignUpReview()
type Client = Awaited<ReturnType<typeof as>>

const textsOf = async (who: Client) => {
  const { items } = await who.notices.listNotices({ query: {} })
  return items.map((one) => noticeText(one))
}
const waitingOf = async (who: Client) => (await who.home.getHome()).teacher!.signUps.items

test('a response that waits is a notice for the trainers until it is decided or withdrawn', async () => {
  const { answer, trainer, decide, form, courseId } = await openReview()
  const yara = await answer('Yara')
  expect(await textsOf(trainer)).toEqual(['Yara signed up for Data Journalism and waits for a decision'])
  const liam = await answer('Liam')
  expect(await textsOf(trainer)).toEqual(['Liam and 1 other signed up for Data Journalism and wait for a decision'])
  await liam.who.signupForms.withdrawAnswers({ params: { courseId, id: form.id } })
  expect(await textsOf(trainer)).toEqual(['Yara signed up for Data Journalism and waits for a decision'])
  await decide([yara.id], 'APPROVED')
  expect(await textsOf(trainer)).toEqual([])
})

test('who is enrolled in another way, or is deleted, waits no more; after the undo of an import they do again', async () => {
  const { answer, trainer, admin, courseId } = await openReview()
  const [yara, liam, sofia] = [await answer('Yara'), await answer('Liam'), await answer('Sofia')]
  const unread = async () => (await trainer.auth.getSession()).unreadNotices
  await (await as('SUPER_ADMIN')).users.removeUser({ params: { id: sofia.user.id } })
  expect(await textsOf(trainer)).toEqual(['Liam and 1 other signed up for Data Journalism and wait for a decision'])
  await admin.users.addUserToCourse({ params: { id: liam.user.id, courseId } })
  expect(await textsOf(trainer)).toEqual(['Yara signed up for Data Journalism and waits for a decision'])
  const importId = crypto.randomUUID()
  await send(admin, sheet(`Yara,${yara.user.email}`), { courseId, importId })
  expect([await textsOf(trainer), await unread()]).toEqual([[], 0])
  await admin.users.undoImport({ params: { id: importId } })
  expect(await textsOf(trainer)).toEqual(['Yara signed up for Data Journalism and waits for a decision'])
  expect(await unread()).toBe(1)
})

test('administrators get the notice where nobody teaches the course', async () => {
  const { answer, admin, trainer } = await openReview()
  await answer('Yara')
  expect(await textsOf(admin)).toEqual([])
  await (await as('SUPER_ADMIN')).users.removeUser({ params: { id: trainer.user.id } })
  await answer('Liam')
  expect(await textsOf(admin)).toEqual(['Liam signed up for Data Journalism and waits for a decision'])
})

test('the courses with responses to decide are listed for those who decide, longest waiting first', async () => {
  const [first, second] = [await openReview(), await openReview()]
  await first.answer('Yara')
  await first.answer('Liam')
  await second.answer('Sofia')
  expect(await waitingOf(first.trainer)).toMatchObject([{ courseId: first.courseId, courseTitle: 'Data Journalism', waiting: 2 }])
  const ids = (await first.list()).items.map(({ id }) => id)
  await first.decide(ids, 'WAITLISTED')
  expect(await waitingOf(first.trainer)).toEqual([])
  const stranger = await as(await given.trainer())
  expect(await waitingOf(stranger)).toEqual([])
})
