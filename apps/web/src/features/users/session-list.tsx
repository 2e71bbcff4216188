/** The user's sessions, and ending them. */

import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActiveSession } from '@lms/contract/auth'
import { canEver } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import { isApiProblem, getErrorMessage } from '#lib/api-errors.ts'
import { apiQueryAll } from '#lib/api-lists.ts'
import { formatLastSeenInSentence, formatShortDay } from '#lib/format-date.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { FormSection } from '#ui/form-page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveOtherSessions, useRemoveSession } from './api.ts'

const sessionsQuery = apiQueryAll('auth', 'listSessions')

function formatLastUse({ current, lastUsedAt, createdAt, ip }: ActiveSession, now: number): string {
  const used = current ? 'In use now' : `Last used ${formatLastSeenInSentence(lastUsedAt, now)}`
  return [used, `signed in ${formatShortDay(createdAt)}`, ip].filter(Boolean).join(', ')
}

type RowProps = { session: ActiveSession; onEnded: () => void }

function SessionRow({ session, onEnded }: RowProps) {
  const remove = useRemoveSession()
  const client = useQueryClient()
  const lastUse = formatLastUse(session, useServerNow(60_000))
  const ended = (): void => {
    notify.success(`${isolate(session.device)} is signed out`)
    onEnded()
  }
  const end = (): void =>
    remove.mutate(
      { params: { id: session.id } },
      {
        onSuccess: ended,
        onError: (error) => {
          // It ended in the meantime, which is what the user wanted.
          if (isApiProblem(error) && error.problem === 'not-found') {
            void client.invalidateQueries({ queryKey: ['auth'] })
            ended()
          } else notify.error(getErrorMessage(error))
        },
      },
    )
  if (session.current) return <Row name={session.device} meta={lastUse} wraps fact="This device" factTone="strong" />
  const button = (
    <Button
      variant="default"
      size="sm"
      loading={remove.isPending}
      aria-label={`Sign out ${isolate(session.device)}. ${lastUse}`}
      onClick={end}
    >
      Sign out
    </Button>
  )
  return <Row name={session.device} meta={lastUse} wraps controls={button} />
}

const advice = 'Sign out devices you do not recognise, then change your password.'
const calendarNote = 'Signing out all other devices also ends your calendar link, and so does a new password.'

export function SessionList() {
  const hasCalendar = useSession(({ user }) => user !== null && canEver(user.role, 'calendar.subscribe'))
  const query = useQuery(sessionsQuery({}))
  const removeOthers = useRemoveOtherSessions()
  const box = useRef<HTMLDivElement>(null)
  // The button that had the focus disappears with its row.
  const focus = (): void => box.current?.focus()
  const endOthers = (): void =>
    removeOthers.mutate(undefined, {
      onSuccess: () => {
        notify.success('All other devices are signed out')
        focus()
      },
    })
  const sessions = [...(query.data ?? [])].sort((one, other) => Number(other.current) - Number(one.current))
  return (
    <FormSection title="Signed-in devices" help={hasCalendar ? `${advice} ${calendarNote}` : advice}>
      <div ref={box} tabIndex={-1}>
        <QueryPart query={query} what="The devices" loading={2}>
          {() => (
            <Rows label="Signed-in devices">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnded={focus} />
              ))}
            </Rows>
          )}
        </QueryPart>
      </div>
      {sessions.some(({ current }) => !current) && (
        <div>
          <Button variant="default" loading={removeOthers.isPending} onClick={endOthers}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </FormSection>
  )
}
