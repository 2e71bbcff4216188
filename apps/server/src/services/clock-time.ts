/** Times in files: what the clock of a course shows, so that a spreadsheet reads a date and a person the right day. */

/** The time on the wall in a zone as a Date in UTC: workbooks know no zones. Null for null. */
export function toClockTime(at: string | null, timeZone: string): Date | null {
  if (at === null) return null
  // Swedish dates have the ISO format.
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
  return new Date(`${written.replace(' ', 'T')}Z`)
}

/** “2026-11-20 14:02”: for text files. */
export const formatClockTime = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ')
