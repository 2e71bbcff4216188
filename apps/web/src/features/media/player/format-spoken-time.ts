/** A place in a recording as a screen reader says it. */
import { pluralize } from '#lib/pluralize.ts'

/** “4 minutes 12”, “1 hour 2 minutes 9”; below a minute “12 seconds”. */
export function formatSpokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (whole < 60) return pluralize(rest, 'second')
  const long = [hours > 0 && pluralize(hours, 'hour'), (minutes > 0 || hours > 0) && pluralize(minutes, 'minute'), rest > 0 && String(rest)]
  return long.filter(Boolean).join(' ')
}

const spokenLength = (seconds: number): string =>
  seconds < 60 ? pluralize(Math.floor(seconds), 'second') : pluralize(Math.floor(seconds / 60), 'minute')

/** “4 minutes 12 of 31 minutes”. */
export const spokenPlace = (time: number, duration: number): string =>
  duration > 0 ? `${formatSpokenTime(time)} of ${spokenLength(duration)}` : formatSpokenTime(time)
