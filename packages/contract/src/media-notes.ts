/** Private notes on a video. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Created, Id, Page, toPageShape, NonBlankText, DateTimeString } from '#values.ts'

/** A private note at a position of a video: nobody else can read it, not even staff. */
export const MediaNote = z
  .object({
    id: Id,
    /** Seconds into the video. */
    at: z.number(),
    /** Markdown, kept as typed. */
    text: z.string(),
    createdAt: DateTimeString,
    updatedAt: DateTimeString,
  })
  .meta({ id: 'MediaNote' })
export type MediaNote = z.infer<typeof MediaNote>

const NoteAt = z.number().min(0, 'Not below 0').max(360_000, 'At most 100 hours')
const NoteText = NonBlankText(5000)
const ofMedia = z.object({ courseId: Id, mediaId: Id })

export const listNotes = route({
  method: 'GET',
  path: '/api/media/notes/:courseId/:mediaId',
  summary: 'The caller’s notes on a media item, by position',
  allow: 'media.read',
  course: 'params.courseId',
  params: ofMedia,
  query: z.object(Page),
  reply: toPageShape(MediaNote),
})

export const createNote = route({
  method: 'POST',
  path: '/api/media/notes/:courseId/:mediaId',
  summary: 'Add a private note at a position of a video; at most 300 per media item',
  allow: 'media.read',
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: ofMedia,
  body: z.object({
    id: Id.optional().describe(
      'Chosen by the caller: an existing note with this id is changed, so that a retry after a lost response creates no duplicate',
    ),
    at: NoteAt,
    text: NoteText,
  }),
  reply: MediaNote,
  status: Created,
  problems: ['conflict'],
  example: { body: { at: 252, text: 'Ask for the fiscal years.' } },
})

export const updateNote = route({
  method: 'PATCH',
  path: '/api/media/notes/:courseId/:mediaId/:id',
  summary: 'Change one of the caller’s notes',
  allow: 'media.read',
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: ofMedia.extend({ id: Id }),
  body: z.object({ at: NoteAt.optional(), text: NoteText.optional() }),
  reply: MediaNote,
  example: { body: { text: 'Ask for the fiscal years.' } },
})

export const removeNote = route({
  method: 'DELETE',
  path: '/api/media/notes/:courseId/:mediaId/:id',
  summary: 'Delete one of the caller’s notes',
  allow: 'media.read',
  course: 'params.courseId',
  params: ofMedia.extend({ id: Id }),
})
