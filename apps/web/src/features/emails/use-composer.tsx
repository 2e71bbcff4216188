/** The state of the composer: a persistent draft, recipients, sending and undoing. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  fillHtml,
  fillPlaceholders,
  firstName,
  isWholeCourse,
  readsOnCoursePage,
  undoTime,
  unknownPlaceholders,
} from '@lms/contract/rules/course-emails'
import { hasPostContent, isVisible } from '@lms/contract/rules/post-content'
import { api, getErrorMessage, isNetworkError } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { serverNow, useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { readDraft, saveDraft } from '#lib/stored-drafts.ts'
import { addDays, dateError, getToday } from '#lib/zoned-date-time.ts'
import { notify } from '#ui/toasts.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { previewQuery, useSendMails, useSendTest } from './api.ts'
import { closeComposer, type EmailDraft, openComposer, type Opened, useOpenedComposer } from './composer-store.ts'
import { countPeople, courseTime } from './format.ts'

/** Names that are shown of a large audience; the others are found by a search. */
export const mostNames = 50

const isRule = (entry: string | undefined): boolean => entry !== undefined && /^[A-Z]/.test(entry)

/** One draft for each rule, and one for each choice of people: a text to one student must not open for another. */
export const draftKey = ({ courseId, sendTo }: Pick<Opened, 'courseId' | 'sendTo'>): string =>
  `email:${courseId}:${sendTo.length === 1 && isRule(sendTo[0]) ? sendTo[0] : `people:${sendTo.toSorted().join(',')}`}`

export const saveEmailDraft = (opened: Pick<Opened, 'courseId' | 'sendTo'>, draft: EmailDraft): void => {
  const userId = useSession.getState().user?.id
  if (userId !== undefined) saveDraft(userId, draftKey(opened), draft)
}

/** Opens the composer with a text in place of the draft. */
export function replaceDraft(opened: Opened, draft: EmailDraft): void {
  saveEmailDraft(opened, draft)
  if (useOpenedComposer.getState().opened === null) return openComposer(opened)
  // One that is open has read its draft already, and may store its own text when it closes.
  closeComposer()
  requestAnimationFrame(() => {
    saveEmailDraft(opened, draft)
    openComposer(opened)
  })
}

/** Opens the composer with a text. If that would replace a draft, it asks which one to keep. */
export function openWith(opened: Opened, draft: EmailDraft, { isUnsent = false } = {}): void {
  const userId = useSession.getState().user?.id
  const saved = userId === undefined ? undefined : readDraft<EmailDraft>(userId, draftKey(opened))?.value
  const hasWords = saved && (isVisible(saved.subject) || hasPostContent(saved.body))
  if (hasWords && (saved.subject !== draft.subject || saved.body !== draft.body))
    return useOpenedComposer.setState({ replacement: { opened, draft, saved, isUnsent } })
  replaceDraft(opened, draft)
}

export function useEmailComposer(opened: Opened) {
  const { courseId } = opened
  const client = useQueryClient()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const timeZone = course.data?.timeZone ?? 'UTC'
  const [namesShown, setNamesShown] = useState(8)
  const [search, setSearch] = useState('')
  const isPeople = draftKey(opened).includes(':people:')
  const form = useForm<EmailDraft>({
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
      showUntil: isAnnounced ? dateError(showUntil) || (showUntil === '' ? 'Choose a day' : undefined) : undefined,
      form:
        sendAt && Date.parse(sendAt) <= serverNow()
          ? 'The time to send this has passed. Choose another one, or send now instead.'
          : undefined,
    }),
  })
  const { values } = form
  const { sendAt } = values
  // The users chosen now count, not those of the draft.
  const [hasChanged, setChanged] = useState(false)
  const sendTo = isPeople && !hasChanged ? [...opened.sendTo] : values.sendTo
  const except = isPeople && !hasChanged ? values.except.filter((id) => opened.sendTo.includes(id)) : values.except
  const mayAnnounce = isWholeCourse(sendTo)
  const isAnnouncement = mayAnnounce && values.isAnnounced
  const audience = useQuery({
    ...previewQuery({
      params: { courseId },
      body: {
        sendTo: sendTo.length > 0 ? sendTo : ['ME'],
        except,
        isAnnouncement,
        limit: search === '' ? namesShown : mostNames,
        ...(search && { search }),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: sendTo.length > 0,
  })
  const send = useSendMails({ onSaved: () => void form.saved() })
  const test = useSendTest()
  const [isAdding, setAdding] = useState(false)
  /** Those whom the present choice reaches; undefined until they are known. What was found for another choice is only shown. */
  const reached = sendTo.length > 0 && !audience.isPlaceholderData ? audience.data : undefined
  const count = reached?.count ?? 0
  const people = countPeople(count, reached?.rules ?? [])
  /** Nobody gets it by email at once, but some read it on the course page. */
  const isOnlyAnnounced = isAnnouncement && count === 0 && (reached?.leftOut ?? []).some(({ reason }) => readsOnCoursePage(reason))

  const fail = (error: unknown, words: string): void => {
    if (isNetworkError(error)) form.setErrors({ form: `The server did not answer. ${words}` })
    else form.fail(error)
  }
  const submit = (): void => {
    if (send.isPending || isAdding || !reached) return
    const draft = { ...values, sendTo, except }
    const body = {
      subject: values.subject,
      body: values.body,
      sendTo,
      except,
      ...(sendAt && { sendAt }),
      ...(isAnnouncement && { showUntil: values.showUntil }),
    }
    send.mutate(
      { params: { courseId }, body },
      {
        onSuccess: ({ id, recipients }) => {
          closeComposer()
          const to = recipients > 0 ? ` to ${countPeople(recipients, reached.rules)}` : ''
          if (sendAt) notify.success(`Scheduled for ${courseTime(sendAt, timeZone)}${to}`)
          else
            notifySending({
              courseId,
              id,
              words: to ? `Sending${to}` : 'Announcing',
              onUndone: () => {
                openWith(opened, draft, { isUnsent: true })
                void client.invalidateQueries({ queryKey: ['courseEmails'] })
              },
            })
        },
        onError: (error) => {
          if (error.problem === 'forbidden') return form.setErrors({ form: 'You no longer teach this course. Nothing was sent.' })
          fail(error, 'Your text is kept.')
        },
      },
    )
  }
  const sendTest = (): void =>
    test.mutate(
      { params: { courseId }, body: { subject: values.subject, body: values.body } },
      {
        onSuccess: ({ email }) => notify.success(`Test sent to ${email}`),
        onError: (error) => fail(error, 'No test was sent.'),
      },
    )
  return {
    form,
    courseId,
    course: course.data,
    timeZone,
    audience,
    reached,
    sendTo,
    count,
    people,
    isOnlyAnnounced,
    except,
    setAudience: (to: string[]): void => {
      setChanged(true)
      form.replace({ ...values, sendTo: to, except: [] })
    },
    leaveOut: (id: string): void => {
      setChanged(true)
      form.replace({ ...values, sendTo, except: [...except, id] })
    },
    showMoreNames: (): void => setNamesShown(mostNames),
    /** Finds people of the audience by name. */
    search,
    setSearch,
    mayAnnounce,
    sendAt,
    setSendAt: (at: string | null): void => form.set('sendAt', at),
    failure: form.failure?.message,
    audienceError: audience.error ? getErrorMessage(audience.error) : form.error('sendTo'),
    isSending: send.isPending,
    /** Pictures that are being uploaded would be missing. */
    isAdding,
    setAdding,
    isTesting: test.isPending,
    check: form.submit,
    submit,
    sendTest,
    discard: (): void => {
      const draft = { ...values, sendTo, except }
      form.discard()
      closeComposer()
      if (form.isChanged)
        notify.success('Draft deleted', {
          link: { label: 'Undo', onClick: () => openWith(opened, draft, { isUnsent: true }) },
          isOnlyWay: true,
        })
    },
    /** The email as one recipient gets it; filled-in values are marked. */
    fillFor: (name: string): { subject: string; body: string } => {
      const filled = { name: firstName(name), fullName: name, course: course.data?.title ?? '' }
      const body = fillHtml(values.body, filled, (value) => `<mark>${value}</mark>`)
      return { subject: fillPlaceholders(values.subject, filled), body }
    },
  }
}

function findUnknownPlaceholders(text: string): string | undefined {
  const [first] = unknownPlaceholders(text)
  return first === undefined ? undefined : `There is no ${first.replace(/<[^>]*>/g, '')}. Use Insert.`
}

export type ComposerState = ReturnType<typeof useEmailComposer>

export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** Hidden from screen readers, which would read each second. */
function Countdown() {
  const [end] = useState(() => serverNow() + undoTime)
  return <span aria-hidden> in {secondsUntil(end, useServerNow(500))} s</span>
}

interface Sending {
  courseId: string
  id: string
  /** “Sending to 5 students”. */
  words: string
  onUndone: () => void
}

/** The toast about an email that is about to be sent. */
export const toastOf = (emailId: string): string => `sending:${emailId}`

/** Undoing an email in the ten seconds before it is sent: in a toast that counts down. */
function notifySending({ courseId, id, words, onUndone }: Sending): void {
  const undo = (): void =>
    void api.courseEmails.cancelCourseEmail({ params: { courseId, id } }).then(
      () => {
        onUndone()
        notify.success('Not sent. Your draft is kept.')
      },
      (error: unknown) => notify.error(getErrorMessage(error)),
    )
  notify.info(
    <span>
      {words}
      <Countdown />
    </span>,
    { id: toastOf(id), link: { label: 'Undo', onClick: undo }, duration: undoTime },
  )
}
