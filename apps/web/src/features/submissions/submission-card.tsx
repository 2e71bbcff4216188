/** The progress of the class with an assignment; each number links to its students. */

import { Box, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { pluralize } from '#lib/pluralize.ts'
import { Card } from '#ui/card.tsx'
import type { SubmissionCounts, SubmissionTab } from './submission-filter.tsx'
import classes from './submission-card.module.css'

type Props = {
  counts: SubmissionCounts | undefined
  to: (filter: { tab: SubmissionTab; late?: string }) => string
  rules: readonly string[]
}

const lines = [
  { key: 'toGrade', words: 'To grade', filter: { tab: 'to-grade' } },
  { key: 'graded', words: 'Graded', filter: { tab: 'graded' } },
  { key: 'late', words: 'Late', filter: { tab: 'all', late: 'true' } },
  { key: 'missing', words: 'Missing', filter: { tab: 'missing' } },
] as const

export function SubmissionCard({ counts, to, rules }: Props) {
  const waiting = counts?.toGrade ?? 0
  return (
    <div className={classes.place}>
      <Card as="div">
        <Text component="h2" variant="section">
          Submissions
          {counts && (
            <Text span inherit c="dimmed" fw={500}>
              {' '}
              of {counts.all} students
            </Text>
          )}
        </Text>
        <Box component="ul" m="10px -8px 16px">
          {lines.map(({ key, words, filter }) => (
            <li key={key}>
              <Link to={to(filter)} className={classes.line}>
                {words}{' '}
                <Text span inherit c="var(--c-ink)" fw={600}>
                  {counts ? counts[key] : '–'}
                </Text>
              </Link>
            </li>
          ))}
        </Box>
        <Button component={Link} to={to({ tab: waiting > 0 ? 'to-grade' : 'all' })} fullWidth>
          {waiting > 0 ? `${pluralize(waiting, 'submission')} to grade` : 'All submissions'}
        </Button>
        <Text variant="caption" mt={12}>
          {rules.join(' ')}
        </Text>
      </Card>
    </div>
  )
}
