/** The overview of an admin counts what is there. */

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { AdminOverview } from './admin-overview.tsx'

const none = { items: [], page: 1, limit: 1, total: 0 }

test.each([
  ['a super admin alone', { SUPER_ADMIN: 1 }, ['0Active courses', '0Drafts', '3Students', '0Trainers', '1Super admin']],
  ['admins too', { SUPER_ADMIN: 1, ADMIN: 2 }, ['0Active courses', '0Drafts', '3Students', '0Trainers', '2Admins', '1Super admin']],
])('nobody who is an admin reads “0 Admins”: %s', async (_, people: Record<string, number>, expected) => {
  signInAs('SUPER_ADMIN')
  fakeApi({
    courses: { listCourses: async () => none },
    signupResponses: { listCoursesWaiting: async () => none },
    users: {
      listUsers: async ({ query } = {}) => ({
        ...none,
        total: new Map(Object.entries({ USER: 3, ...people })).get(String(query?.role)) ?? 0,
      }),
    },
  })
  renderAt(<AdminOverview />)
  await screen.findByText('3')
  await expect
    .poll(() => [...screen.getByRole('list', { name: 'Counts' }).children].map(({ textContent }) => textContent))
    .toEqual(expected)
})
