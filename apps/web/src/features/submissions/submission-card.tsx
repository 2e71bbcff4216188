/** How the class stands with an assignment, each number a way to the people behind it. */
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Card } from '#ui/card.tsx'
import classes from './submission-card.module.css'
import type { SubmissionTab } from './submission-filter.ts'
import { type Counts, countOf } from './submission-tabs.tsx'

type Props = { counts: Counts | undefined; to: (tab: SubmissionTab) => string; rules: readonly string[] }

const lines: [SubmissionTab, string][] = [
  ['to-grade', 'Needs grading'],
  ['graded', 'Graded'],
  ['late', 'Late'],
  ['missing', 'Missing'],
]

export function SubmissionCard({ counts, to, rules }: Props) {
  const waiting = counts?.toGrade ?? 0
  return (
    <div className={classes.place}>
      <Card as="div">
        <h2 className={classes.title}>Submissions{counts && <span className={classes.of}> of {counts.all} students</span>}</h2>
        <ul className={classes.list}>
          {lines.map(([tab, words]) => (
            <li key={tab}>
              <Link to={to(tab)} className={classes.line}>
                {words} <span className={classes.count}>{counts ? countOf(tab, counts) : '–'}</span>
              </Link>
            </li>
          ))}
        </ul>
        <Button component={Link} to={to(waiting > 0 ? 'to-grade' : 'all')} fullWidth>
          {waiting > 0 ? `${waiting} ${waiting === 1 ? 'submission' : 'submissions'} to grade` : 'All submissions'}
        </Button>
        <p className={classes.rules}>{rules.join(' ')}</p>
      </Card>
    </div>
  )
}
