/** Times in emails. */

/** “Thu 26 Nov 2026, 15:00 GMT+1”: the reader may be in any zone, so it is named. */
export function formatEmailTime(at: string, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC'
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(new Date(at))
  const day = show({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return `${day.replace(',', '')}, ${show({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}`
}
