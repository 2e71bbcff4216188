/** The grading screen itself: on wide screens side by side, on narrow ones as two tabs. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { GradingFacts, LateChip } from './grading-facts.tsx'
import { GradingFoot } from './grading-foot.tsx'
import { GradingForm } from './grading-form.tsx'
import { GradingHead } from './grading-head.tsx'
import { markFieldId } from './mark-fields.tsx'
import { useGrading } from './use-grading.ts'
import { Page } from '#ui/page.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { SidePanel, WithSidePanel } from '#ui/side-panel.tsx'
import { notify } from '#ui/toasts.tsx'
import classes from './grading-desktop.module.css'
import { GradingMobile } from './grading-mobile.tsx'
import { useGradingKeys } from './use-grading-keys.ts'
import { useGradingQueue } from './use-grading-queue.ts'
import { SubmittedWork } from './submitted-work.tsx'

type Props = { submission: Submission; assignment: Assignment }

/** A heading read out is the same on every step; who it is now has to be said. */
function useAnnouncement(words: string): string {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), 300)
    return () => clearTimeout(timer)
  }, [words])
  return said
}

export function GradingDesktop({ submission, assignment }: Props) {
  const navigate = useNavigate()
  const isWide = useIsWide()
  const { neighbours, roster } = useGradingQueue(submission)
  const [shown, setShown] = useState(submission.attempt)
  const [tab, setTab] = useState<'work' | 'grade'>('work')
  const { student, late, attempt } = submission
  const form = useGrading(submission, assignment, (action) => {
    notify.success(`${student.name} is ${action === 'GRADE' ? 'graded' : 'sent back for another attempt'}`)
    void navigate(neighbours.next ?? roster)
  })
  const grade = (): void => {
    if (form.send('GRADE')) return
    setTab('grade')
    setTimeout(() => document.querySelector<HTMLElement>(`#${markFieldId}, [aria-invalid=true]`)?.focus())
  }
  useGradingKeys({ neighbours, onGrade: grade, onShowGrade: () => setTab('grade') })
  const announcement = useAnnouncement(`${student.name}, ${neighbours.place}${late ? ', late' : ''}`)

  const crumbs = [
    { label: 'Assignments', to: paths.assignments.to() },
    { label: assignment.title, to: roster },
  ]
  const facts = <GradingFacts submission={submission} dueAt={assignment.dueAt} shown={shown} onShow={setShown} hasLate={isWide} />
  const isOpen = attempt > 0
  const work = <SubmittedWork submission={submission} assignment={assignment} shown={shown} onShowNewest={() => setShown(attempt)} />
  const shared = { form, submission, hasNext: neighbours.next !== null, onGrade: grade }
  const said = <VisuallyHidden role="status">{announcement}</VisuallyHidden>
  if (!isWide) {
    return (
      <GradingMobile
        {...shared}
        assignment={assignment}
        crumbs={crumbs}
        neighbours={neighbours}
        tab={tab}
        onTab={setTab}
        facts={facts}
        work={work}
        chip={<LateChip submission={submission} dueAt={assignment.dueAt} />}
      >
        {said}
      </GradingMobile>
    )
  }
  const panel = (
    <SidePanel
      label={`Grade ${student.name}`}
      head={<GradingHead submission={submission} neighbours={neighbours} />}
      foot={isOpen && <GradingFoot {...shared} />}
    >
      {facts}
      {isOpen ? (
        <GradingForm form={form} assignment={assignment} submission={submission} hasTotal />
      ) : (
        <p className={classes.none}>Nothing was submitted yet, so there is nothing to grade.</p>
      )}
    </SidePanel>
  )
  return (
    <WithSidePanel panel={panel}>
      <div className={classes.work}>
        <Page title={assignment.title} crumbs={crumbs} kind="reading">
          {work}
        </Page>
      </div>
      {said}
    </WithSidePanel>
  )
}
