/** Texts about uploads, on the screen and for screen readers. */

import { isolate } from '@lms/contract/rules/direction'
import { fileSize } from '#lib/files.ts'
import { formatDuration, formatPercentage } from '#lib/format-number.ts'
import { pluralize } from '#lib/pluralize.ts'
import { isUnderWay, secondsLeft, getProgress, type Upload } from './uploads/types.ts'

export const formatPercent = (upload: Upload): string => formatPercentage(getProgress(upload) * 100)

/** “62 %, 4 min” at the end of the name. */
export function formatTimeLeft(upload: Upload): string {
  const left = upload.state === 'moving' ? secondsLeft(upload) : null
  return left === null ? formatPercent(upload) : `${formatPercent(upload)}, ${formatDuration(left)}`
}

/** “120 MB of 193 MB, 8.2 MB a second”. */
export function formatAmount({ bytes, size, speed }: Upload): string {
  const amount = `${fileSize(Math.min(bytes, size))} of ${fileSize(size)}`
  return speed === null ? amount : `${amount}, ${fileSize(speed)}/s`
}

/** The heading of the tray: running uploads, else those that need attention, else finished ones. */
export function formatTraySummary(uploads: readonly Upload[]): string {
  const count = (choose: (upload: Upload) => boolean): number => uploads.filter(choose).length
  const files = (number: number): string => pluralize(number, 'upload')
  const [live, failed, refused, asking, resting, left] = [
    count(isUnderWay),
    count(({ state }) => state === 'failed'),
    count(({ state }) => state === 'refused'),
    count(({ state }) => state === 'needs-file'),
    count(({ state }) => state === 'paused' || state === 'signed-out'),
    count(({ state }) => state === 'not-resumable'),
  ]
  if (live > 0)
    return `Uploading ${Math.min(uploads.length, uploads.length - live - failed - refused - asking - resting - left + 1)} of ${uploads.length}`
  if (failed > 0) return `${files(failed)} stopped`
  if (refused > 0) return `${files(refused)} refused`
  if (asking > 0) return `${files(asking)} to resume`
  if (resting > 0) return `${files(resting)} paused`
  if (left > 0) return `${files(left)} unfinished`
  return `${uploads.length} uploaded`
}

/** The progress of all uploads together, from 0 to 100. */
export function getTotalProgress(uploads: readonly Upload[]): number {
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0)
  return size === 0 ? 0 : (uploads.reduce((sum, { bytes }) => sum + bytes, 0) / size) * 100
}

/** Only quarters and failures are announced: people turn off a progress bar that talks all the time. */
export function getAnnouncement(upload: Upload): string {
  const { name, state } = upload
  if (state === 'failed') return `The upload of ${isolate(name)} stopped. ${upload.reason ?? ''}`.trim()
  if (state === 'refused') return `${isolate(name)} was refused. ${upload.reason ?? ''}`.trim()
  if (state === 'done') return `${isolate(name)}: 100 percent uploaded`
  const quarter = Math.floor(getProgress(upload) * 4) * 25
  return quarter > 0 && quarter < 100 && state === 'moving' ? `${name}: ${quarter} percent uploaded` : ''
}
