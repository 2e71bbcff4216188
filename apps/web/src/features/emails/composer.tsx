/** Composing an email to members of a course: audience, subject and message, preview by recipient, send, schedule, test. */

import { ActionIcon, Box, Button, Checkbox, Flex, Menu, Modal, Popover, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { placeholderLabels } from '@lms/contract/rules/course-emails'
import { useForm } from '#lib/form.ts'
import { serverNow } from '#lib/server-clock.ts'
import { findDateError } from '#lib/typed-date.ts'
import { fromLocalInput, getToday, toLocalInput } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconCalendarTime, IconDots, IconX } from '#ui/icons.ts'
import { RichTextPlace } from '#ui/rich-text-editor.tsx'
import type { RichTextEditorProps } from '#ui/rich-text-props.ts'
import { DraftStatus } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import { useFreshPictures } from '#features/files/fresh-pictures.ts'
import { pictureUrlsQuery } from './api.ts'
import { AudienceField } from './audience-field.tsx'
import { closeComposer, useOpenedComposer, type Opened, type Replacement } from './composer-store.ts'
import { draftKey, replaceDraft } from './email-drafts.ts'
import { EmailPreview } from './email-preview.tsx'
import { courseTime } from './format.ts'
import { SendingNotes } from './not-set-up-note.tsx'
import { useEmailComposer, type ComposerState } from './use-composer.ts'
import classes from './composer.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const placeholders = Object.entries(placeholderLabels).map(([name, label]) => ({ name, label }))
const MessageInput = lazy(() => import('./message-input.tsx').then((module) => ({ default: module.MessageInput })))
const Message = ({ onAdding, ...props }: Omit<RichTextEditorProps, 'label'> & { onAdding: (isAdding: boolean) => void }) => (
  <Suspense fallback={<RichTextPlace label="Message" {...props} />}>
    <MessageInput label="Message" onAdding={onAdding} {...props} />
  </Suspense>
)

/** Number of recipients from which sending asks for confirmation. */
const confirmAbove = 50

export function EmailComposer({ opened }: { opened: Opened }) {
  const { courseId } = opened
  const isReady = useFreshPictures(draftKey(opened), 'body', (keys) => pictureUrlsQuery({ params: { courseId }, body: { keys } }))
  return isReady && <Writing opened={opened} />
}

function Writing({ opened }: { opened: Opened }) {
  const state = useEmailComposer(opened)
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const [isPreview, setPreview] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const { form, people, count } = state
  const ask = state.check(() => setAsking(true))
  const send = state.check(() => (count > confirmAbove ? setAsking(true) : state.submit()))
  const onKeyDown = (event: KeyboardEvent): void => {
    // Escape closes what is open on top first: the schedule, the confirmation, or a menu or field of the editor.
    const target = event.target as HTMLElement
    const isOnTop = !isScheduling && !isAsking && target.closest('[role=dialog]') === event.currentTarget.querySelector('[role=dialog]')
    if (event.key === 'Escape' && isOnTop && target.ariaExpanded !== 'true') return leave()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || count === 0) return
    event.preventDefault()
    ask()
  }
  const title = count > 0 ? `Write to ${people}` : 'Write email'
  /** What follows sending, such as its Undo, belongs to the composer. */
  const leave = (): void => {
    if (state.isAdding) notify.info('A picture is being added. Close the email when it is there.')
    else if (!state.isSending) closeComposer()
  }
  const close = (
    <ActionIcon aria-label="Close, keep the draft" onClick={leave}>
      <IconX {...icon} />
    </ActionIcon>
  )
  const toggle = !isWide && (
    <Button variant="subtle" size="sm" onClick={() => setPreview(!isPreview)}>
      {isPreview ? 'Message' : 'Preview'}
    </Button>
  )
  return (
    <Modal.Root opened onClose={leave} closeOnEscape={false} onKeyDown={onKeyDown} size={1096} fullScreen={isPhone} yOffset={28}>
      <Modal.Overlay />
      <Modal.Content className={classes.content ?? ''}>
        {/* No Modal.Body: all fields would be read when it opens. */}
        <div className={classes.body}>
          <div className={classes.write} hidden={!isWide && isPreview}>
            <div className={classes.head}>
              {isPhone && close}
              <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
              <Box component="span" flex={1} />
              {toggle}
              {!isWide && !isPhone && close}
            </div>
            <div className={classes.fields}>
              <SendingNotes />
              {state.failure && (
                <Alert
                  tone="bad"
                  role="alert"
                  title={state.failure}
                  {...(state.failure.startsWith('The server') && {
                    action: (
                      <Button variant="default" size="sm" onClick={state.submit}>
                        Try again
                      </Button>
                    ),
                  })}
                />
              )}
              <AudienceField state={state} />
              <TextInput label="Subject" maxLength={200} {...form.inputProps('subject')} {...(count > 0 && { 'data-autofocus': true })} />
              <Message minHeight={isPhone ? 220 : 260} placeholders={placeholders} onAdding={state.setAdding} {...form.field('body')} />
              {state.mayAnnounce && <Announcing state={state} />}
            </div>
            <Foot state={state} isPhone={isPhone} onSend={send} isScheduling={isScheduling} setScheduling={setScheduling} />
          </div>
          <div className={classes.preview} hidden={!isWide && !isPreview}>
            <div className={classes.head}>
              <h2 className={classes.previewTitle}>Preview</h2>
              <Box component="span" flex={1} />
              {toggle}
              {(isWide || !isPhone) && close}
            </div>
            <EmailPreview state={state} />
          </div>
        </div>
      </Modal.Content>
      <ConfirmDialog
        isOpen={isAsking}
        isDestructive={false}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          state.submit()
        }}
        title={state.sendAt ? `Schedule for ${people}?` : `Send to ${people}?`}
        cancelLabel="Keep writing"
        confirmLabel={state.sendAt ? `Schedule for ${count}` : `Send to ${count}`}
      >
        {state.sendAt ? `One email each, on ${courseTime(state.sendAt, state.timeZone)}.` : 'One email each. You can undo for 10 seconds.'}
      </ConfirmDialog>
    </Modal.Root>
  )
}

export function ReplaceDraft({ opened, draft, saved, isUnsent }: Replacement) {
  const replace = (): void => {
    useOpenedComposer.setState({ replacement: null })
    replaceDraft(opened, draft)
  }
  const keep = (): void => {
    useOpenedComposer.setState({ opened, replacement: null })
    if (isUnsent)
      notify.success('The draft is kept. The other email was deleted', { link: { label: 'Undo', onClick: replace }, isOnlyWay: true })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={keep}
      onConfirm={replace}
      title="You have a draft to the same people"
      cancelLabel="Keep the draft"
      confirmLabel="Replace it"
    >
      {`The draft is “${saved.subject || 'No subject'}”. `}
      {isUnsent ? `Keep it, or replace it with “${draft.subject || 'No subject'}”, which was not sent?` : 'Replacing it deletes it.'}
    </ConfirmDialog>
  )
}

function Announcing({ state: { form, timeZone } }: { state: ComposerState }) {
  const { isAnnounced } = form.values
  return (
    <Flex align="center" wrap="wrap" gap={12} mih={32}>
      <Checkbox
        label={isAnnounced ? 'Also show on the course page until' : 'Also show on the course page'}
        checked={isAnnounced}
        onChange={(event) => form.set('isAnnounced', event.currentTarget.checked)}
      />
      {isAnnounced && (
        <DateTimeField
          kind="date"
          label="Show on the course page until"
          isLabelHidden
          zone={timeZone}
          first={{ day: getToday(timeZone, serverNow()), reason: 'in the past' }}
          {...form.field('showUntil')}
        />
      )}
    </Flex>
  )
}

type FootProps = {
  state: ComposerState
  isPhone: boolean
  onSend: () => void
  isScheduling: boolean
  setScheduling: (isScheduling: boolean) => void
}

function Foot({ state, isPhone, onSend, isScheduling, setScheduling }: FootProps) {
  const { form, sendAt, timeZone, people, count, isOnlyAnnounced, isSending, isAdding } = state
  const sendLabel = isOnlyAnnounced ? 'Announce' : `Send to ${people}`
  const label = sendAt ? `Schedule ${isPhone ? '' : 'for '}${courseTime(sendAt, timeZone)}` : sendLabel
  return (
    <div className={classes.foot}>
      {/* On phones, the scheduled time takes its space. */}
      {form.isChanged && !(isPhone && sendAt) ? <DraftStatus word={isPhone ? 'Saved' : 'Draft saved'} /> : <span />}
      <Box component="span" flex={1} />
      {!isPhone && (
        <Button variant="subtle" color="gray" onClick={state.discard}>
          Discard
        </Button>
      )}
      <Popover opened={isScheduling} onChange={setScheduling} position="top-end" width={304} trapFocus closeOnEscape={false}>
        <Popover.Target>
          {isPhone ? (
            <span>
              <Menu position="top-end">
                <Menu.Target>
                  <ActionIcon variant="default" size="var(--h-md)" aria-label="More">
                    <IconDots {...icon} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setScheduling(true)}>Schedule</Menu.Item>
                  <Menu.Item onClick={state.check(state.sendTest)}>Send test to me</Menu.Item>
                  <Menu.Item onClick={state.discard}>Discard</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </span>
          ) : (
            <Button variant="default" leftSection={<IconCalendarTime {...icon} />} onClick={() => setScheduling(!isScheduling)}>
              Schedule
            </Button>
          )}
        </Popover.Target>
        <Popover.Dropdown onKeyDown={({ key }) => key === 'Escape' && setScheduling(false)}>
          <Schedule state={state} onDone={() => setScheduling(false)} />
        </Popover.Dropdown>
      </Popover>
      {(count > 0 || isOnlyAnnounced) && (
        <Button loading={isSending || isAdding} onClick={onSend}>
          {label}
        </Button>
      )}
    </div>
  )
}

function Schedule({ state, onDone }: { state: ComposerState; onDone: () => void }) {
  const { timeZone, sendAt, setSendAt } = state
  const isLater = (at: string): boolean => Date.parse(fromLocalInput(at, timeZone) ?? '') > serverNow()
  const form = useForm({
    draft: null,
    initial: { at: toLocalInput(sendAt ?? new Date(serverNow() + 86_400_000).toISOString(), timeZone).slice(0, 13) + ':00' },
    check: ({ at }) => ({ at: findDateError(at) ?? (isLater(at) ? undefined : 'Choose a time in the future') }),
  })
  const set = form.submit(({ at }) => {
    setSendAt(fromLocalInput(at, timeZone))
    onDone()
  })
  return (
    <Stack gap={12}>
      <DateTimeField
        label="Date and time"
        zone={timeZone}
        hasZone
        first={{ day: getToday(timeZone, serverNow()), reason: 'in the past' }}
        {...form.field('at')}
      />
      <Flex justify="flex-end" gap={8}>
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            setSendAt(null)
            onDone()
          }}
        >
          Send now instead
        </Button>
        <Button variant="default" size="sm" onClick={set}>
          Set time
        </Button>
      </Flex>
    </Stack>
  )
}
