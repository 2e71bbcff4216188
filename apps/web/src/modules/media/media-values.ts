/** What the forms of a video or live session hold, and how it becomes the contract's body. */
import type { Media } from '@lms/contract/media'
import type { Faults } from '#lib/faults.ts'
import { fromFieldTime, isSkipped, toFieldTime } from '#lib/zoned-input.ts'

export const mediaKinds = ['upload', 'live', 'link', 'library'] as const
export type MediaKind = (typeof mediaKinds)[number]

export type MediaValues = {
  title: string
  notes: string
  /** Key of the stored file; empty where there is none. */
  file: string
  link: string
  date: string
  time: string
  timeZone: string
  /** As typed, in minutes. */
  minutes: string
  joinUrl: string
  startUrl: string
  passcode: string
  meetingId: string
  waitingRoom: boolean
}

export const newMedia = (timeZone: string): MediaValues => ({
  title: '',
  notes: '',
  file: '',
  link: '',
  date: '',
  time: '',
  timeZone,
  minutes: '60',
  joinUrl: '',
  startUrl: '',
  passcode: '',
  meetingId: '',
  waitingRoom: false,
})

const isAddress = (url: string | null): boolean => url?.startsWith('https://') ?? false

/** Where a recording of ours is, and where it is somebody else's. */
export const sourceOf = (media: Pick<Media, 'url'>): 'upload' | 'link' => (isAddress(media.url) ? 'link' : 'upload')

export function valuesOfMedia(media: Media, courseZone: string): MediaValues {
  const { zoomOptions: live } = media
  const zone = live?.timeZone ?? courseZone
  const [date = '', time = ''] = toFieldTime(live?.startsAt, zone).split('T')
  const isLink = isAddress(media.url)
  return {
    ...newMedia(zone),
    title: media.title,
    notes: media.notes,
    file: isLink ? '' : (media.url ?? ''),
    link: isLink ? (media.url ?? '') : '',
    ...(live && {
      date,
      time,
      minutes: String(live.durationMinutes),
      joinUrl: live.joinUrl ?? '',
      startUrl: live.startUrl ?? '',
      passcode: live.passcode ?? '',
      meetingId: live.meetingId ?? '',
      waitingRoom: live.waitingRoom,
    }),
  }
}

function isHttps(text: string): boolean {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password
}

const addressFault = (text: string): string | undefined =>
  text.trim() && !isHttps(text) ? 'Enter an address that begins with https://' : undefined

type Found = Faults<keyof MediaValues>

export function liveFaults({ date, time, timeZone, minutes, joinUrl, startUrl }: MediaValues): Found {
  const length = Number(minutes)
  return {
    date: date ? undefined : 'Choose the day of the session',
    time: !time
      ? 'Choose the time of the session'
      : date && isSkipped(`${date}T${time}`, timeZone)
        ? 'The clocks skip this hour on that night. Choose an hour later.'
        : undefined,
    minutes: /^\d+$/.test(minutes.trim()) && length >= 1 && length <= 1440 ? undefined : 'Enter a length from 1 to 1440 minutes',
    joinUrl: addressFault(joinUrl),
    startUrl: addressFault(startUrl),
  }
}

/** What the browser can know before a new item is sent. */
export function checkMedia(kind: 'live' | 'link', values: MediaValues): Found {
  const source =
    kind === 'live' ? liveFaults(values) : { link: values.link.trim() ? addressFault(values.link) : 'Enter the address of the recording' }
  return { ...(!values.title.trim() && { title: 'Enter a title' }), ...source }
}

export const zoomOptionsOf = ({ date, time, timeZone, minutes, joinUrl, startUrl, passcode, meetingId, waitingRoom }: MediaValues) => ({
  startsAt: fromFieldTime(`${date}T${time}`, timeZone) ?? '',
  durationMinutes: Number(minutes),
  timeZone,
  joinUrl: joinUrl.trim() || null,
  startUrl: startUrl.trim() || null,
  passcode: passcode.trim() || null,
  meetingId: meetingId.trim() || null,
  waitingRoom,
})

export function mediaBody(kind: 'live' | 'link', values: MediaValues) {
  const { title, notes, link } = values
  const basics = { title: title.trim(), notes }
  if (kind === 'live') return { ...basics, type: 'LIVE' as const, zoomOptions: zoomOptionsOf(values) }
  return { ...basics, type: 'RECORDED' as const, url: link.trim() }
}

/** “Cleaning a messy dataset” of “cleaning-a_messy dataset.final.mp4”: a start for the title. */
export function titleOfFile(name: string): string {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_.\s]+/g, ' ')
    .trim()
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

type Source = 'upload' | 'link'

/** A session needs no recording; a recording needs one of the two. A file that is still on its way is as good as one. */
export function checkChange(type: Media['type'], source: Source, values: MediaValues, isUploading: boolean): Found {
  const title: Found = values.title.trim() ? {} : { title: 'Enter a title' }
  const address = source === 'link' ? addressFault(values.link) : undefined
  // A link that is not given yet must not take the file away.
  const unsure = source === 'link' && !values.link.trim() && values.file ? 'Enter the address, or keep the file' : undefined
  if (type === 'LIVE') return { ...title, ...liveFaults(values), link: address ?? unsure }
  const empty =
    source === 'link'
      ? !values.link.trim() && { link: 'Enter the address of the recording' }
      : !values.file && !isUploading && { file: 'Choose the file of the recording' }
  return { ...title, ...empty, ...(address && { link: address }) }
}

/** A file that is still on its way takes its place later, by itself. */
export function changesOf(media: Media, source: Source, values: MediaValues, isUploading: boolean) {
  const url = (source === 'link' ? values.link.trim() : values.file) || null
  const isNew = url !== media.url && !(source === 'upload' && isUploading)
  return {
    title: values.title.trim(),
    notes: values.notes,
    ...(isNew && { url, durationSeconds: null }),
    ...(media.type === 'LIVE' && { zoomOptions: zoomOptionsOf(values) }),
  }
}
