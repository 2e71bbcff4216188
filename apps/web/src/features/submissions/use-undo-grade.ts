/** Undo for ten seconds after a mark was saved: in the toast, and by Ctrl+Z on every screen. */
import { undoMs } from '@lms/contract/grading'
import type { Submission } from '@lms/contract/submissions'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { notify } from '#ui/toasts.tsx'
import { submissionQuery, useUndoGradeCall } from './api.ts'

const toastId = 'graded'

/** Only the mark saved last can be undone. */
let endOffer = (): void => {}

type Offer = {
  saved: Submission
  words: string
  /** Where it was graded. */
  to: string
  onUndone: (status: Submission['status']) => void
  /** Before the page is shown, with the submission as it is again. */
  onRestored: (submission: Submission) => void
}

export function useUndoGrade(): (offer: Offer) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const undo = useUndoGradeCall()
  return ({ saved: { id: submissionId, courseId, version }, words, to, onUndone, onRestored }) => {
    endOffer()
    const params = { submissionId, courseId }
    const run = async (): Promise<void> => {
      endOffer()
      // A failure is in a toast of its own.
      const restored = await undo.mutateAsync({ params, body: { version } }).catch(() => undefined)
      if (!restored) return
      onUndone(restored.status)
      // The page begins with the mark of before.
      const found = await client.fetchQuery(submissionQuery({ params })).catch(() => undefined)
      if (found) onRestored(found)
      await navigate(to)
    }
    // Ctrl+Z in a field that was typed in since undoes the typing.
    let typedIn: EventTarget | null = null
    const onInput = ({ target }: Event): void => {
      if (target instanceof HTMLElement && target.matches('textarea, [type=text], [type=search], [contenteditable]')) typedIn = target
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isUndo || (typedIn !== null && typedIn === document.activeElement)) return
      event.preventDefault()
      void run()
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('input', onInput)
    const timer = setTimeout(() => endOffer(), undoMs)
    endOffer = () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('input', onInput)
      notify.dismiss(toastId)
    }
    notify.success(words, { id: toastId, link: { label: 'Undo', keys: 'Ctrl Z', onClick: () => void run() } })
  }
}
