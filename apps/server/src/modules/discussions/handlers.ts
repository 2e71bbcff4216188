/** Not built yet. */
export { later as createComment, later as createDiscussion, later as getDiscussion, later as listComments, later as listDiscussions, later as removeComment, later as removeDiscussion } from '#http/handler.ts'
