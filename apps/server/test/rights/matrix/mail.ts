/** Rights: the state of mail, emails to the members of a course, and opting out. */

import type { Rows } from '#test/rights/row.ts'

export const mail: Rows = {
  getMailState: { cells: { real: '200 200 403 403 403 403 401' } },
}

/* oxfmt-ignore */
const inCourse = (status: number) => ({
  //                          SA  AD  T   T2  S   N   –
  real:                      `${status} ${status} ${status} 403 403 403 401`,
  'foreign courseId':        `${status} ${status} 403 ${status} 403 403 401`,
  'draft courseId':          `${status} ${status} ${status} 404 403 403 401`,
  'unknown courseId':        '404 404 404 404 403 403 401',
  'malformed courseId':      '404 404 404 404 403 403 401',
})

/* oxfmt-ignore */
const ofEmail = (name: 'emailId' | 'sentEmailId') => ({
  //                          SA  AD  T   T2  S   N   –
  real:                      '200 200 200 403 403 403 401',
  [`foreign ${name}` as 'foreign emailId']:     '404 404 404 403 403 403 401',
  'foreign courseId':        '404 404 403 404 403 403 401',
  'draft courseId':          '404 404 404 404 403 403 401',
  [`unknown ${name}` as 'unknown emailId']:     '404 404 404 403 403 403 401',
  'unknown courseId':        '404 404 404 404 403 403 401',
  [`malformed ${name}` as 'malformed emailId']: '404 404 404 404 403 403 401',
  'malformed courseId':      '404 404 404 404 403 403 401',
})

/* oxfmt-ignore */
const own = {
  //                          SA  AD  T   T2  S   N   –
  real:                      '404 404 204 404 204 404 401',
  'foreign courseId':        '404 404 404 204 404 404 401',
  'draft courseId':          '404 404 204 404 404 404 401',
  'unknown courseId':        '404 404 404 404 404 404 401',
  'malformed courseId':      '404 404 404 404 404 404 401',
} as const

const byToken = '200 200 200 200 200 200 200'
const notSigned = '404 404 404 404 404 404 404'

export const courseEmails: Rows = {
  sendMails: { call: 11, cells: inCourse(202) },
  previewAudience: { cells: inCourse(200) },
  getPictureUrls: { cells: inCourse(200) },
  sendTestMail: { cells: inCourse(202) },
  listCourseEmails: { cells: inCourse(200) },
  getCourseEmail: { id: 'sentEmailId', cells: ofEmail('sentEmailId') },
  listDeliveries: { id: 'sentEmailId', cells: ofEmail('sentEmailId') },
  cancelCourseEmail: {
    id: 'emailId',
    cells: {
      ...ofEmail('emailId'),
      'with one that has left': ['409 409 409 403 403 403 401', ({ sentEmailId }) => ({ params: { id: sentEmailId } })],
    },
  },
  updateCourseEmail: { id: 'emailId', ask: () => ({ body: { subject: 'Another' } }), cells: ofEmail('emailId') },
  sendCourseEmailNow: { id: 'emailId', cells: ofEmail('emailId') },
  retryDeliveries: { id: 'sentEmailId', cells: ofEmail('sentEmailId') },
  listAnnouncements: { cells: { real: '200 200 200 200 200 200 401' } },
  listCourseAnnouncements: {
    cells: {
      //                     SA  AD  T   T2  S   N   –
      real: '200 200 200 403 200 403 401',
      'foreign courseId': '200 200 403 200 403 403 401',
      'draft courseId': '200 200 200 404 404 404 401',
      'unknown courseId': '404 404 404 404 404 404 401',
      'malformed courseId': '404 404 404 404 404 404 401',
    },
  },
  listCourseSubscriptions: { cells: { real: '200 200 200 200 200 200 401' } },
  startCourseEmails: { cells: own },
  stopCourseEmails: { cells: own },
  getSubscription: {
    ask: ({ unsubscribeToken }) => ({ query: { token: unsubscribeToken } }),
    cells: { real: byToken, 'with a token of nobody': [notSigned, () => ({ query: { token: 'nonsense' } })] },
  },
  setSubscription: {
    ask: ({ unsubscribeToken }) => ({ body: { token: unsubscribeToken, isStopped: false } }),
    cells: { real: byToken, 'with a token of nobody': [notSigned, () => ({ body: { token: 'nonsense', isStopped: true } })] },
  },
}
