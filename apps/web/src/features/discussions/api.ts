/** Discussions and comments. */

import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

const changes = { invalidates: ['discussions', 'myDiscussions'] } as const

export const discussionsQuery = apiQuery('discussions', 'listDiscussions')
export const discussionCountsQuery = apiQuery('discussions', 'countDiscussions')
export const myDiscussionsQuery = apiQuery('myDiscussions', 'listMyDiscussions')
export const discussionQuery = apiQuery('discussions', 'getDiscussion')
export const versionsQuery = apiQuery('discussions', 'listVersions')
export const membersQuery = apiQuery('discussions', 'searchMembers', { staleTime: 60_000 })
export const useCreateDiscussion = apiMutation('discussions', 'createDiscussion', { ...changes, errors: 'inline' })
export const useUpdateDiscussion = apiMutation('discussions', 'updateDiscussion', { ...changes, errors: 'inline' })
export const useModerateDiscussion = apiMutation('discussions', 'moderateDiscussion', changes)
export const useRemoveDiscussion = apiMutation('discussions', 'removeDiscussion', changes)
export const useCreateComment = apiMutation('discussions', 'createComment', { ...changes, errors: 'inline' })
export const useUpdateComment = apiMutation('discussions', 'updateComment', { ...changes, errors: 'inline' })
export const useMarkAnswer = apiMutation('discussions', 'markAnswer', changes)
export const useRemoveComment = apiMutation('discussions', 'removeComment', changes)
export const useRestoreComment = apiMutation('discussions', 'restoreComment', changes)
const reading = { invalidates: ['discussions', 'myDiscussions', 'notices'] } as const
export const useMarkAllRead = apiMutation('discussions', 'markAllRead', reading)
export const useMarkMyDiscussionsRead = apiMutation('myDiscussions', 'markMyDiscussionsRead', reading)
export const useRestoreUnread = apiMutation('myDiscussions', 'restoreUnread', reading)
/** New posts stay marked until the page is left. */
export const useMarkRead = apiMutation('discussions', 'markRead', { invalidates: ['myDiscussions', 'notices'], errors: 'inline' })
