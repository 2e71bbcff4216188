/** Videos and live sessions. */

import { z } from 'zod'
import { route } from '#route.ts'
import {
  Created,
  FileKey,
  FileOrHttpsUrl,
  Id,
  SingleLineText,
  Page,
  toPageShape,
  RichText,
  Search,
  DateTimeString,
  SeenVersion,
  Version,
} from '#values.ts'
import { ShownZoomOptions, ZoomOptions } from '#zoom-options.ts'

export * from '#media-notes.ts'

export const MediaType = z.enum(['RECORDED', 'LIVE'])

/** A media item as a row of its week. */
export const MediaSummary = z
  .object({
    id: Id,
    title: z.string(),
    type: MediaType,
    durationSeconds: z.number().nullable(),
    startsAt: DateTimeString.nullable(),
    durationMinutes: z.int().nullable(),
    hasRecording: z.boolean(),
    position: z.int().optional().meta({ description: 'In a week: the place among its items that the caller sees, from 0' }),
  })
  .meta({ id: 'MediaSummary' })
export type MediaSummary = z.infer<typeof MediaSummary>

const Attachment = z.object({ key: FileKey, name: SingleLineText(200) })
/** The default is shown to viewers who have not chosen. */
const Caption = z.object({ key: FileKey, language: SingleLineText(35), label: SingleLineText(80), default: z.boolean().default(false) })
const Captions = z
  .array(Caption)
  .max(20, 'At most 20')
  .refine((captions) => captions.filter((caption) => caption.default).length <= 1, 'Only one of them can be shown by default')

export const Media = z
  .object({
    id: Id,
    courseId: Id,
    weekId: Id.nullable(),
    title: z.string(),
    type: MediaType,
    url: z.string().nullable(),
    /** Signed and short-lived; or the external URL itself. */
    playbackUrl: z.string().nullable(),
    notes: z.string(),
    attachments: z.array(z.object({ key: z.string(), name: z.string(), url: z.string() })),
    captions: z.array(z.object({ key: z.string(), language: z.string(), label: z.string(), default: z.boolean(), url: z.string() })),
    durationSeconds: z.number().nullable(),
    /** A thumbnail of the recording, taken by the uploader's browser. */
    thumbnail: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    zoomOptions: ShownZoomOptions.nullable(),
    position: z.int(),
    /** Increases with each edit. */
    version: Version,
    createdAt: DateTimeString,
  })
  .meta({ id: 'Media' })
export type Media = z.infer<typeof Media>

const fields = {
  title: SingleLineText(200),
  type: MediaType,
  url: FileOrHttpsUrl.nullish(),
  notes: RichText.optional(),
  attachments: z.array(Attachment).max(50).optional(),
  captions: Captions.optional(),
  /** As read by the uploader's browser; replaced by the server's own value. */
  durationSeconds: z.number().min(0).max(360_000).nullish(),
  /** Key of a stored image. A new recording without one removes the old thumbnail. */
  thumbnail: FileKey.nullish(),
  zoomOptions: ZoomOptions.nullish(),
}
/** Students who have started a recording but not finished it. */
const Watching = z.enum(['KEEP', 'RESTART'])

type Draft = { type: 'RECORDED' | 'LIVE'; url?: string | null | undefined; zoomOptions?: ZoomOptions | null | undefined }
const NewMedia = z
  .object(fields)
  .refine((media: Draft) => media.type === 'LIVE' || !!media.url, { path: ['url'], error: 'A recorded item needs its video' })
  .refine((media: Draft) => media.type === 'RECORDED' || !!media.zoomOptions, {
    path: ['zoomOptions'],
    error: 'A live session needs its time',
  })

const example = {
  body: { title: 'Cleaning a messy dataset', type: 'RECORDED', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
} as const

export const getMedia = route({
  method: 'GET',
  path: '/api/media/course/:courseId/:id',
  summary: 'One media item, with a URL for playing it',
  allow: 'media.read',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  reply: Media,
})

const files = ['url', 'thumbnail', 'attachments.*.key', 'captions.*.key'] as const

export const createMedia = route({
  method: 'POST',
  path: '/api/media/course/:courseId/week/:weekId',
  summary: 'Add a video or a live session to a week',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id }),
  files,
  body: NewMedia,
  reply: Media,
  status: Created,
  example,
})

export const addWeekMedia = route({
  method: 'POST',
  path: '/api/courses/:courseId/weeks/:weekId/media',
  summary: 'The same as createMedia, or with { mediaId } copies one from the library',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id }),
  files,
  body: z.object({ mediaId: Id }).or(NewMedia),
  reply: Media,
  status: Created,
  problems: ['conflict'],
  example,
})

const YesNo = z.enum(['true', 'false']).transform((value) => value === 'true')

export const listMedia = route({
  method: 'GET',
  path: '/api/media/all',
  summary: 'The library, with the places where each media item is used',
  allow: 'media.library',
  query: z.object({
    ...Page,
    limit: Page.limit.default(24),
    search: Search.optional(),
    type: MediaType.optional(),
    courseId: Id.optional(),
    unused: YesNo.optional(),
    /** `false`: stored recordings without captions. */
    captions: YesNo.optional(),
  }),
  reply: toPageShape(
    MediaSummary.extend({
      url: z.string().nullable(),
      thumbnailUrl: z.string().nullable(),
      /** Bytes of the stored file; null if there is none. */
      size: z.int().nullable(),
      hasCaptions: z.boolean(),
      createdAt: DateTimeString,
      /** The creator; null for demo content. */
      addedBy: z.object({ id: Id, name: z.string() }).nullable(),
      usedIn: z.object({ courseId: Id, courseTitle: z.string(), weekId: Id.nullable(), weekNumber: z.int().nullable() }).nullable(),
      /** Of a deleted course or week that can be restored, with what is in it. */
      restorable: z.object({ courseTitle: z.string(), until: DateTimeString }).nullable(),
    }),
  ).extend({
    /** Total bytes of all existing checked files, of any kind and owner. */
    storageUsed: z.int(),
  }),
})

export const getLibraryMedia = route({
  method: 'GET',
  path: '/api/media/library/:mediaId',
  summary: 'One media item of the library, also if its week or its course was deleted',
  allow: 'media.library',
  params: z.object({ mediaId: Id }),
  reply: Media,
})

export const removeLibraryMedia = route({
  method: 'DELETE',
  path: '/api/media/library/:mediaId',
  summary: 'Delete a media item of the library, also if its week or its course was deleted',
  allow: 'media.library',
  params: z.object({ mediaId: Id }),
})

export const updateMedia = route({
  method: 'PATCH',
  path: '/api/media/update/:courseId/:mediaId',
  summary: 'Change a media item',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, mediaId: Id }),
  files,
  body: z
    .object(fields)
    .partial()
    .extend({
      watching: Watching.optional().describe(
        'If the file is replaced: whether students who have started it continue or start again. By default decided by the duration',
      ),
      version: SeenVersion,
    }),
  reply: Media,
  problems: ['version-conflict'],
  example: { body: { title: 'Cleaning a messy dataset' } },
})

export const removeMediaFile = route({
  method: 'PATCH',
  path: '/api/media/delete-from-s3/:mediaId',
  summary: 'Remove the stored file but keep the media item, and set its notes and url',
  allow: 'media.write',
  params: z.object({ mediaId: Id }),
  files: ['url'],
  body: z.object({ notes: RichText.nullish(), url: FileOrHttpsUrl.nullish() }),
  reply: Media,
  example: { body: { notes: null, url: null } },
})

export const removeMedia = route({
  method: 'DELETE',
  path: '/api/media/delete/course/:courseId/:mediaId',
  summary: 'Delete a media item; the attendance taken with it is kept',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, mediaId: Id }),
})

export const getStartLink = route({
  method: 'GET',
  path: '/api/media/course/:courseId/:id/start-link',
  summary: 'The URL for staff to start or join a live session, requested on click because Zoom changes it often',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  reply: z.object({ url: z.string() }),
  problems: ['conflict', 'unavailable'],
})

export const getViewers = route({
  method: 'GET',
  path: '/api/media/course/:courseId/:id/viewers',
  summary: 'How many students have started a recording, have watched it, and still have to',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  /** `started`: without those who have watched it. `unwatched`: whom `NOT_WATCHED` of an email reaches. */
  reply: z.object({ started: z.int(), watched: z.int(), unwatched: z.int() }),
})

export const getOtherUses = route({
  method: 'GET',
  path: '/api/media/course/:courseId/:id/other-uses',
  summary: 'The other weeks whose media share the stored file of this one, in courses that the caller manages',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  reply: z.object({
    items: z.array(z.object({ mediaId: Id, title: z.string(), courseId: Id, courseTitle: z.string(), weekId: Id, weekNumber: z.int() })),
    /** The number of further ones, in courses of others. */
    hidden: z.int(),
  }),
})

export const retryZoomMeeting = route({
  method: 'POST',
  path: '/api/media/course/:courseId/:id/zoom-meeting',
  summary: 'Retry creating the Zoom meeting of a live session',
  allow: 'media.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  reply: Media,
  problems: ['conflict'],
})

export const getMediaOptions = route({
  method: 'GET',
  path: '/api/media/options',
  summary: 'Media options of the server: whether it creates Zoom meetings',
  allow: 'media.write',
  reply: z.object({ zoom: z.boolean() }),
})
