/** Discussions and comments. */
import { read, write } from '#lib/calls.ts'

export const discussionsQuery = read('discussions', 'listDiscussions')
export const unansweredQuery = read('discussions', 'listUnanswered')
export const discussionQuery = read('discussions', 'getDiscussion')
export const commentsQuery = read('discussions', 'listComments')
export const useCreateDiscussion = write('discussions', 'createDiscussion', { invalidates: ['discussions'], errors: 'inline' })
export const useCreateComment = write('discussions', 'createComment', { invalidates: ['discussions'], errors: 'inline' })
export const useRemoveDiscussion = write('discussions', 'removeDiscussion', { invalidates: ['discussions'] })
export const useRemoveComment = write('discussions', 'removeComment', { invalidates: ['discussions'] })
