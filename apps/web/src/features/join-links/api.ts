/** Join links of courses, and enrolling by one. */

import { apiMutation, apiQuery } from '#lib/api-hooks.ts'

export const joinLinkQuery = apiQuery('joinLinks', 'getJoinLink')
export const joinOfferQuery = apiQuery('joinLinks', 'findJoinOffer')
export const useResetJoinLink = apiMutation('joinLinks', 'resetJoinLink', { invalidates: ['joinLinks'] })
export const useUpdateJoinLink = apiMutation('joinLinks', 'updateJoinLink', { invalidates: ['joinLinks'] })
export const useJoinCourse = apiMutation('joinLinks', 'joinCourse', {
  invalidates: ['courses', 'assignments', 'signupForms', 'calendar'],
  errors: 'inline',
})
