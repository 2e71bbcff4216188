/** Formats durations, positions in a recording, and shares. */

import { wholePercent } from '@lms/contract/rules/whole-percent'

/** “31 min”, “3 h 20 min”, “45 s”, from seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  const rest = minutes % 60
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`
}

/** “12:40”, “1:02:09”: a position in a recording, from seconds. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** “62 %”, with a non-breaking space. */
export const formatPercentage = (value: number): string => `${wholePercent(value)}\u00a0%`
