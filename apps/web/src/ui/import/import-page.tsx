/** The page of an import: its steps, the file with facts about it, and a question before unsaved work is left. */

import { VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { UnsavedChangesGuard } from '#ui/dialog.tsx'
import { IconCheck, IconFileSpreadsheet } from '#ui/icons.ts'
import { type Crumb, Page } from '#ui/page.tsx'
import classes from './import-page.module.css'

type Props = {
  title: string
  crumbs?: readonly Crumb[]
  steps: readonly string[]
  /** The index of the current step. */
  at: number
  fileName: string | undefined
  /** Shown after the name of the file, once the first step is done. */
  facts: readonly (string | false | null | undefined)[]
  leave: { isAsked: boolean; title: string; text: string }
  children: ReactNode
}

export function ImportPage({ title, crumbs = [], steps, at, fileName, facts, leave, children }: Props) {
  const meta = at > 0 && (
    <>
      {fileName && (
        <span>
          <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden style={{ verticalAlign: '-3px' }} /> {fileName}
        </span>
      )}
      {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
    </>
  )
  return (
    <Page title={title} kind="wide" crumbs={crumbs} meta={meta} below={<Stepper steps={steps} at={at} />}>
      {children}
      <UnsavedChangesGuard isActive={leave.isAsked} title={leave.title} text={leave.text} stay="Stay" leave="Leave" />
    </Page>
  )
}

type StepperProps = {
  steps: readonly string[]
  /** The index of the current step. */
  at: number
}

/** Numbered in a row; on phones only the current one. */
function Stepper({ steps, at }: StepperProps) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && <li aria-hidden className={classes.line} />}
          <li
            className={`${classes.step} ${index === at ? classes.now : index < at ? classes.done : ''}`}
            {...(index === at && { 'aria-current': 'step' as const })}
          >
            <span className={classes.number} aria-hidden>
              {index < at ? <IconCheck size={14} stroke={2.25} /> : index + 1}
            </span>
            <span className={classes.word}>{step}</span>
            {index < at && <VisuallyHidden>, done</VisuallyHidden>}
            {index === at && (
              <span className={classes.place}>
                , step {index + 1} of {steps.length}
              </span>
            )}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
