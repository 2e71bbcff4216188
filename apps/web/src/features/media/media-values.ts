/** The values of the video and live session forms, and their conversion for the API. */

import type { Media } from '@lms/contract/media'
import { isHttpsUrl } from '@lms/contract/rules/https-url'
import { readWholeNumber } from '@lms/contract/rules/number-text'
import { zoomPasscode } from '@lms/contract/zoom-passcode'
import type { FieldErrors } from '#lib/form.ts'
import { findDateError } from '#lib/typed-date.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'

export const mediaKinds = ['upload', 'live', 'link', 'library'] as const
export type MediaKind = (typeof mediaKinds)[number]

export type CaptionValue = { key: string; language: string; label: string; default: boolean }

export type AttachmentValue = Pick<Media['attachments'][number], 'key' | 'name'>

export type MediaValues = {
  title: string
  notes: string
  /** Key of the stored file; empty if there is none. */
  file: string
  link: string
  /** As entered in the field, in the session's time zone. */
  startsAt: string
  timeZone: string
  /** As typed, in minutes. */
  minutes: string
  /** Whether the server creates a Zoom meeting, or a link is pasted. */
  way: 'zoom' | 'link'
  joinUrl: string
  startUrl: string
  passcode: string
  meetingId: string
  waitingRoom: boolean
  captions: readonly CaptionValue[]
  attachments: readonly AttachmentValue[]
}

export const newMedia = (timeZone: string, hasZoom = false): MediaValues => ({
  title: '',
  notes: '',
  file: '',
  link: '',
  startsAt: '',
  timeZone,
  minutes: '60',
  way: hasZoom ? 'zoom' : 'link',
  joinUrl: '',
  startUrl: '',
  passcode: '',
  meetingId: '',
  waitingRoom: false,
  captions: [],
  attachments: [],
})

/** Drafts of earlier releases have the day and the time of a session in two fields. */
export function joinDayAndTime(stored: object): Partial<MediaValues> {
  const { date, time } = stored as { date?: string; time?: string }
  return date && time ? { startsAt: `${date}T${time}` } : {}
}

const isAddress = (url: string | null): boolean => url?.startsWith('https://') ?? false

/** The location of our own recording, or of one on another site. */
export const getSource = (media: Pick<Media, 'url'>): 'upload' | 'link' => (isAddress(media.url) ? 'link' : 'upload')

const toCaptions = ({ captions }: Media): CaptionValue[] => captions.map(({ url: _, ...caption }) => caption)
const toAttachments = ({ attachments }: Media): AttachmentValue[] => attachments.map(({ key, name }) => ({ key, name }))
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export function toMediaFormValues(media: Media, courseZone: string): MediaValues {
  const { zoomOptions: live, url } = media
  const zone = live?.timeZone ?? courseZone
  const isLink = isAddress(url)
  return {
    ...newMedia(zone),
    title: media.title,
    notes: media.notes,
    file: isLink ? '' : (url ?? ''),
    link: isLink ? (url ?? '') : '',
    captions: toCaptions(media),
    attachments: toAttachments(media),
    ...(live && toSessionValues(live, zone)),
  }
}

function toSessionValues(live: NonNullable<Media['zoomOptions']>, zone: string) {
  return {
    startsAt: toLocalInput(live.startsAt, zone),
    minutes: String(live.durationMinutes),
    way: live.zoomMeeting ? ('zoom' as const) : ('link' as const),
    // A generated link is Zoom's: the field for pasting another one starts empty.
    joinUrl: live.zoomMeeting ? '' : (live.joinUrl ?? ''),
    startUrl: live.startUrl ?? '',
    passcode: live.passcode ?? '',
    meetingId: live.zoomMeeting ? '' : (live.meetingId ?? ''),
    waitingRoom: live.waitingRoom,
  }
}

const addressError = (text: string): string | undefined =>
  text.trim() && !isHttpsUrl(text.trim()) ? 'Enter a public https:// address' : undefined

type Found = FieldErrors<keyof MediaValues>

/** If the server has Zoom, no link means that a meeting is created; to paste one, it is required. */
function wayErrors({ way, joinUrl, startUrl, passcode }: MediaValues, hasZoom: boolean): Found {
  if (way === 'zoom') {
    return { passcode: zoomPasscode.test(passcode.trim()) ? undefined : 'Enter at most 10 letters without accents, digits or @ - _ *' }
  }
  const isMissing = hasZoom && !joinUrl.trim()
  return { joinUrl: isMissing ? 'Paste the link, or let Zoom create a meeting' : addressError(joinUrl), startUrl: addressError(startUrl) }
}

function liveErrors(values: MediaValues, hasZoom: boolean): Found {
  const { startsAt, timeZone, minutes } = values
  return {
    startsAt: startsAt ? findDateError(startsAt) : 'Enter when the session starts',
    timeZone: timeZone ? undefined : 'Choose a time zone',
    minutes: readWholeNumber(minutes, 1, 1440) === null ? 'Enter a length from 1 to 1440 minutes' : undefined,
    ...wayErrors(values, hasZoom),
  }
}

/** Validation in the browser before a new item is sent. */
export function checkMedia(kind: 'live' | 'link', values: MediaValues, hasZoom = false): Found {
  const source =
    kind === 'live'
      ? liveErrors(values, hasZoom)
      : { link: values.link.trim() ? addressError(values.link) : 'Enter the address of the recording' }
  return { ...(!values.title.trim() && { title: 'Enter a title' }), ...source }
}

export function toZoomOptions(values: MediaValues, stored: string | null = null) {
  const { startsAt, timeZone, minutes, way, joinUrl, startUrl, passcode, meetingId, waitingRoom } = values
  const isMade = way === 'zoom'
  const given = (text: string): string | null => text.trim() || null
  return {
    startsAt: fromLocalInput(startsAt, timeZone, stored) ?? '',
    durationMinutes: Number(minutes),
    timeZone,
    joinUrl: isMade ? null : given(joinUrl),
    startUrl: isMade ? null : given(startUrl),
    meetingId: isMade ? null : given(meetingId),
    passcode: given(passcode),
    waitingRoom,
  }
}

export function toMediaInput(kind: 'live' | 'link', values: MediaValues) {
  const { title, notes, link } = values
  const attachments = values.attachments.length > 0 && { attachments: [...values.attachments] }
  const basics = { title: title.trim(), notes, ...attachments }
  if (kind === 'live') return { ...basics, type: 'LIVE' as const, zoomOptions: toZoomOptions(values) }
  const captions = values.captions.length > 0 && { captions: [...values.captions] }
  return { ...basics, type: 'RECORDED' as const, url: link.trim(), ...captions }
}

/** “Cleaning a messy dataset” from “cleaning-a_messy dataset.final.mp4”: a suggestion for the title. */
export function titleOfFile(name: string): string {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_.\s]+/g, ' ')
    .trim()
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

type Source = 'upload' | 'link'

/** A session needs no recording; a recording needs a file or a link. A file that is still uploading counts. */
export function validateMediaValues(
  type: Media['type'],
  source: Source,
  values: MediaValues,
  isUploading: boolean,
  hasZoom = false,
): Found {
  const title: Found = values.title.trim() ? {} : { title: 'Enter a title' }
  const address = source === 'link' ? addressError(values.link) : undefined
  // An empty link must not remove the file.
  const unsure = source === 'link' && !values.link.trim() && values.file ? 'Enter the address, or keep the file' : undefined
  if (type === 'LIVE') return { ...title, ...liveErrors(values, hasZoom), link: address ?? unsure }
  const empty =
    source === 'link'
      ? !values.link.trim() && { link: 'Enter the address of the recording' }
      : !values.file && !isUploading && { file: 'Choose the file of the recording' }
  return { ...title, ...empty, ...(address && { link: address }) }
}

/** A file that is still uploading is attached when it is complete. */
export function getChanges(media: Media, source: Source, values: MediaValues, isUploading: boolean, watching?: 'KEEP' | 'RESTART') {
  const url = (source === 'link' ? values.link.trim() : values.file) || null
  const isNew = url !== media.url && !(source === 'upload' && isUploading)
  return {
    title: values.title.trim(),
    notes: values.notes,
    ...(!isSame(values.captions, toCaptions(media)) && { captions: [...values.captions] }),
    ...(!isSame(values.attachments, toAttachments(media)) && { attachments: [...values.attachments] }),
    ...(isNew && { url, durationSeconds: null, ...(watching && { watching }) }),
    ...(media.type === 'LIVE' && { zoomOptions: toZoomOptions(values, media.zoomOptions?.startsAt) }),
  }
}
