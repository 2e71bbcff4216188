/** What has to be known before writing: returned, late, begun elsewhere, or a change of what was handed in. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { dayAndTime } from '#lib/format-date.ts'
import { DraftConflictAlert } from './draft-conflict-alert.tsx'
import { GradeResult } from './grade-result.tsx'
import type { AnswerDraft } from './use-answer-draft.ts'
import { Alert } from '#ui/alert.tsx'

type Props = {
  assignment: Assignment
  submission: Submission | null
  sheet: AnswerDraft
  conflictRef: Ref<HTMLDivElement>
  fileName: (key: string) => string
  isLate: boolean
  rules: readonly string[]
  /** Back to what was handed in; undefined where nothing was. */
  onKeep: (() => void) | undefined
}

export function AnswerFormAlerts({ assignment, submission, sheet, conflictRef, fileName, isLate, rules, onKeep }: Props) {
  const keep = (
    <Button variant="default" size="sm" onClick={onKeep}>
      Keep what I submitted
    </Button>
  )
  return (
    <>
      {submission?.status === 'RETURNED' && (
        <GradeResult result={submission} maxMarks={assignment.maxMarks} late={false} status="RETURNED" />
      )}
      {onKeep && (
        <Alert title="You are changing work that you submitted" action={keep}>
          What you submitted {submission?.submittedAt && dayAndTime(submission.submittedAt)} counts until you submit again.
        </Alert>
      )}
      {isLate && (
        <Alert tone="warn" title="The due time is over. You can still submit">
          {rules.slice(1).join(' ') || 'It will count as late.'}
        </Alert>
      )}
      {sheet.conflict && (
        <DraftConflictAlert
          ref={conflictRef}
          questions={assignment.questions}
          mine={sheet.answers}
          theirs={sheet.conflict.theirs}
          savedAt={sheet.conflict.savedAt}
          fileName={fileName}
          onUseTheirs={sheet.conflict.useTheirs}
          onKeepMine={sheet.conflict.keepMine}
        />
      )}
    </>
  )
}
