/** Reads the notices about what a screen shows, so that the bell does not count them and no email tells them. */
import { useEffect, useRef } from 'react'
import { useNavBadges } from '#lib/navigation.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useUpdateNotices } from './api.ts'

const readAfterMs = 2000

/**
 * `about`: ids, as in the call, of what is shown; `loadedAt`: the device's time at which it was loaded, because what came later is not
 * shown yet. Asked again only when the bell has another number.
 */
export function useReadNotices(about: readonly string[], loadedAt: number): void {
  const unread = useNavBadges(({ notices = 0 }) => notices)
  const ids = about.join()
  const known = useRef('')
  const latest = useRef(loadedAt)
  const { mutate } = useUpdateNotices({
    onSaved: (reply) => {
      known.current = `${ids} ${reply.unread}`
      useNavBadges.setState({ notices: reply.unread })
    },
  })
  useEffect(() => {
    latest.current = loadedAt
  })
  useEffect(() => {
    if (unread === 0 || ids === '' || known.current === `${ids} ${unread}`) return undefined
    const timer = setTimeout(() => {
      const shownAt = new Date(serverNow() - (Date.now() - latest.current)).toISOString()
      mutate({ body: { about: ids.split(','), shownAt } })
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [ids, unread, mutate])
}
