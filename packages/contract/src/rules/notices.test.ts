import { expect, test } from 'vitest'
import {
  describeNotice,
  emailedKinds,
  getEmailTiming,
  isStaffNotice,
  noticeEmails,
  noticeKinds,
  noticePath,
  noticeText,
  type NoticeContent,
} from '#rules/notices.ts'

const actor = { name: 'Omar Haddad' }
const base = { actor, otherActors: 0 }
const [discussionId, commentId, weekId, assignmentId] = ['d', 'm', 'w', 'a']
const course = { id: 'c' }

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
  [{ ...base, kind: 'REPLY', subject: { title: 'Accents' } }, 'Omar Haddad replied to Accents', '/courses/course/c'],
  [
    { ...base, kind: 'MENTION', subject: { title: 'Accents', discussionId }, actor: null },
    'Someone mentioned you in Accents',
    '/courses/course/c/discussion-forum/d',
  ],
  [
    { ...base, kind: 'MARKS', subject: { title: 'Week 5', outcome: 'MARKED', marks: 16.5, maxMarks: 20, weekId, assignmentId } },
    'Week 5 was marked: 16.5 / 20',
    '/assignments/course/c/week/w/a',
  ],
  [
    { ...base, kind: 'MARKS', subject: { title: 'Week 5', outcome: 'CHANGED', marks: 18, maxMarks: 20, weekId, assignmentId } },
    'Your mark of Week 5 changed to 18 / 20',
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
  [
    { ...base, actor: null, kind: 'WORK', subject: { title: 'Dovetail', outcome: 'NEW', weekId, assignmentId } },
    'Dovetail is new',
    '/assignments/course/c/week/w/a',
  ],
  [
    { ...base, actor: null, kind: 'WORK', subject: { title: 'Q&A', outcome: 'MOVED', weekId, mediaId: 'm' } },
    'Q&A was moved to another time',
    '/courses/course/c/week/w/media/m',
  ],
  [
    { ...base, actor: null, kind: 'WORK', subject: { title: 'Dovetail', outcome: 'MOVED', weekId, assignmentId } },
    'The due time of Dovetail changed',
    '/assignments/course/c/week/w/a',
  ],
  [
    { ...base, kind: 'WORK', subject: { title: 'Dovetail', outcome: 'EXTENDED', weekId, assignmentId } },
    'You have more time for Dovetail',
    '/assignments/course/c/week/w/a',
  ],
  [
    { ...base, actor: null, kind: 'WORK', subject: { title: 'Q&A', outcome: 'NEW', others: 1 } },
    'Q&A and 1 other are new',
    '/courses/course/c',
  ],
  [
    { ...base, actor: null, kind: 'WORK', subject: { title: 'Q&A', outcome: 'NEW', others: 9 } },
    'Q&A and 9 others are new',
    '/courses/course/c',
  ],
  [
    { ...base, kind: 'ATTENDANCE', subject: { title: 'Q&A', weekId, mediaId: 'm', text: 'I was there' } },
    'Omar Haddad says that the attendance of Q&A is not right: “I was there”',
    '/courses/c/weeks/w/mark-attendance?session=m',
  ],
  [{ ...base, kind: 'TEACHING', subject: { title: 'Joints' } }, 'You now teach Joints', '/courses/course/c'],
  [{ ...base, kind: 'ANNOUNCEMENT', subject: { title: 'Bring data' } }, 'Announcement: Bring data', '/courses/course/c/announcements'],
  [
    { ...base, kind: 'ANNOUNCEMENT', subject: { title: 'Bring data', emailId: 'e' } },
    'Announcement: Bring data',
    '/courses/course/c/announcements#e',
  ],
  [
    { ...base, kind: 'EMAIL', subject: { title: 'Room 4', emailId: 'e' } },
    'The email Room 4 could not be sent',
    '/courses/course/c/emails?email=e',
  ],
  [{ ...base, kind: 'EMAIL', subject: { title: 'Room 4' } }, 'The email Room 4 could not be sent', '/courses/course/c/emails'],
  [
    { ...base, kind: 'RESPONSE', subject: { title: 'Joints' } },
    'Omar Haddad signed up for Joints and waits for a decision',
    '/courses/course/c/sign-up-form/responses',
  ],
  [
    { ...base, kind: 'RESPONSE', subject: { title: 'Joints' }, otherActors: 2 },
    'Omar Haddad and 2 others signed up for Joints and wait for a decision',
    '/courses/course/c/sign-up-form/responses',
  ],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'APPROVED' } },
    'You are enrolled in Joints. Your sign-up was approved',
    '/courses/course/c',
  ],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'SEAT_FREE' } },
    'A seat became free: you are enrolled in Joints',
    '/courses/course/c',
  ],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'WAITLISTED' } },
    'You are on the waiting list of Joints',
    '/courses-details/c',
  ],
  [
    { ...base, actor: null, kind: 'JOB', subject: { title: 'files.sweep' } },
    'The server gave up a task in the background: files.sweep',
    '/',
  ],
  [
    { ...base, kind: 'INVITATION', subject: { title: 'omar@x.org', userId: 'u' } },
    'The invitation to Omar Haddad could not be delivered',
    '/users/user-details/u',
  ],
  [
    { ...base, kind: 'INVITATION', subject: { title: 'omar@x.org', userId: 'u' }, otherActors: 3 },
    'The invitation to Omar Haddad and 3 others could not be delivered',
    '/users?status=INVITED&sort=-createdAt',
  ],
  [
    { ...base, kind: 'FORM', subject: { title: 'Joints', outcome: 'DECLINED' } },
    'Your sign-up for Joints was declined',
    '/courses-details/c',
  ],
])('%j', (notice, text, path) => {
  expect(noticeText(notice)).toBe(text)
  expect(noticePath({ ...notice, course })).toBe(path)
})

test('names and titles are emphasised', () => {
  expect(describeNotice({ ...base, kind: 'MENTION', subject: { title: 'Accents' } })).toEqual([
    { bold: 'Omar Haddad' },
    ' mentioned you in ',
    { bold: 'Accents' },
  ])
})

test('some kinds only staff get', () => expect(emailedKinds.filter(isStaffNotice)).toEqual(['RESPONSE', 'ATTENDANCE', 'TEACHING', 'EMAIL']))

test('marks are rounded to two decimals, and 0 where they are unknown', () => {
  const marked = (values: object) => noticeText({ ...base, kind: 'MARKS', subject: { title: 'W', outcome: 'MARKED', ...values } })
  expect(marked({ marks: 9.399999999999999, maxMarks: 20 })).toBe('W was marked: 9.4 / 20')
  expect(marked({})).toBe('W was marked: 0 / 0')
})

test('a notice without a page of its own leads to the course', () => {
  const path = (kind: NoticeContent['kind'], subject: object) => noticePath({ kind, subject: { title: '', ...subject }, course })
  expect(path('MARKS', { weekId })).toBe('/courses/course/c')
  expect(path('MARKS', { assignmentId })).toBe('/courses/course/c')
  expect(path('FORM', {})).toBe('/courses-details/c')
})

test('sign-ups and announcements are emailed at once, the rest once a day; each setting can be changed, two not to never', () => {
  expect(Object.fromEntries(noticeKinds.map((kind) => [kind, getEmailTiming(kind, {})]))).toEqual({
    REPLY: 'DAILY',
    MENTION: 'DAILY',
    MARKS: 'DAILY',
    WORK: 'DAILY',
    ANNOUNCEMENT: 'NOW',
    FORM: 'NOW',
    RESPONSE: 'DAILY',
    ATTENDANCE: 'DAILY',
    TEACHING: 'NOW',
    EMAIL: 'NOW',
    INVITATION: 'NEVER',
    JOB: 'NEVER',
  })
  expect(emailedKinds.filter((kind) => (noticeEmails[kind].timings as readonly string[]).includes('NEVER'))).toEqual([
    'REPLY',
    'MENTION',
    'WORK',
    'ANNOUNCEMENT',
    'RESPONSE',
    'ATTENDANCE',
    'TEACHING',
    'EMAIL',
  ])
  for (const kind of emailedKinds) {
    expect(noticeEmails[kind].timings).toEqual(expect.arrayContaining(['NOW', 'DAILY']))
    for (const timing of ['NOW', 'DAILY'] as const) expect(getEmailTiming(kind, { [noticeEmails[kind].preference]: timing })).toBe(timing)
  }
  expect(getEmailTiming('REPLY', { emailMentions: 'NEVER' })).toBe('DAILY')
})
