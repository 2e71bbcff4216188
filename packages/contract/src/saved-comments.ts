/** A grader's own saved comments, to insert into feedback. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Created, Id, NonBlankText } from '#values.ts'

export const SavedComment = z.object({ id: Id, text: z.string() }).meta({ id: 'SavedComment' })
export type SavedComment = z.infer<typeof SavedComment>

export const maxSavedComments = 100
const body = z.object({ text: NonBlankText(2000) })
const params = z.object({ id: Id })
const example = { body: { text: 'Name the source under the chart.' } }

export const listSavedComments = route({
  method: 'GET',
  path: '/api/saved-comments',
  summary: 'The caller’s saved comments, oldest first',
  allow: 'submission.grade',
  reply: z.object({ items: z.array(SavedComment) }),
})

export const createSavedComment = route({
  method: 'POST',
  path: '/api/saved-comments',
  summary: 'Save a comment, at most 100 per user',
  allow: 'submission.grade',
  body,
  reply: SavedComment,
  status: Created,
  problems: ['conflict'],
  example,
})

export const updateSavedComment = route({
  method: 'PATCH',
  path: '/api/saved-comments/:id',
  summary: 'Change one of the caller’s saved comments',
  allow: 'submission.grade',
  params,
  body,
  reply: SavedComment,
  example,
})

export const removeSavedComment = route({
  method: 'DELETE',
  path: '/api/saved-comments/:id',
  summary: 'Delete one of the caller’s saved comments',
  allow: 'submission.grade',
  params,
})
