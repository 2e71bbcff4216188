/** The page of one submission to grade: what both layouts share, the keys, and the focus. */

import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { Submission } from '@lms/contract/submissions'
import { focusFirst } from '#lib/focus-field.ts'
import { paths } from '#lib/paths.ts'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { ExtendPicks } from './extend-picks.tsx'
import { GradingDesktop } from './grading-desktop.tsx'
import { GradingFacts, LateChip } from './grading-facts.tsx'
import { OtherGraders, useHasHiddenNames } from './grading-head.tsx'
import { focusField, GradingKeysDialog, replayDelayedKeys, useGradingKeys } from './grading-keys.tsx'
import { GradingMobile } from './grading-mobile.tsx'
import { useOnceReady } from './grading-queue.tsx'
import { markFieldId } from './marks.ts'
import { SubmittedWork } from './submitted-work.tsx'
import { useGradingPage } from './use-grading-page.ts'
import type { GradedAssignment } from './use-grading.ts'

type Props = {
  submission: Submission
  assignment: GradedAssignment
  /** Called after the last one, with the URL of the list that was graded. */
  onAllGraded: (roster: string) => void
}

/** The heading is the same on every step, so the student has to be announced. */
function useAnnouncement(text: string): string {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setMessage(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  return message
}

/** Focuses the mark after each switch. Not on touch screens, where the keyboard would cover the submission. */
function useMarkFocus(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && matchMedia('(pointer: fine)').matches) focusField(markFieldId)
    void replayDelayedKeys()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each student: a new URL mounts a new screen
  }, [])
}

export function GradingPage({ submission, assignment, onAllGraded }: Props) {
  const isWide = useIsWide()
  const [tab, setTab] = useState<'work' | 'grade'>('work')
  const onWrong = (fields: readonly string[]): void => {
    setTab('grade')
    setTimeout(() => focusFirst(fields))
  }
  const { form, queue, hasNext, others } = useGradingPage(submission, assignment, { onAllGraded, onWrong })
  const { neighbours, roster } = queue
  const isHidden = useHasHiddenNames(submission)
  const [shown, setShown] = useState(submission.attempt)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { student, late, attempt } = submission
  // The queue decides where the page continues.
  const { act: grade, isWaiting } = useOnceReady(!queue.isLoading, () => form.send('GRADE'))
  const openHelp = (): void => setHelpOpen(true)
  useGradingKeys({ neighbours, onGrade: grade, onShowGrade: () => setTab('grade'), onHelp: openHelp })
  useMarkFocus(isWide && !form.stale)
  const announcement = useAnnouncement(`${isolate(student.name)}, ${neighbours.place}${late ? ', late' : ''}`)
  const layout = {
    form: { ...form, isPending: form.isPending || isWaiting },
    submission,
    assignment,
    crumbs: [
      { label: 'Assignments', to: paths.assignments.to() },
      { label: assignment.title, to: roster },
    ],
    neighbours,
    isHidden,
    facts: (
      <>
        <OtherGraders graders={others} next={neighbours.nextToGrade ?? neighbours.next} />
        <GradingFacts submission={submission} shown={shown} onShow={setShown} hasLate={isWide}>
          <ExtendPicks submission={submission} assignment={assignment} />
        </GradingFacts>
      </>
    ),
    work: <SubmittedWork submission={submission} assignment={assignment} shown={shown} onShowNewest={() => setShown(attempt)} />,
    hasNext,
    onGrade: grade,
  }
  const hiddenParts = (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <GradingKeysDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
  return isWide ? (
    <GradingDesktop {...layout} onHelp={openHelp}>
      {hiddenParts}
    </GradingDesktop>
  ) : (
    <GradingMobile {...layout} tab={tab} onTab={setTab} chip={<LateChip submission={submission} />}>
      {hiddenParts}
    </GradingMobile>
  )
}
