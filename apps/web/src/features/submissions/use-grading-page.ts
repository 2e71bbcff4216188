/** Saves the mark of one student while the next one opens: undo leads back, and so does a link if the mark was refused. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { formatMarks } from '@lms/contract/rules/marks'
import type { Submission } from '@lms/contract/submissions'
import { useSession } from '#lib/session.ts'
import { saveDraft } from '#lib/stored-drafts.ts'
import { notify } from '#ui/toasts.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { gradersQuery } from './grading-head.tsx'
import { delayKeys } from './grading-keys.tsx'
import { useGradingQueue } from './grading-queue.tsx'
import { gradeDraftKey, toGrading } from './marks.ts'
import { type GradedAssignment, useGrading } from './use-grading.ts'
import { useUndoGrade } from './use-undo-grade.ts'

/** Offers to undo a saved mark. The mark is then as before; the typed feedback is a draft again. */
function useOfferUndo({ student }: Submission, { maxMarks, questions }: GradedAssignment, setToGrade: (isToGrade: boolean) => void) {
  const offerUndo = useUndoGrade()
  const userId = useSession((session) => session.user?.id)
  const { pathname, search } = useLocation()
  return (saved: Submission): void => {
    const mark = `${formatMarks(saved.marks)} / ${formatMarks(maxMarks)}`
    offerUndo({
      saved,
      words: saved.status === 'RETURNED' ? `${student.name}: returned` : `${student.name}: ${mark} saved`,
      to: pathname + search,
      onUndone: (status) => setToGrade(status === 'SUBMITTED'),
      onRestored: (restored) => {
        const feedback = saved.feedback ?? ''
        if (!userId || feedback === '' || feedback === restored.feedback) return
        saveDraft(userId, gradeDraftKey(restored.id), { ...toGrading(restored, questions), feedback })
      },
    })
  }
}

/** The grader may be typing the mark of another student: the page stays, and a link leads to the unsaved mark. */
function useNotifyRefused({ id, student }: Submission) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (): void => {
    notify.error(`${isolate(student.name)}: not saved`, {
      id: `not-graded-${id}`,
      link: { label: 'Open', onClick: () => void navigate(pathname + search) },
      duration: Infinity,
    })
  }
}

function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  return isShown
}

/** Correcting marks continues with the next row; grading ends when nothing is left to grade. */
function useNextSubmission({ status }: Submission, { neighbours, roster }: ReturnType<typeof useGradingQueue>) {
  const navigate = useNavigate()
  const isWide = useIsWide()
  const next = neighbours.nextToGrade ?? (status === 'SUBMITTED' ? null : neighbours.next)
  // After the last one, the rest depends on the response, which is awaited.
  const isLast = !next && status === 'SUBMITTED'
  const goOn = (): void => {
    if (next && isWide) delayKeys()
    if (!isLast) void navigate(next ?? roster)
  }
  return { next, isLast, goOn }
}

type On = {
  /** Called after the last one, with the URL of the list that was graded. */
  onAllGraded: (roster: string) => void
  onWrong: (fields: readonly string[]) => void
}

/** Another user may have signed in since on a shared computer. */
function useIsSameUser(): () => boolean {
  const userId = useSession((session) => session.user?.id)
  return () => useSession.getState().user?.id === userId
}

export function useGradingPage(submission: Submission, assignment: GradedAssignment, { onAllGraded, onWrong }: On) {
  const isSameUser = useIsSameUser()
  const graders = useQuery(gradersQuery(submission)).data?.graders ?? []
  const queue = useGradingQueue(submission, new Set(graders.map(({ submissionId }) => submissionId)))
  const { setToGrade, roster } = queue
  const { next, isLast, goOn } = useNextSubmission(submission, queue)
  const wasLast = useRef(false)
  const isShown = useIsShown()
  const offerUndo = useOfferUndo(submission, assignment, setToGrade)
  const notifyRefused = useNotifyRefused(submission)
  const form = useGrading(submission, assignment, {
    onWrong,
    onSent: () => {
      setToGrade(false)
      wasLast.current = isLast
      goOn()
    },
    onSaved: (saved) => {
      if (!isSameUser()) return
      if (wasLast.current) onAllGraded(roster)
      offerUndo(saved)
    },
    onRefused: (now) => {
      setToGrade(now.status === 'SUBMITTED')
      if (isSameUser() && !(wasLast.current && isShown.current)) notifyRefused()
    },
  })
  const others = graders.filter(({ submissionId }) => submissionId === submission.id)
  return { form, queue, hasNext: queue.isLoading ? null : next !== null, others }
}
