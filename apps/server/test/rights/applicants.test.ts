/** Applicants see nothing of the course: discussions, announcements, emails, notices. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { given, as, clock, runJobs } = await testApp()

test.each(['PENDING', 'WAITLISTED'] as const)('a %s member cannot read anything that a course communicates', async (status) => {
  clock.set('2026-11-20T14:00:00Z')
  const { course, discussion, trainer } = await given.discussion()
  const applicant = await given.student()
  await given.member(course.id, applicant, status)
  const [staff, client] = [await as(trainer), await as(applicant)]
  const at = { courseId: course.id }
  const params = { ...at, discussionId: discussion.id }
  const mention = `<p><span data-mention="${applicant.id}">@${applicant.name}</span> hello</p>`
  const { id: commentId } = await staff.discussions.createComment({ params, body: { content: mention } })
  const { id, recipients } = await staff.courseEmails.sendMails({
    params: at,
    body: { subject: 'Room 4', body: '<p>Hello</p>', sendTo: 'ALL', showUntil: '2026-11-29' },
  })
  expect(recipients).toBe(2)
  clock.set('2026-11-20T14:00:11Z')
  await runJobs()

  const one = { ...params, commentId }
  const email = { params: { ...at, id } }
  const body = { content: '<p>Hello</p>' }
  const { discussions, courseEmails } = client
  const calls: [string, () => Promise<unknown>][] = [
    ['listDiscussions', () => discussions.listDiscussions({ params: at })],
    ['countDiscussions', () => discussions.countDiscussions({ params: at })],
    ['getDiscussion', () => discussions.getDiscussion({ params })],
    ['listComments', () => discussions.listComments({ params })],
    ['createDiscussion', () => discussions.createDiscussion({ params: at, body: { ...body, title: 'Hello' } })],
    ['createComment', () => discussions.createComment({ params, body })],
    ['updateComment', () => discussions.updateComment({ params: one, body })],
    ['listVersions', () => discussions.listVersions({ params: one })],
    ['removeComment', () => discussions.removeComment({ params: { discussionId: discussion.id, commentId } })],
    ['markRead', () => discussions.markRead({ params, body: { until: '2026-11-20T14:00:00Z' } })],
    ['markAllRead', () => discussions.markAllRead({ params: at, body: { until: '2026-11-20T14:00:00Z' } })],
    ['searchMembers', () => discussions.searchMembers({ params: at })],
    ['listCourseEmails', () => courseEmails.listCourseEmails({ params: at })],
    ['getCourseEmail', () => courseEmails.getCourseEmail(email)],
    ['listDeliveries', () => courseEmails.listDeliveries(email)],
    ['previewAudience', () => courseEmails.previewAudience({ params: at, body: { sendTo: 'ALL' } })],
    ['stopCourseEmails', () => courseEmails.stopCourseEmails({ params: at })],
  ]
  const opened = await Promise.all(calls.map(async ([name, call]) => call().then(() => name, checkRefused)))
  expect(opened.filter(Boolean)).toEqual([])
  const lists = [
    courseEmails.listAnnouncements({}),
    courseEmails.listAnnouncements({ query: at }),
    courseEmails.listCourseSubscriptions({}),
    client.notices.listNotices({}),
  ]
  for (const list of await Promise.all(lists)) expect(list.items).toEqual([])
  const { items } = await staff.courseEmails.listDeliveries(email)
  expect(items.map(({ person }) => person.id)).not.toContain(applicant.id)
})

/** Any other error would hide what the call returns. */
function checkRefused(error: unknown): undefined {
  expect([403, 404]).toContain((error as { status: number }).status)
}
