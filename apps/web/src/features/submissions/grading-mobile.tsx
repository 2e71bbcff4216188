/** Grading on narrow screens: two tabs, and on phones the mark with its button in the dock. */

import { Flex, Stack, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { type Crumb, Page } from '#ui/page.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { ConflictActions, GradeButton, GradingFoot, GradingForm, GradingState } from './grading-form.tsx'
import { GradingHead } from './grading-head.tsx'
import type { SubmissionNeighbours } from './grading-queue.tsx'
import { MarkField } from './mark-fields.tsx'
import { ReturnButton } from './return-button.tsx'
import type { GradingFormState as Form } from './use-grading.ts'
import classes from './grading.module.css'

/** What both layouts show. */
export type GradingLayoutProps = {
  form: Form
  submission: Submission
  assignment: Assignment
  crumbs: Crumb[]
  neighbours: SubmissionNeighbours
  isHidden: boolean
  facts: ReactNode
  work: ReactNode
  hasNext: boolean | null
  onGrade: () => void
}

type GradingMobileProps = GradingLayoutProps & {
  tab: 'work' | 'grade'
  onTab: (tab: 'work' | 'grade') => void
  chip: ReactNode
  children: ReactNode
}

export function GradingMobile(props: GradingMobileProps) {
  const { form, submission, assignment, crumbs, neighbours, isHidden, tab, onTab, facts, work, chip, hasNext, onGrade, children } = props
  const isPhone = useIsPhone()
  const isOpen = submission.attempt > 0
  return (
    <div className={classes.place}>
      <Page title={assignment.title} crumbs={crumbs} kind="reading">
        <div>
          <Flex mb={8}>
            <GradingHead submission={submission} neighbours={neighbours} isHidden={isHidden}>
              {chip}
            </GradingHead>
          </Flex>
          <Tabs value={tab} onChange={(value) => onTab(value === 'grade' ? 'grade' : 'work')}>
            <Tabs.List grow aria-label="Grading">
              <Tabs.Tab value="work">Work</Tabs.Tab>
              <Tabs.Tab value="grade">Grade</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="work" pt={20}>
              {work}
            </Tabs.Panel>
            <Tabs.Panel value="grade" pt={20}>
              {facts}
              {isOpen && <GradingForm form={form} assignment={assignment} submission={submission} hasTotal={!isPhone} />}
              <Stack gap={12} mt={16}>
                {isPhone && isOpen && (
                  <>
                    <GradingState form={form} submission={submission} />
                    {!form.stale && <ReturnButton form={form} submission={submission} />}
                  </>
                )}
                {!isPhone && isOpen && <GradingFoot form={form} submission={submission} hasNext={hasNext} onGrade={onGrade} />}
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </div>
        {isPhone && isOpen && form.stale && (
          <BottomDock>
            <ConflictActions stale={form.stale} form={form} submission={submission} hasNext={hasNext} />
          </BottomDock>
        )}
        {isPhone && isOpen && !form.stale && (
          <BottomDock state={<MarkField form={form} maxMarks={assignment.maxMarks} isSmall />}>
            <GradeButton form={form} hasNext={hasNext} onGrade={onGrade} />
          </BottomDock>
        )}
      </Page>
      {children}
    </div>
  )
}
