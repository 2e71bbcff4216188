/** Whom an email reaches: the entries chosen, those left out, and what the server counts. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isWholeCourse, readsOnCoursePage } from '@lms/contract/rules/course-emails'
import { getErrorMessage } from '#lib/api-errors.ts'
import type { Form } from '#lib/form.ts'
import { previewQuery } from './api.ts'
import type { EmailDraft, Opened } from './composer-store.ts'
import { draftKey } from './email-drafts.ts'
import { countPeople } from './format.ts'

/** Names that are shown of a large audience; the others are found by a search. */
export const mostNames = 50

/** An email to people is for those chosen now, not for those of its draft. */
function useRecipients(opened: Opened, { values, replace }: Form<EmailDraft>) {
  const [hasChanged, setChanged] = useState(false)
  const isGiven = !hasChanged && draftKey(opened).includes(':people:')
  const sendTo = isGiven ? [...opened.sendTo] : values.sendTo
  const except = isGiven ? values.except.filter((id) => opened.sendTo.includes(id)) : values.except
  const change = (recipients: Pick<EmailDraft, 'sendTo' | 'except'>): void => {
    setChanged(true)
    replace({ ...values, ...recipients })
  }
  return {
    sendTo,
    except,
    setAudience: (to: string[]): void => change({ sendTo: to, except: [] }),
    leaveOut: (id: string): void => change({ sendTo, except: [...except, id] }),
  }
}

export function useAudience(opened: Opened, form: Form<EmailDraft>) {
  const { courseId } = opened
  const [namesShown, setNamesShown] = useState(8)
  const [search, setSearch] = useState('')
  const recipients = useRecipients(opened, form)
  const { sendTo, except } = recipients
  const mayAnnounce = isWholeCourse(sendTo)
  const isAnnouncement = mayAnnounce && form.values.isAnnounced
  const names = { limit: search === '' ? namesShown : mostNames, ...(search && { search }) }
  const body = { sendTo: sendTo.length > 0 ? sendTo : ['ME'], except, isAnnouncement, ...names }
  const audience = useQuery({
    ...previewQuery({ params: { courseId }, body }),
    placeholderData: keepPreviousData,
    enabled: sendTo.length > 0,
  })
  /** Those whom the present choice reaches; undefined until they are known. What was found for another choice is only shown. */
  const reached = sendTo.length > 0 && !audience.isPlaceholderData ? audience.data : undefined
  const { count = 0, rules = [], leftOut = [] } = reached ?? {}
  const found = { audience, reached, count, people: countPeople(count, rules) }
  return {
    ...recipients,
    ...found,
    mayAnnounce,
    isAnnouncement,
    /** Nobody gets it by email at once, but some read it on the course page. */
    isOnlyAnnounced: isAnnouncement && count === 0 && leftOut.some(({ reason }) => readsOnCoursePage(reason)),
    audienceError: audience.error ? getErrorMessage(audience.error) : form.error('sendTo'),
    showMoreNames: (): void => setNamesShown(mostNames),
    /** Finds people of the audience by name. */
    search,
    setSearch,
  }
}
