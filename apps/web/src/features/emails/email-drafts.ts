/** Drafts of emails on this device: one for each audience. Opening one asks before it replaces another text. */

import { hasPostContent, isVisible } from '@lms/contract/rules/post-content'
import { useSession } from '#lib/session.ts'
import { readDraft, saveDraft } from '#lib/stored-drafts.ts'
import { closeComposer, type EmailDraft, openComposer, type Opened, useOpenedComposer } from './composer-store.ts'

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
  const hasText = saved && (isVisible(saved.subject) || hasPostContent(saved.body))
  if (hasText && (saved.subject !== draft.subject || saved.body !== draft.body))
    return useOpenedComposer.setState({ replacement: { opened, draft, saved, isUnsent } })
  replaceDraft(opened, draft)
}
