/** The effects of saving an edited assignment: changed fields and questions, and affected marks. */

import { Button, Checkbox, Flex, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attemptLimits } from '@lms/contract/rules/limits'
import { formatMarks, roundMarks } from '@lms/contract/rules/marks'
import { isApiProblem } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { formatDueTime } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { isEqual } from '#lib/stored-drafts.ts'
import { fromLocalInput } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { Stat } from '#ui/stat.tsx'
import { typeLabels } from '#features/questions/question-types.ts'
import { type AssignmentFormValues, parsePoints, type QuestionValues } from './assignment-form-values.ts'
import shared from './assignment-form.module.css'
import classes from './change-list.module.css'

type Body = Parameters<typeof api.assignmentChanges.previewAssignmentChanges>[0]['body']
type Preview = Awaited<ReturnType<typeof api.assignmentChanges.previewAssignmentChanges>>

/** The other rows are shown on a click. */
const shownAtFirst = 8

const formatDifference = ({ before, after }: Preview['items'][number]): string => {
  if (before.marks === null && after.marks !== null) return 'marked'
  if (before.marks === null || after.marks === null || before.marks === after.marks) return after.late ? 'late' : 'on time'
  const change = roundMarks(after.marks - before.marks)
  return change > 0 ? `+${change}` : `−${Math.abs(change)}`
}

function MarkTable({ preview: { items, total, submitted } }: { preview: Preview }) {
  const [isAll, setAll] = useState(false)
  if (total === 0) return <p className={shared.words}>No mark changes.</p>
  return (
    <div>
      <Flex component="p" align="baseline" justify="space-between" gap={12}>
        <Stat rest={total === 1 ? 'submission changes' : 'submissions change'}>{total}</Stat>
        <span className={shared.words}>{submitted - total} stay</span>
      </Flex>
      <table className={classes.marks} aria-label="Changed submissions">
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Now</th>
            <th scope="col">New</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, isAll ? undefined : shownAtFirst).map((item) => (
            <tr key={item.submissionId}>
              <th scope="row">{item.student.name}</th>
              <td>{formatMarks(item.before.marks) || '–'}</td>
              <td>
                <b>{formatMarks(item.after.marks) || '–'}</b>
              </td>
              <td>{formatDifference(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > shownAtFirst && !isAll && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
      <p className={shared.words}>The history of each mark keeps the old value.</p>
    </div>
  )
}

type Props = {
  assignmentId: string
  changes: readonly Change[]
  /** The request; null while it has errors, or if nobody has submitted. */
  body: Body | null
  isDueEarlier: boolean
  recheckLate: boolean
  onRecheckLate: (value: boolean) => void
}

export function ChangeList({ assignmentId, changes, body, isDueEarlier, recheckLate, onRecheckLate }: Props) {
  const [previewed] = useDebouncedValue(body, 400)
  const preview = useQuery({
    queryKey: ['assignmentChanges', 'preview', assignmentId, previewed],
    queryFn: ({ signal }) => api.assignmentChanges.previewAssignmentChanges({ params: { id: assignmentId }, body: previewed! }, { signal }),
    enabled: previewed !== null && changes.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (changes.length === 0) return <p className={shared.words}>Nothing is changed yet.</p>
  return (
    <>
      <ul className={classes.changes}>
        {changes.map(({ title, words }) => (
          <li key={title}>
            <Text variant="section">{title}</Text>
            <p className={shared.words}>{words}</p>
          </li>
        ))}
      </ul>
      {isDueEarlier && body && (
        <Checkbox
          label="Also count as late what was on time"
          checked={recheckLate}
          onChange={(event) => onRecheckLate(event.currentTarget.checked)}
        />
      )}
      {body && preview.data && <MarkTable preview={preview.data} />}
      {body && preview.error && preview.error.name !== 'AbortError' && (
        <Alert
          tone="warn"
          title={isApiProblem(preview.error) && preview.error.status === 422 ? 'This cannot be saved' : 'The marks could not be counted'}
        >
          {preview.error.message}
        </Alert>
      )}
    </>
  )
}

/** `at` is the index of the changed question, if it still exists after the change. */
export type Change = { title: string; words: string; at?: number }

const noAnswers: ReadonlyMap<string, number> = new Map()
const fromTo = (before: string, after: string): string => `${before} → ${after}`

function describeDates(before: AssignmentFormValues, after: AssignmentFormValues, zone: string): Change[] {
  const time = (value: string): string => {
    const at = fromLocalInput(value, zone)
    return at ? formatDueTime(at, zone) : 'not set'
  }
  const fields = { availableFrom: 'Opens', dueAt: 'Due', closesAt: 'Closes' } as const
  return (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) =>
    before[field] === after[field] ? [] : [{ title: fields[field], words: fromTo(time(before[field]), time(after[field])) }],
  )
}

function describeRules(before: AssignmentFormValues, after: AssignmentFormValues): Change[] {
  const late = ({ latePolicy: { kind, percent, floor } }: AssignmentFormValues): string =>
    kind === 'NONE' ? 'no marks off' : kind === 'FLAG' ? 'shown as late' : `${percent} % off a day, not below ${floor || 0} %`
  const attempts = (text: string): string => text.trim() || String(attemptLimits.count)
  return [
    ...(late(before) === late(after) ? [] : [{ title: 'Late work', words: fromTo(late(before), late(after)) }]),
    ...(before.maxAttempts.trim() === after.maxAttempts.trim()
      ? []
      : [{ title: 'Attempts', words: `${fromTo(attempts(before.maxAttempts), attempts(after.maxAttempts))}. Nobody’s mark changes.` }]),
    ...(before.holdMarks === after.holdMarks
      ? []
      : [
          {
            title: 'Hold new marks',
            words: after.holdMarks ? 'On. Released marks stay visible.' : 'Off. Held marks stay hidden until you release them.',
          },
        ]),
  ]
}

const getAnswerKey = ({ options, right }: QuestionValues): string[] => options.filter((_, at) => right.includes(at)).toSorted()

function describeQuestion(before: QuestionValues, after: QuestionValues): string {
  const [points, newPoints] = [parsePoints(before), parsePoints(after)]
  return [
    before.type !== after.type && fromTo(typeLabels[before.type], typeLabels[after.type]),
    before.prompt.trim() !== after.prompt.trim() && 'reworded',
    points !== newPoints && `marks ${fromTo(String(points), String(newPoints))}`,
    !isEqual(before.options, after.options) && 'choices changed',
    !isEqual(getAnswerKey(before), getAnswerKey(after)) && 'answer key changed',
    before.required !== after.required && (after.required ? 'required' : 'optional'),
    before.shuffle !== after.shuffle && (after.shuffle ? 'choices shuffled' : 'choices in one order'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** `answers`: how many students have answered a question, by its id. `zone` is the course’s. */
export function describeChanges(
  before: AssignmentFormValues,
  after: AssignmentFormValues,
  zone: string,
  answers: ReadonlyMap<string, number> = noAnswers,
): Change[] {
  const old = new Map(before.questions.map((question, at) => [question.id, { question, at }]))
  const questions = after.questions.flatMap((question, at): Change[] => {
    const known = question.id === undefined ? undefined : old.get(question.id)
    if (!known)
      return question.replaces === undefined
        ? [{ title: `Question ${at + 1} added`, words: question.prompt.trim(), at }]
        : [
            {
              title: `Question ${at + 1} replaced`,
              words: 'The old question no longer counts, and its answers stay readable. New attempts get the new one.',
              at,
            },
          ]
    const words = describeQuestion(known.question, question)
    return words ? [{ title: `Question ${at + 1}`, words: `${words[0]!.toUpperCase()}${words.slice(1)}.`, at }] : []
  })
  const ids = after.questions.map(({ id }) => id)
  const replaced = after.questions.map(({ replaces }) => replaces)
  const removed = before.questions.flatMap(({ id, prompt }, at): Change[] => {
    if (ids.includes(id) || (id !== undefined && replaced.includes(id))) return []
    const count = answers.get(id!) ?? 0
    return [
      { title: `Question ${at + 1} removed`, words: count > 0 ? `${pluralize(count, 'answer')} and their marks no longer count.` : prompt },
    ]
  })
  const remaining = before.questions.map(({ id }) => id).filter((id) => ids.includes(id))
  const isMoved = !isEqual(
    remaining,
    ids.filter((id) => remaining.includes(id)),
  )
  return [
    ...(before.title.trim() === after.title.trim() ? [] : [{ title: 'Title', words: fromTo(before.title, after.title) }]),
    ...(before.instructions === after.instructions ? [] : [{ title: 'Instructions', words: 'Changed.' }]),
    ...describeDates(before, after, zone),
    ...describeRules(before, after),
    ...questions,
    ...removed,
    ...(isMoved ? [{ title: 'Order of questions', words: 'Changed.' }] : []),
  ]
}
