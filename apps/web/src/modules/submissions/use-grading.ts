/** The marks and words of a grader on one submission: kept on this device until they are given, never lost to somebody else's. */
import type { Assignment, Question } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { clock } from '#lib/times.ts'
import { markFault, markText, readMark, sumOf } from './marks.ts'
import { useGradeSubmission } from './queries.ts'
import { deductionOf } from './standing.ts'

/** `version` is the one that the grader saw when the writing began. */
export type Grading = { version: number; parts: Record<string, string>; total: string; feedback: string }

/** Choice questions with a key are marked by the machine; their marks stand and are not typed. */
export const isAutomatic = ({ type, answerKey }: Pick<Question, 'type' | 'answerKey'>): boolean => type.endsWith('CHOICE') && (answerKey?.length ?? 0) > 0

const automaticOf = (submission: Submission, questions: readonly Question[]) =>
  submission.questionMarks.filter(({ questionId }) => questions.some((question) => question.id === questionId && isAutomatic(question)))

const partQuestions = (questions: readonly Question[]): Question[] => questions.filter((question) => question.points > 0 && !isAutomatic(question))

/** The parts and what the machine gave, together; empty while no part is typed. */
export function totalOf(parts: Record<string, string>, submission: Submission, questions: readonly Question[]): string {
  const sum = sumOf(partQuestions(questions).map(({ id }) => parts[id] ?? ''))
  if (sum === undefined) return ''
  return markText(automaticOf(submission, questions).reduce((all, { marks }) => all + marks, sum))
}

export function gradingOf(submission: Submission, questions: readonly Question[]): Grading {
  const isMarked = submission.status === 'GRADED' || submission.status === 'RETURNED'
  const given = (id: string): string => markText(submission.questionMarks.find(({ questionId }) => questionId === id)?.marks)
  const parts = Object.fromEntries(partQuestions(questions).map(({ id }) => [id, isMarked ? given(id) : '']))
  // What the student has is after the deduction; the grader gives what was before it.
  const total = isMarked && submission.marks !== null ? markText(submission.marks + submission.deduction) : ''
  return { version: submission.version, parts, total, feedback: submission.feedback ?? '' }
}

type Faults = { total?: string | undefined; parts: Record<string, string | undefined> }

export function gradingFaults({ total, parts }: Grading, { questions, maxMarks }: Pick<Assignment, 'questions' | 'maxMarks'>): Faults {
  const byPart = partQuestions(questions).map(({ id, points }) => [id, markFault(parts[id] ?? '', points)] as const)
  return { total: markFault(total, maxMarks, true), parts: Object.fromEntries(byPart) }
}

const hasFaults = ({ total, parts }: Faults): boolean => total !== undefined || Object.values(parts).some(Boolean)

export function useGrading(submission: Submission, assignment: Assignment, onDone: (action: 'GRADE' | 'RETURN') => void) {
  const { questions, maxMarks, latePolicy, dueAt } = assignment
  const client = useQueryClient()
  const grade = useGradeSubmission()
  const { value: draft, setValue, clear, restoredFrom } = useDraft<Grading | null>(`grade:${submission.id}`, null)
  const [keptAt, setKeptAt] = useState(restoredFrom ? clock(restoredFrom) : null)
  const [wasTried, setTried] = useState(false)
  const values = draft ?? gradingOf(submission, questions)
  const faults = gradingFaults(values, assignment)

  const change = (next: Partial<Grading>): void => {
    setValue((now) => ({ ...(now ?? gradingOf(submission, questions)), ...next }))
    setKeptAt(clock(Date.now()))
  }
  const bodyOf = (action: 'GRADE' | 'RETURN') => {
    const typed = partQuestions(questions).flatMap(({ id }) => {
      const marks = readMark(values.parts[id] ?? '')
      return typeof marks === 'number' ? [{ questionId: id, marks }] : []
    })
    return {
      marks: readMark(values.total) ?? 0,
      feedback: values.feedback.trim() === '' ? null : values.feedback,
      questionMarks: [...automaticOf(submission, questions), ...typed],
      action,
      version: values.version,
    }
  }
  /** False where something has to be put right first. */
  const send = (action: 'GRADE' | 'RETURN'): boolean => {
    setTried(true)
    // Returned work needs words more than marks: an empty mark counts as none given.
    const isRight = action === 'RETURN' ? !hasFaults({ ...faults, total: values.total === '' ? undefined : faults.total }) : !hasFaults(faults)
    if (!isRight || grade.isPending) return false
    grade.mutate(
      { params: { id: submission.id }, body: bodyOf(action) },
      {
        onSuccess: () => {
          clear()
          onDone(action)
        },
        // The newer marks are fetched, and stand beside what was typed.
        onError: (error) => void (isApiProblem(error) && error.status === 409 && client.invalidateQueries({ queryKey: ['submissions'] })),
      },
    )
    return true
  }
  const gross = readMark(values.total)
  const deductionFrom = (marks: number): number => deductionOf(latePolicy, { marks, maxMarks, dueAt, submittedAt: submission.submittedAt })
  const isStale = draft !== null && draft.version !== submission.version
  return {
    values,
    faults: wasTried ? faults : { total: values.total === '' ? undefined : faults.total, parts: faults.parts },
    setPart: (id: string, text: string): void => {
      const parts = { ...values.parts, [id]: text }
      change({ parts, total: totalOf(parts, submission, questions) })
    },
    setTotal: (total: string): void => change({ total }),
    setFeedback: (feedback: string): void => change({ feedback }),
    parts: partQuestions(questions),
    automatic: automaticOf(submission, questions),
    /** What the parts come to, where the total typed is another. */
    otherSum: ((sum) => (sum !== '' && sum !== values.total ? sum : null))(totalOf(values.parts, submission, questions)),
    /** What lateness takes; before a mark is typed, what it would take of the best. */
    deduction: deductionFrom(gross ?? maxMarks),
    /** What the student gets; null before a mark is typed. */
    net: typeof gross === 'number' ? Math.max(0, gross - deductionFrom(gross)) : null,
    send,
    isPending: grade.isPending,
    error: grade.error && grade.error.problem !== 'stale-version' ? grade.error : null,
    isChanged: draft !== null,
    keptAt,
    /** Somebody gave other marks, or the student handed in again, since the writing began. */
    stale: isStale
      ? {
          takeTheirs: (): void => {
            clear()
            grade.reset()
          },
          keepMine: (): void => {
            change({ version: submission.version })
            grade.reset()
          },
        }
      : null,
  }
}

export type GradingForm = ReturnType<typeof useGrading>
