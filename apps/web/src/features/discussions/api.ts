/** Discussions and comments. */
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

export const discussionsQuery = apiQuery('discussions', 'listDiscussions')
export const unansweredQuery = apiQuery('discussions', 'listUnanswered')
export const discussionQuery = apiQuery('discussions', 'getDiscussion')
export const commentsQuery = apiQuery('discussions', 'listComments')
export const useCreateDiscussion = apiMutation('discussions', 'createDiscussion', { invalidates: ['discussions'], errors: 'inline' })
export const useCreateComment = apiMutation('discussions', 'createComment', { invalidates: ['discussions'], errors: 'inline' })
export const useRemoveDiscussion = apiMutation('discussions', 'removeDiscussion', { invalidates: ['discussions'] })
export const useRemoveComment = apiMutation('discussions', 'removeComment', { invalidates: ['discussions'] })
