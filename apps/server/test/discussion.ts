/** A discussion with the members of its course, and their actions in it. */

import type { As, TestApp } from '#test/app.ts'

type Place = { courseId: string; discussionId: string }

/** With clients of its author, of the trainer, and of another student. */
export async function openDiscussion({ given, as }: Pick<TestApp, 'given' | 'as'>) {
  const home = await given.discussion()
  const params = { courseId: home.course.id, discussionId: home.discussion.id }
  const [authorClient, trainerClient] = [await as(home.student), await as(home.trainer)]
  const other = await given.student()
  await given.member(home.course.id, other)
  return { ...home, params, authorClient, trainerClient, otherClient: await as(other) }
}

export const say = (who: As, params: Place, content = 'Text', parentId?: string) =>
  who.discussions.createComment({ params, body: { content, parentId } })

export const read = (who: As, params: Place) => who.discussions.listComments({ params })
