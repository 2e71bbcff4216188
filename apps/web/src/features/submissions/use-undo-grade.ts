/** Undo for ten seconds after a mark was saved: in the toast, and by Ctrl+Z. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { undoMs } from '@lms/contract/grading'
import type { Submission } from '@lms/contract/submissions'
import { onNextPerson } from '#lib/next-person.ts'
import { notify } from '#ui/toasts.tsx'
import { submissionQuery, useUndoGradeCall } from './api.ts'

const toastId = 'graded'

/** Only the mark saved last can be undone. */
let offered: { undo: () => void; end: () => void; isTyping: boolean } | null = null
onNextPerson(() => offered?.end())

/** Ctrl+Z on the screens of grading. Once something was typed, it undoes the typing. */
export function useUndoKeys(): void {
  useEffect(() => {
    const onInput = (): void => {
      if (offered) offered.isTyping = true
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isUndo || event.defaultPrevented || !offered || offered.isTyping || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      offered.undo()
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('input', onInput)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('input', onInput)
    }
  }, [])
}

type Offer = {
  saved: Submission
  words: string
  /** The URL where it was graded. */
  to: string
  onUndone: (status: Submission['status']) => void
  /** Called before the page is shown, with the restored submission. */
  onRestored: (submission: Submission) => void
}

export function useUndoGrade(): (offer: Offer) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const undo = useUndoGradeCall()
  return ({ saved: { id: submissionId, courseId, version }, words, to, onUndone, onRestored }) => {
    offered?.end()
    const params = { submissionId, courseId }
    const run = async (): Promise<void> => {
      offered?.end()
      // A failure has its own toast.
      const restored = await undo.mutateAsync({ params, body: { version } }).catch(() => undefined)
      if (!restored) return
      onUndone(restored.status)
      // The page starts with the previous mark.
      const found = await client.fetchQuery(submissionQuery({ params })).catch(() => undefined)
      if (found) onRestored(found)
      await navigate(to)
    }
    const end = (): void => {
      clearTimeout(timer)
      offered = null
      notify.dismiss(toastId)
    }
    const timer = setTimeout(end, undoMs)
    offered = { undo: () => void run(), end, isTyping: false }
    notify.success(words, { id: toastId, link: { label: 'Undo', keys: 'Ctrl Z', onClick: () => void run() } })
  }
}
