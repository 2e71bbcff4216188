/** What may be done to posts, beyond the table of rights. */

/** Authors edit their posts, in a locked discussion only staff theirs. */
export const mayEditPost = (post: { isOwn: boolean; isLocked: boolean }, isStaff: boolean): boolean =>
  post.isOwn && (isStaff || !post.isLocked)

/** Authors cannot delete the replies of others with their discussion. */
export const mayDeleteDiscussion = ({ isReplied }: { isReplied: boolean }, isStaff: boolean): boolean => isStaff || !isReplied
