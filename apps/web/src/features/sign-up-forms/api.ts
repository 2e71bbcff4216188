/** Sign-up forms, and the answers to them. */

import { apiMutation, apiQuery } from '#lib/api-hooks.ts'

export const formQuery = apiQuery('signupForms', 'getForm')
const formDomains = ['signupForms', 'signupResponses'] as const
export const useSaveForm = apiMutation('signupForms', 'saveForm', { invalidates: formDomains, errors: 'inline' })
/** Being enrolled opens the course. */
const enrolmentDomains = ['signupForms', 'signupResponses', 'courses', 'assignments'] as const
export const useAnswerForm = apiMutation('signupForms', 'answerForm', { invalidates: enrolmentDomains, errors: 'inline' })
export const useChangeAnswers = apiMutation('signupForms', 'changeAnswers', { invalidates: formDomains, errors: 'inline' })
export const useWithdrawAnswers = apiMutation('signupForms', 'withdrawAnswers', { invalidates: enrolmentDomains })

export const responsesQuery = apiQuery('signupResponses', 'listResponses')
export const summaryQuery = apiQuery('signupResponses', 'summarizeResponses')
const reviewDomains = ['signupResponses', 'signupForms', 'courses', 'users'] as const
export const useDecideResponses = apiMutation('signupResponses', 'decideResponses', { invalidates: reviewDomains })
export const useMoveUp = apiMutation('signupResponses', 'moveUp', { invalidates: formDomains })
