/** The URL of the user's calendar feed: create, copy and revoke it. */

import { Button, Flex, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarAddress } from '@lms/contract/calendar'
import { canEver } from '@lms/contract/policy'
import { formatLastSeenInSentence } from '#lib/format-date.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { IconCalendarPlus, IconCopy } from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { notify } from '#ui/toasts.tsx'
import { LocalLinksNote } from '#features/auth/local-links-note.tsx'
import { calendarAddressQuery, useResetCalendarAddress } from './api.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const help =
  'Live sessions and due dates of your courses, kept up to date in your own calendar. Anyone who has the address can read them, so keep it to yourself.'

const formatLastUse = ({ lastReadAt }: CalendarAddress, now: number): string =>
  lastReadAt ? `Last read by a calendar: ${formatLastSeenInSentence(lastReadAt, now)}` : 'No calendar has read it yet'

function ResetDialog({ onClose }: { onClose: () => void }) {
  const { reset, isPending } = useResetCalendarAddress(() => {
    notify.success('You have a new calendar link')
    onClose()
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={reset}
      isPending={isPending}
      title="Make a new address?"
      cancelLabel="Keep the address"
      confirmLabel="Make a new address"
    >
      <p>The current address stops working at once. Calendars that use it stop updating until you give them the new one.</p>
    </ConfirmDialog>
  )
}

function Address({ address }: { address: CalendarAddress }) {
  const [isConfirming, setConfirming] = useState(false)
  const now = useServerNow(60_000)
  return (
    <>
      <TextInput
        label="Calendar address"
        description="In your calendar, choose to subscribe by address, and paste it."
        readOnly
        value={address.url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Flex align="center" wrap="wrap" rowGap={8} columnGap={12}>
        <Button
          variant="default"
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copyToClipboard(address.url, 'Calendar address copied')}
        >
          Copy address
        </Button>
        <Button variant="default" onClick={() => setConfirming(true)}>
          Reset
        </Button>
        <Text span variant="meta">
          {formatLastUse(address, now)}
        </Text>
      </Flex>
      <LocalLinksNote />
      {isConfirming && <ResetDialog onClose={() => setConfirming(false)} />}
    </>
  )
}

function MakeAddress() {
  const { reset, isPending } = useResetCalendarAddress()
  return (
    <div>
      <Button variant="default" loading={isPending} leftSection={<IconCalendarPlus {...icon} />} onClick={reset}>
        Create calendar link
      </Button>
    </div>
  )
}

function Feed() {
  const query = useQuery(calendarAddressQuery())
  return (
    <FormSection title="Calendar" help={help}>
      <QueryPart query={query} what="The calendar link" loading={1}>
        {({ address }) => (address ? <Address address={address} /> : <MakeAddress />)}
      </QueryPart>
    </FormSection>
  )
}

/** Admins belong to no course, so they have no dates of their own. */
export function CalendarFeed() {
  const role = useSession((session) => session.user?.role)
  return role && canEver(role, 'calendar.subscribe') ? <Feed /> : null
}
