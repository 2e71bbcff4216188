/** The steps of a process, numbered in a row; on phones only the current one. */

import { Fragment } from 'react'
import { IconCheck } from './icons.ts'
import classes from './stepper.module.css'

type Props = {
  steps: readonly string[]
  /** The index of the current step. */
  at: number
}

export function Stepper({ steps, at }: Props) {
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
            {index < at && <span className={classes.spoken}>, done</span>}
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
