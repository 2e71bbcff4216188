/** The email as one of its readers gets it. */

import { ActionIcon, Button, Flex, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { emailReasons } from '@lms/contract/rules/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import { useSession } from '#lib/session.ts'
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts'
import { RichText } from '#ui/rich-text.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import type { ComposerState } from './use-composer.ts'
import shared from './composer.module.css'
import classes from './email-preview.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function EmailPreview({ state }: { state: ComposerState }) {
  const me = useSession((session) => session.user)
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState<string | null>(null)
  const people = state.reached?.groups.flatMap((group) => group.people) ?? []
  const index = Math.max(
    0,
    people.findIndex(({ id }) => id === chosen),
  )
  const reader = people[index]
  const go = (step: number): void => setChosen(people[(index + step + people.length) % people.length]?.id ?? null)
  const { subject, body } = state.fillFor(reader?.name ?? me?.name ?? '')
  const title = state.course?.title ?? ''
  return (
    <>
      <div className={classes.previewBody}>
        {reader && (
          <Flex align="center" gap={8}>
            <NativeSelect
              aria-label="Whose email is shown"
              className={classes.reader ?? ''}
              value={reader.id}
              data={people.map(({ id, name }) => ({ value: id, label: `As ${isolate(name)} gets it` }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            <ActionIcon variant="default" size="var(--h-sm)" aria-label="As the person before gets it" onClick={() => go(-1)}>
              <IconChevronLeft {...icon} />
            </ActionIcon>
            <ActionIcon variant="default" size="var(--h-sm)" aria-label="As the next person gets it" onClick={() => go(1)}>
              <IconChevronRight {...icon} />
            </ActionIcon>
          </Flex>
        )}
        <div className={classes.mail}>
          <Text component="div" variant="meta" className={classes.mailHead}>
            <strong>{subject || 'No subject yet'}</strong>
            <span>
              From {isolate(me?.name ?? '')}, {isolate(title)}
            </span>
            {reader && <span>To {reader.email}</span>}
            <span>Replies go to {me?.email}</span>
          </Text>
          <div className={classes.mailBody}>{body ? <RichText html={body} /> : <Text variant="meta">No message yet</Text>}</div>
          <p className={classes.mailFoot}>
            You get this because {emailReasons[reader?.part ?? 'STUDENT']} {isolate(title)}.{' '}
            <span className={classes.link}>Stop emails from this course</span>
          </p>
        </div>
      </div>
      {!isPhone && (
        <div className={shared.foot}>
          <Text span variant="meta">
            One email each. Nobody sees other addresses.
          </Text>
          <Button variant="default" size="sm" flex="none" loading={state.isTesting} onClick={state.check(state.sendTest)}>
            Send test to me
          </Button>
        </div>
      )}
    </>
  )
}
