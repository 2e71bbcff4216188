/** When each kind of notice is emailed; every change is saved at once. */

import { SegmentedControl, Select, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isStudentRole } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import { noticeEmails, emailedKinds, defaultDailyHour, getEmailTiming, isStaffNotice, type EmailTiming } from '@lms/contract/rules/notices'
import { formatClock } from '#lib/format-date.ts'
import { useSession, type SessionUser } from '#lib/session.ts'
import { formatZone } from '#lib/zoned-date-time.ts'
import { FormSection } from '#ui/form-page.tsx'
import { SaveStatus } from '#ui/status-badge.tsx'
import { useSiteSendsEmail } from '#features/auth/api.ts'
import { useUpdateMe } from '#features/users/api.ts'
import classes from './notice-settings.module.css'

const kinds: Record<(typeof emailedKinds)[number], { name: string; help: string }> = {
  REPLY: { name: 'Replies', help: 'In discussions that you started or answered' },
  MENTION: { name: 'Mentions', help: 'When someone writes @ and your name' },
  MARKS: { name: 'Marks and returned submissions', help: 'Also when you are excused. Always on' },
  WORK: { name: 'New and rescheduled items', help: 'Assignments, recordings and live sessions, and more time for you' },
  ANNOUNCEMENT: {
    name: 'Announcements',
    help: 'Emails that trainers also show on the course page. Never: only on that page and under the bell',
  },
  RESPONSE: { name: 'Sign-ups to decide', help: 'When someone waits for your decision on a sign-up' },
  ATTENDANCE: { name: 'Questions about attendance', help: 'When a student says that a record is not right' },
  TEACHING: { name: 'Courses you teach', help: 'When you become a trainer of a course' },
  EMAIL: { name: 'Emails that failed', help: 'When an email to a course of yours could not be sent' },
  FORM: { name: 'Sign-up decisions', help: 'Approved, waiting list or declined. Always on' },
}
const timingLabels: Record<EmailTiming, string> = { NOW: 'Now', DAILY: 'Daily', NEVER: 'Never' }
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `At ${String(hour).padStart(2, '0')}:00` }))

/** Shows a change at once, and sends it; unsaved changes can be resent. */
function useSavedChoice() {
  const { mutate, isPending, error, variables, submittedAt, isSuccess } = useUpdateMe()
  const choose = (preferences: Preferences): void => {
    const { user, setUser } = useSession.getState()
    if (user) setUser({ ...user, preferences: { ...user.preferences, ...preferences } })
    // Including earlier unsaved changes.
    mutate({ body: { preferences: { ...(error && variables?.body?.preferences), ...preferences } } })
  }
  const state = isPending ? 'saving' : error ? 'failed' : isSuccess ? 'saved' : undefined
  const status = state && (
    <SaveStatus state={state} at={formatClock(submittedAt)} onRetry={() => choose(variables?.body?.preferences ?? {})} />
  )
  return { choose, status }
}

function Setting({ name, help, children }: { name: string; help: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <div>
        <Text variant="section">{name}</Text>
        <Text variant="meta">{help}</Text>
      </div>
      {children}
    </div>
  )
}

/** Scrolls to the settings if the URL names them. */
function useScrollToHash() {
  const box = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '#notices') box.current?.scrollIntoView()
  }, [hash, key])
  return box
}

export function NoticeSettings({ me }: { me: SessionUser }) {
  const box = useScrollToHash()
  const { choose, status } = useSavedChoice()
  const sendsEmail = useSiteSendsEmail()
  const preferences = me.preferences ?? {}
  return (
    <div id="notices" ref={box} className={classes.settings}>
      <FormSection
        title="Email me about"
        help={
          sendsEmail
            ? 'Everything also appears under the bell. Daily is one email a day, sent only when something is new.'
            : 'This server sends no email. Everything appears under the bell.'
        }
      >
        <div className={classes.status}>{status}</div>
        <div className={classes.rows}>
          {emailedKinds
            .filter((kind) => !isStudentRole(me.role) || !isStaffNotice(kind))
            .map((kind) => (
              <Setting key={kind} {...kinds[kind]}>
                <SegmentedControl
                  size="sm"
                  aria-label={kinds[kind].name}
                  data={noticeEmails[kind].timings.map((value) => ({ value, label: timingLabels[value] }))}
                  value={getEmailTiming(kind, preferences)}
                  onChange={(timing) => choose({ [noticeEmails[kind].preference]: timing })}
                />
              </Setting>
            ))}
          <Setting
            name="Daily email"
            help={me.timeZone ? `In ${formatZone(me.timeZone)}` : 'In the time zone of the course. Choose your own above.'}
          >
            <Select
              w={136}
              aria-label="Hour of the daily email"
              data={hours}
              allowDeselect={false}
              value={String(preferences.dailyEmailHour ?? defaultDailyHour)}
              onChange={(hour) => hour !== null && choose({ dailyEmailHour: Number(hour) })}
            />
          </Setting>
          <Text variant="meta" mt={12}>
            Emails about your account, such as sign-in codes, are always sent.
          </Text>
        </div>
      </FormSection>
    </div>
  )
}
