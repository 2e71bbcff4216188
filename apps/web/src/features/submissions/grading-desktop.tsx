/** Grading on wide screens: the work and the panel with marks and feedback side by side. */

import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { Page } from '#ui/page.tsx'
import { GradingFoot, GradingForm } from './grading-form.tsx'
import { GradingHead, HideNames, SidePanel, WithSidePanel } from './grading-head.tsx'
import { GradingKeysBar } from './grading-keys.tsx'
import type { GradingLayoutProps } from './grading-mobile.tsx'

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
        <GradingKeysBar onHelp={onHelp}>
          <HideNames courseId={submission.courseId} assignmentId={submission.assignmentId} />
        </GradingKeysBar>
      </Stack>
      {children}
    </WithSidePanel>
  )
}
