/** What the attendance page of staff begins with: the session that takes place now, and the registers that are still open. */

import { Button, Flex, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OpenRegister } from '@lms/contract/attendance-record'
import type { TaughtSession } from '@lms/contract/calendar'
import { canEver } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import { getSessionEnd, getSessionStart, isJoinable } from '@lms/contract/rules/session-window'
import { formatClock, formatDay } from '#lib/format-date.ts'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { Card } from '#ui/card.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { mySessionsQuery } from '#features/calendar/api.ts'
import { StartButton } from '#features/live-sessions/join-session.tsx'
import { formatStart, livePhase } from '#features/live-sessions/live-session.ts'
import { openRegistersQuery } from './api.ts'

const hour = 3_600_000
/** Hours that a session may have lasted, or be ahead, to be asked for. */
const [hoursBack, hoursAhead] = [12, 2]

/** The session of the reader’s courses that takes place now: from 15 minutes before it to 30 minutes after. */
export function useLiveSession() {
  const now = useServerNow(60_000)
  const thisHour = Math.floor(now / hour) * hour
  const query = {
    from: new Date(thisHour - hoursBack * hour).toISOString(),
    to: new Date(thisHour + hoursAhead * hour).toISOString(),
    limit: 100,
  }
  // Admins have no sessions of their own.
  const mayAsk = useSession(({ user }) => user !== null && canEver(user.role, 'calendar.subscribe'))
  const sessions = useQuery({ ...mySessionsQuery({ query }), placeholderData: keepPreviousData, enabled: mayAsk })
  const live = sessions.data?.items.filter((session) => isJoinable(session, now)) ?? []
  // A session that is running comes before one that is over or ahead.
  const isOn = (session: TaughtSession): boolean => now >= getSessionStart(session) && now < getSessionEnd(session)
  return { live: live.find(isOn) ?? live[0] ?? null, isKnown: !mayAsk || !sessions.isPending }
}

function formatLive(session: TaughtSession, now: number): string {
  const phase = livePhase(session, now)
  if (phase === 'live') return 'is live'
  return phase === 'soon' ? `starts ${formatStart(session.startsAt, now)}` : 'has ended'
}

export function LiveBar({ session }: { session: TaughtSession }) {
  const now = useServerNow()
  const { id, title, courseId, courseTitle, weekId, startsAt, attendance, canStart, joinUrl } = session
  return (
    <Card isLive>
      <Flex align="center" justify="space-between" gap={12} wrap="wrap">
        <div>
          <Text fw={600}>
            {isolate(title)} {formatLive(session, now)}
          </Text>
          <Text variant="meta">
            {isolate(courseTitle)}, {formatClock(startsAt)} to {formatClock(getSessionEnd(session))}
            {attendance && (
              <>
                {' · '}
                <Link to={paths.markAttendance.to({ courseId, weekId }, { session: id, show: 'unmarked' })}>
                  {attendance.marked} of {attendance.students} marked
                </Link>
              </>
            )}
          </Text>
        </div>
        <Flex gap={8}>
          {(canStart || joinUrl) && now < getSessionEnd(session) && <StartButton at={{ courseId, id }} isPlain />}
          <Button component={Link} to={paths.markAttendance.to({ courseId, weekId }, { session: id })}>
            Open register
          </Button>
        </Flex>
      </Flex>
    </Card>
  )
}

const firstAtOnce = 3

const toRegister = ({ courseId, weekId, id }: OpenRegister): string =>
  paths.markAttendance.to({ courseId, weekId }, { session: id, show: 'unmarked' })

const formatUnmarked = ({ marked, students }: OpenRegister): string =>
  marked === 0 ? 'nobody is marked' : `${students - marked} of ${students} not marked`

/** The page waits for the first ones: they are above everything else. */
export const useOpenRegisters = (limit = firstAtOnce) =>
  useQuery({ ...openRegistersQuery({ query: { limit } }), placeholderData: keepPreviousData })

/** Of all courses that the reader teaches, the oldest first. R opens the first. */
export function OpenRegisters() {
  const navigate = useNavigate()
  const [isAll, setAll] = useState(false)
  const registers = useOpenRegisters(isAll ? 100 : firstAtOnce)
  const { items = [], total = 0 } = registers.data ?? {}
  useShortcuts({ r: () => items[0] && void navigate(toRegister(items[0])) })
  if (!registers.data) return null
  if (total === 0) return <Text variant="meta">All registers are closed.</Text>
  return (
    <Section title="Open registers" count={total}>
      <Rows label="Open registers">
        {items.map((register) => (
          <Row
            key={register.id}
            to={toRegister(register)}
            name={register.title}
            meta={`${isolate(register.courseTitle)}, ${formatDay(register.startsAt)} · ${formatUnmarked(register)}`}
            wraps
            fact="Open register"
          />
        ))}
      </Rows>
      {items.length < total && !isAll && (
        <Button variant="subtle" mt={8} onClick={() => setAll(true)}>
          Show all {total}
        </Button>
      )}
    </Section>
  )
}
