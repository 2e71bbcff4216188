/** The state of the composer: a persistent draft, recipients, sending and undoing. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiProblem } from '@lms/contract/client'
import { fillHtml, fillPlaceholders, firstName, unknownPlaceholders } from '@lms/contract/rules/course-emails'
import { hasPostContent, isVisible } from '@lms/contract/rules/post-content'
import { isNetworkError } from '#lib/api-errors.ts'
import { type Form, useForm } from '#lib/form.ts'
import { serverNow } from '#lib/server-clock.ts'
import { findDateError } from '#lib/typed-date.ts'
import { addDays, getToday } from '#lib/zoned-date-time.ts'
import { notify } from '#ui/toasts.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { useSendMails, useSendTest } from './api.ts'
import { closeComposer, type EmailDraft, type Opened } from './composer-store.ts'
import { draftKey, openWith } from './email-drafts.ts'
import { countPeople, courseTime } from './format.ts'
import { notifySending } from './sending-toast.tsx'
import { useAudience } from './use-audience.ts'

const useEmailForm = (opened: Opened, timeZone: string): Form<EmailDraft> =>
  useForm<EmailDraft>({
    draft: draftKey(opened),
    initial: {
      sendTo: [...opened.sendTo],
      except: [],
      subject: '',
      body: '',
      isAnnounced: false,
      showUntil: addDays(getToday(timeZone, serverNow()), 7),
      sendAt: null,
    },
    check: ({ subject, body, isAnnounced, showUntil, sendAt }) => ({
      subject: !isVisible(subject) ? 'Enter a subject' : findUnknownPlaceholders(subject),
      body: !hasPostContent(body) ? 'Write a message' : findUnknownPlaceholders(body),
      showUntil: isAnnounced ? findDateError(showUntil, 'date') || (showUntil === '' ? 'Choose a day' : undefined) : undefined,
      form:
        sendAt && Date.parse(sendAt) <= serverNow()
          ? 'The time to send this has passed. Choose another one, or send now instead.'
          : undefined,
    }),
  })

function findUnknownPlaceholders(text: string): string | undefined {
  const [first] = unknownPlaceholders(text)
  return first === undefined ? undefined : `There is no ${first.replace(/<[^>]*>/g, '')}. Use Insert.`
}

function showFailure(form: Form<EmailDraft>, error: unknown, help: string): void {
  if (isNetworkError(error)) form.setErrors({ form: `The server did not answer. ${help}` })
  else form.fail(error)
}

function showSendFailure(form: Form<EmailDraft>, error: ApiProblem): void {
  if (error.problem === 'forbidden') form.setErrors({ form: 'You no longer teach this course. Nothing was sent.' })
  else showFailure(form, error, 'Your text is kept.')
}

type Audience = ReturnType<typeof useAudience>

/** Sends or schedules; an email that is sent at once can be undone, and is then a draft again. */
function useSending(opened: Opened, timeZone: string, form: Form<EmailDraft>, { sendTo, except, reached, isAnnouncement }: Audience) {
  const { courseId } = opened
  const client = useQueryClient()
  const send = useSendMails({ onSaved: () => void form.saved() })
  const { subject, body, sendAt, showUntil } = form.values
  const draft = { ...form.values, sendTo, except }
  const onUndone = (): void => {
    openWith(opened, draft, { isUnsent: true })
    void client.invalidateQueries({ queryKey: ['courseEmails'] })
  }
  const announce = (id: string, to: string): void => {
    closeComposer()
    if (sendAt) notify.success(`Scheduled for ${courseTime(sendAt, timeZone)}${to}`)
    else notifySending({ courseId, id, words: to ? `Sending${to}` : 'Announcing', onUndone })
  }
  const times = { ...(sendAt && { sendAt }), ...(isAnnouncement && { showUntil }) }
  const submit = (): void => {
    if (send.isPending || !reached) return
    send.mutate(
      { params: { courseId }, body: { subject, body, sendTo, except, ...times } },
      {
        onSuccess: ({ id, recipients }) => announce(id, recipients > 0 ? ` to ${countPeople(recipients, reached.rules)}` : ''),
        onError: (error) => showSendFailure(form, error),
      },
    )
  }
  return { submit, isSending: send.isPending }
}

/** Sends the email as it is to its writer only. */
function useTest(courseId: string, form: Form<EmailDraft>) {
  const test = useSendTest()
  const { subject, body } = form.values
  const sendTest = (): void =>
    test.mutate(
      { params: { courseId }, body: { subject, body } },
      {
        onSuccess: ({ email }) => notify.success(`Test sent to ${email}`),
        onError: (error) => showFailure(form, error, 'No test was sent.'),
      },
    )
  return { sendTest, isTesting: test.isPending }
}

/** Deletes the draft, which can be undone. */
function discardDraft(opened: Opened, form: Form<EmailDraft>, { sendTo, except }: Audience): void {
  const draft = { ...form.values, sendTo, except }
  form.discard()
  closeComposer()
  if (!form.isChanged) return
  const link = { label: 'Undo', onClick: () => openWith(opened, draft, { isUnsent: true }) }
  notify.success('Draft deleted', { link, isOnlyWay: true })
}

export function useEmailComposer(opened: Opened) {
  const { courseId } = opened
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const timeZone = course.data?.timeZone ?? 'UTC'
  const form = useEmailForm(opened, timeZone)
  const audience = useAudience(opened, form)
  const { submit, isSending } = useSending(opened, timeZone, form, audience)
  const [isAdding, setAdding] = useState(false)
  return {
    ...audience,
    ...useTest(courseId, form),
    form,
    courseId,
    course: course.data,
    timeZone,
    sendAt: form.values.sendAt,
    setSendAt: (at: string | null): void => form.set('sendAt', at),
    failure: form.failure?.message,
    /** Pictures that are being uploaded would be missing. */
    isAdding,
    setAdding,
    check: form.submit,
    submit: (): void => (isAdding ? undefined : submit()),
    isSending,
    discard: (): void => discardDraft(opened, form, audience),
    fillFor: (name: string) => fillFor(name, course.data?.title ?? '', form.values),
  }
}

/** The email as one recipient gets it; filled-in values are marked. */
function fillFor(name: string, course: string, { subject, body }: EmailDraft): { subject: string; body: string } {
  const filled = { name: firstName(name), fullName: name, course }
  return { subject: fillPlaceholders(subject, filled), body: fillHtml(body, filled, (value) => `<mark>${value}</mark>`) }
}

export type ComposerState = ReturnType<typeof useEmailComposer>
