/** Grading on wide screens: the work and the panel with marks and feedback side by side. */

import type { ReactNode } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { Page } from '#ui/page.tsx'
import { GradingFoot, GradingForm } from './grading-form.tsx'
import { GradingHead, HideNames, SidePanel, WithSidePanel } from './grading-head.tsx'
import { GradingKeysBar } from './grading-keys.tsx'
import type { GradingLayoutProps } from './grading-mobile.tsx'
import classes from './grading.module.css'

export function GradingDesktop(props: GradingLayoutProps & { onHelp: () => void; children: ReactNode }) {
  const { form, submission, assignment, crumbs, neighbours, isHidden, facts, work, hasNext, onGrade, onHelp, children } = props
  const isOpen = submission.attempt > 0
  const panel = (
    <SidePanel
      label={`Grade ${isolate(submission.student.name)}`}
      head={<GradingHead submission={submission} neighbours={neighbours} isHidden={isHidden} />}
      foot={isOpen && <GradingFoot form={form} submission={submission} hasNext={hasNext} onGrade={onGrade} />}
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
        <GradingKeysBar onHelp={onHelp}>
          <HideNames courseId={submission.courseId} assignmentId={submission.assignmentId} />
        </GradingKeysBar>
      </div>
      {children}
    </WithSidePanel>
  )
}
