/** One's own notes to a video. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Created, Id, Page, pageOf, NonBlankText, DateTimeString } from '#values.ts'

/** A line of one's own to a place in a video: nobody else reads it, staff neither. */
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
  summary: 'The caller’s own notes to a media item, in the order of their places',
  allow: 'media.read',
  course: 'params.courseId',
  params: ofMedia,
  query: z.object(Page),
  reply: pageOf(MediaNote),
})

export const createNote = route({
  method: 'POST',
  path: '/api/media/notes/:courseId/:mediaId',
  summary: 'Write a note to a place in a video, for oneself alone; at most 300 a media item',
  allow: 'media.read',
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: ofMedia,
  body: z.object({
    id: Id.optional().describe('Chosen by the one who writes: the note that has it already is changed, so that no lost answer makes two'),
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
  summary: 'Change a note of one’s own',
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
  summary: 'Delete a note of one’s own',
  allow: 'media.read',
  course: 'params.courseId',
  params: ofMedia.extend({ id: Id }),
})
