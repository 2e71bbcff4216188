/** The grading screen itself: on wide screens the submission and the panel side by side. */

import { Flex, Menu, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { formatMarks } from '@lms/contract/rules/marks'
import { isRecorded } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { dayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { saveDraft } from '#lib/stored-drafts.ts'
import { IconChevronDown } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { SidePanel, WithSidePanel } from '#features/submissions/grading-head.tsx'
import { GradingFoot, GradingForm } from './grading-form.tsx'
import { gradersQuery, GradingHead, HideNames, OtherGraders, useHasHiddenNames } from './grading-head.tsx'
import { focusField, GradingKeysBar, GradingKeysDialog, holdKeys, releaseKeys, useGradingKeys } from './grading-keys.tsx'
import { GradingMobile } from './grading-mobile.tsx'
import { useGradingQueue, useOnceReady } from './grading-queue.tsx'
import { markFieldId } from './mark-fields.tsx'
import { formatLateBy, gradeDraftKey, toGrading } from './marks.ts'
import { SubmittedWork } from './submitted-work.tsx'
import { type GradedAssignment, useGrading, useUndoGrade } from './use-grading.ts'
import classes from './grading-desktop.module.css'

type Props = {
  submission: Submission
  assignment: GradedAssignment
  /** Called after the last one, with the URL of the list that was graded. */
  onAllGraded: (roster: string) => void
}

/** The heading is the same on every step, so the student has to be announced. */
function useAnnouncement(words: string): string {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setMessage(words), 300)
    return () => clearTimeout(timer)
  }, [words])
  return message
}

/** Focuses the mark after each switch. Not on touch screens, where the keyboard would cover the submission. */
function useMarkFocus(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && matchMedia('(pointer: fine)').matches) focusField(markFieldId)
    void releaseKeys()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each student: a new URL mounts a new screen
  }, [])
}

export function GradingDesktop({ submission, assignment, onAllGraded }: Props) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const offerUndo = useUndoGrade()
  const userId = useSession((session) => session.user?.id)
  const isWide = useIsWide()
  const graders = useQuery(gradersQuery(submission)).data?.graders ?? []
  const queue = useGradingQueue(submission, new Set(graders.map(({ submissionId }) => submissionId)))
  const { neighbours, setToGrade, roster } = queue
  const isHidden = useHasHiddenNames(submission)
  const [shown, setShown] = useState(submission.attempt)
  const [tab, setTab] = useState<'work' | 'grade'>('work')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { student, late, attempt } = submission
  // Correcting marks continues with the next row; grading ends when nothing is left to grade.
  const next = neighbours.nextToGrade ?? (submission.status === 'SUBMITTED' ? null : neighbours.next)
  // After the last one, the rest depends on the response, which is awaited.
  const isLast = !next && submission.status === 'SUBMITTED'
  const wasLast = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const here = pathname + search
  const form = useGrading(submission, assignment, {
    onSent: () => {
      setToGrade(false)
      wasLast.current = isLast
      if (next) {
        if (isWide) holdKeys()
        void navigate(next)
      } else if (!isLast) void navigate(roster)
    },
    onSaved: (saved) => {
      // Another user may have signed in since on a shared computer.
      if (useSession.getState().user?.id !== userId) return
      if (wasLast.current) onAllGraded(roster)
      const mark = `${formatMarks(saved.marks)} / ${formatMarks(assignment.maxMarks)}`
      offerUndo({
        saved,
        words: saved.status === 'RETURNED' ? `${student.name}: returned` : `${student.name}: ${mark} saved`,
        to: here,
        onUndone: (status) => setToGrade(status === 'SUBMITTED'),
        // The mark is as before; the typed feedback is a draft again.
        onRestored: (restored) => {
          const feedback = saved.feedback ?? ''
          if (!userId || feedback === '' || feedback === restored.feedback) return
          saveDraft(userId, gradeDraftKey(restored.id), { ...toGrading(restored, assignment.questions), feedback })
        },
      })
    },
    onRefused: (now) => {
      setToGrade(now.status === 'SUBMITTED')
      if (useSession.getState().user?.id !== userId || (wasLast.current && isShown.current)) return
      // The grader may be typing the mark of another student: the page stays, and the link leads to the unsaved mark.
      notify.error(`${isolate(student.name)}: not saved`, {
        id: `not-graded-${submission.id}`,
        link: { label: 'Open', onClick: () => void navigate(here) },
        duration: Infinity,
      })
    },
  })
  // The queue decides where the page continues.
  const { act: grade, isWaiting } = useOnceReady(!queue.isLoading, () => {
    // In a conflict, only the buttons decide which version stays.
    if (form.send('GRADE') || form.stale) return
    setTab('grade')
    setTimeout(() => document.querySelector<HTMLElement>(`#${markFieldId}, [aria-invalid=true]`)?.focus())
  })
  const openHelp = (): void => setHelpOpen(true)
  useGradingKeys({ neighbours, onGrade: grade, onShowGrade: () => setTab('grade'), onHelp: openHelp })
  useMarkFocus(isWide && !form.stale)
  const announcement = useAnnouncement(`${isolate(student.name)}, ${neighbours.place}${late ? ', late' : ''}`)

  const crumbs = [
    { label: 'Assignments', to: paths.assignments.to() },
    { label: assignment.title, to: roster },
  ]
  const facts = (
    <>
      <OtherGraders
        graders={graders.filter(({ submissionId }) => submissionId === submission.id)}
        next={neighbours.nextToGrade ?? neighbours.next}
      />
      <GradingFacts submission={submission} dueAt={submission.dueAt} shown={shown} onShow={setShown} hasLate={isWide} />
    </>
  )
  const isOpen = attempt > 0
  const work = <SubmittedWork submission={submission} assignment={assignment} shown={shown} onShowNewest={() => setShown(attempt)} />
  const shared = {
    form: { ...form, isPending: form.isPending || isWaiting },
    submission,
    hasNext: queue.isLoading ? null : next !== null,
    onGrade: grade,
  }
  const hiddenParts = (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <GradingKeysDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
  if (!isWide) {
    return (
      <GradingMobile
        {...shared}
        assignment={assignment}
        crumbs={crumbs}
        neighbours={neighbours}
        isHidden={isHidden}
        tab={tab}
        onTab={setTab}
        facts={facts}
        work={work}
        chip={<LateChip submission={submission} dueAt={submission.dueAt} />}
      >
        {hiddenParts}
      </GradingMobile>
    )
  }
  const panel = (
    <SidePanel
      label={`Grade ${isolate(student.name)}`}
      head={<GradingHead submission={submission} neighbours={neighbours} isHidden={isHidden} />}
      foot={isOpen && <GradingFoot {...shared} />}
    >
      {facts}
      {isOpen ? (
        <GradingForm form={form} assignment={assignment} submission={submission} hasTotal />
      ) : (
        <Text inherit c="dimmed" pt={16}>
          Nothing was submitted yet, so there is nothing to grade.
        </Text>
      )}
    </SidePanel>
  )
  return (
    <WithSidePanel panel={panel}>
      <Stack align="center" gap={0} mih="100dvh">
        <Page title={assignment.title} crumbs={crumbs} kind="reading">
          {work}
        </Page>
        <GradingKeysBar onHelp={openHelp}>
          <HideNames courseId={submission.courseId} assignmentId={submission.assignmentId} />
        </GradingKeysBar>
      </Stack>
      {hiddenParts}
    </WithSidePanel>
  )
}

type LateChipProps = {
  submission: Submission
  dueAt: GradedAssignment['dueAt']
  shown: number
  onShow: (attempt: number) => void
  /** Off if it is shown beside the name. */ hasLate: boolean
}

/** When the work was submitted and which attempt is shown; earlier ones can be opened. */
function LateChip({ submission, dueAt }: Pick<LateChipProps, 'submission' | 'dueAt'>) {
  const { late, effectiveSubmittedAt } = submission
  if (!late) return null
  return <StatusBadge state="late">Late{dueAt && effectiveSubmittedAt ? ` ${formatLateBy(dueAt, effectiveSubmittedAt)}` : ''}</StatusBadge>
}

function AttemptPicker({ submission, shown, onShow }: Omit<LateChipProps, 'dueAt' | 'hasLate'>) {
  const { attempt } = submission
  const earlier = Array.from({ length: Math.max(0, attempt - 1) }, (_, index) => attempt - 1 - index)
  if (earlier.length === 0) return <span>attempt {attempt}</span>
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.picker}>
          attempt {shown} of {attempt} <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(shown)} onChange={(value) => onShow(Number(value))}>
          <Menu.RadioItem value={String(attempt)} closeMenuOnClick>
            Attempt {attempt}, the newest
          </Menu.RadioItem>
          {earlier.map((one) => (
            <Menu.RadioItem key={one} value={String(one)} closeMenuOnClick>
              Attempt {one}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

function GradingFacts({ submission, dueAt, shown, onShow, hasLate }: LateChipProps) {
  const { submittedAt, status } = submission
  return (
    <Text component="div" variant="meta" className={classes.facts}>
      {hasLate && <LateChip submission={submission} dueAt={dueAt} />}
      {submission.isExcused && <StatusBadge state="excused" />}
      {status === 'GRADED' && <StatusBadge state="graded" />}
      {status === 'RETURNED' && <StatusBadge state="returned" />}
      <Flex component="span" display="inline-flex" align="center" wrap="wrap" gap={4}>
        {isRecorded(submission) ? 'Outside LMS' : submittedAt ? dayAndTime(submittedAt) : 'Nothing submitted'} ·{' '}
        <AttemptPicker submission={submission} shown={shown} onShow={onShow} />
      </Flex>
    </Text>
  )
}
