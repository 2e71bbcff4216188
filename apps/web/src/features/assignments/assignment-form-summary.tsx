/** The assignment so far in one card: marks, questions, and its dates in order. */
import type { ReactNode } from 'react'
import { dueTime, formatRelative } from '#lib/format-date.ts'
import { fromLocalInput } from '#lib/zoned-date-time.ts'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/stat.tsx'
import classes from './assignment-form-summary.module.css'
import { type AssignmentFormValues, sumPoints } from './assignment-form-values.ts'

type Props = { values: AssignmentFormValues; zone: string; children: ReactNode }

export function AssignmentFormSummary({ values, zone, children }: Props) {
  const { questions, availableFrom, dueAt, closesAt } = values
  const steps = [
    { name: 'Opens', at: fromLocalInput(availableFrom, zone), otherwise: 'When published' },
    { name: 'Due', at: fromLocalInput(dueAt, zone), otherwise: 'No due date' },
    { name: 'Closes', at: fromLocalInput(closesAt, zone), otherwise: 'Stays open' },
  ]
  const count = questions.length
  return (
    <div className={classes.place}>
      <Card as="div">
        <p>
          <Stat rest={sumPoints(questions) === 1 ? 'mark' : 'marks'}>{sumPoints(questions)}</Stat>
        </p>
        <p className={classes.meta}>
          {count === 0 ? 'No questions: students mark it as done' : `${count} ${count === 1 ? 'question' : 'questions'}`}
        </p>
        <ol className={classes.steps}>
          {steps.map(({ name, at, otherwise }) => (
            <li key={name} className={at ? classes.set : undefined}>
              <span className={classes.name}>{name}</span>
              <span>{at ? dueTime(at, zone) : otherwise}</span>
              {at && <span className={classes.meta}>{formatRelative(at)}</span>}
            </li>
          ))}
        </ol>
        {children}
      </Card>
    </div>
  )
}
