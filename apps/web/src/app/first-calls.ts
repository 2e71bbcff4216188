/** The first API calls of a screen, sent by start.js before its code has loaded. The test checks that the screen uses each of them. */

import type { Role } from '@lms/contract/policy'

type FirstCalls = Readonly<Record<string, readonly { url: string; role?: Role }[]>>

const myCourses = '/api/courses/enrolled?running=true&sort=-lastActivityAt&limit=6'

/** By the screen's name in paths.ts; `:name` is a parameter of the path. */
export const firstCalls: FirstCalls = {
  dashboard: [
    { role: 'USER', url: `${myCourses}&weekProgress=true` },
    { role: 'TRAINER', url: myCourses },
    { role: 'TRAINER', url: '/api/assignments/my-assignments?state=TO_GRADE&sort=waiting&limit=8' },
    { role: 'TRAINER', url: '/api/assignments/my-assignments/counts' },
  ],
  course: [{ url: '/api/courses/:courseId' }, { url: '/api/courses/progress/:courseId' }, { url: '/api/announcements?courseId=:courseId' }],
  media: [{ url: '/api/courses/:courseId' }, { url: '/api/media/course/:courseId/:mediaId' }],
}
