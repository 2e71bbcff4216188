import { expect, test } from 'vitest'
import { noticePath, noticeText, type NoticeContent } from '#rules/notices.ts'

const actor = { name: 'Omar Haddad' }
const base = { actor, otherActors: 0 }
const [courseId, discussionId, commentId, weekId, assignmentId] = ['c', 'd', 'm', 'w', 'a']

test.each<[NoticeContent, string, string]>([
  [
    { ...base, kind: 'REPLY', subject: { title: 'Accents', discussionId, commentId }, otherActors: 2 },
    'Omar Haddad and 2 others replied to Accents',
    '/courses/course/c/discussion-forum/d?comment=m',
  ],
  [
    { ...base, kind: 'REPLY', subject: { title: 'Accents', discussionId }, otherActors: 1 },
    'Omar Haddad and 1 other replied to Accents',
    '/courses/course/c/discussion-forum/d',
  ],
  [
    { ...base, kind: 'MENTION', subject: { title: 'Accents', discussionId }, actor: null },
    'Somebody mentioned you in Accents',
    '/courses/course/c/discussion-forum/d',
  ],
  [
    { ...base, kind: 'MARKS', subject: { title: 'Week 5', outcome: 'MARKED', marks: 16.5, maxMarks: 20, weekId, assignmentId } },
    'Week 5 was marked: 16.5 / 20',
    '/assignments/course/c/week/w/a',
  ],
  [
    { ...base, kind: 'MARKS', subject: { title: 'Dovetail', outcome: 'RETURNED', weekId, assignmentId } },
    'Dovetail was returned to you for another attempt',
    '/assignments/course/c/week/w/a',
  ],
  [
    { ...base, kind: 'MARKS', subject: { title: 'Dovetail', outcome: 'EXCUSED', weekId, assignmentId } },
    'You are excused from Dovetail',
    '/assignments/course/c/week/w/a',
  ],
  [{ ...base, kind: 'ANNOUNCEMENT', subject: { title: 'Bring data' } }, 'Announcement: Bring data', '/courses/course/c'],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'APPROVED' } },
    'You are enrolled in Joints. Your sign-up was approved',
    '/courses/course/c',
  ],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'WAITLISTED' } },
    'You are on the waiting list of Joints',
    '/courses-details/c',
  ],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'DECLINED' } },
    'Your sign-up for Joints was declined',
    '/courses-details/c',
  ],
])('%j', (notice, text, path) => {
  expect(noticeText(notice)).toBe(text)
  expect(noticePath({ ...notice, courseId })).toBe(path)
})
