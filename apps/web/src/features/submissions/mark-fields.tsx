/** The mark: the total, its parts by question, and the late deduction. */

import { Box, Button, Stack, Text, TextInput } from '@mantine/core'
import type { Assignment, Question } from '@lms/contract/assignments'
import { formatMarks } from '@lms/contract/rules/marks'
import { markFieldId, toPartFieldId } from './marks.ts'
import type { GradingFormState } from './use-grading.ts'
import classes from './mark-fields.module.css'

/** Set on every mark field: letters are shortcuts there, since marks contain none. */
export const markFieldAttribute = 'data-mark-field'
/** Of the field of one question. */
export const partAttribute = 'data-part'

/** Text, not a number field: a wheel over it must not change marks, and a comma is a decimal point to half the world. */
const numeric = { inputMode: 'decimal', autoComplete: 'off', type: 'text', [markFieldAttribute]: true } as const

export function MarkField({ form, maxMarks, isSmall = false }: { form: GradingFormState; maxMarks: number; isSmall?: boolean }) {
  const { values, errors, setTotal } = form
  return (
    <span className={`${classes.mark} ${isSmall ? classes.small : ''}`}>
      <TextInput
        {...numeric}
        id={markFieldId}
        aria-label={`Mark out of ${formatMarks(maxMarks)}`}
        value={values.total}
        error={errors.total !== undefined}
        aria-describedby={errors.total && !isSmall ? 'mark-error' : undefined}
        classNames={{ input: classes.total ?? '' }}
        onChange={(event) => setTotal(event.currentTarget.value)}
      />
      <span className={classes.of}>/ {formatMarks(maxMarks)}</span>
    </span>
  )
}

type PartProps = { question: Question; number: number; form: GradingFormState }

function Part({ question, number, form }: PartProps) {
  const { id, prompt, points } = question
  const given = form.automatic.find(({ questionId }) => questionId === id)
  const error = form.errors.parts[id]
  return (
    <li className={classes.part}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <Text span inherit truncate title={prompt}>
        {prompt}
      </Text>
      {given ? (
        <Box component="span" pr={9} ta="right">
          {formatMarks(given.marks)}
        </Box>
      ) : (
        <TextInput
          {...numeric}
          {...{ [partAttribute]: true }}
          id={toPartFieldId(id)}
          size="sm"
          aria-label={`Marks for question ${number}, out of ${formatMarks(points)}`}
          value={form.values.parts[id] ?? ''}
          error={error !== undefined}
          classNames={{ input: classes.partField ?? '' }}
          onChange={(event) => form.setPart(id, event.currentTarget.value)}
        />
      )}
      <Text span inherit c="dimmed">
        / {formatMarks(points)}
      </Text>
      {error && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
    </li>
  )
}

function Lateness({
  form,
  assignment,
  late,
}: {
  form: GradingFormState
  assignment: Pick<Assignment, 'latePolicy' | 'maxMarks'>
  late: boolean
}) {
  const { latePolicy, maxMarks } = assignment
  if (!late || latePolicy.kind !== 'PERCENT_PER_DAY') return null
  return (
    <dl className={classes.late}>
      <dt>Late, {latePolicy.percent}&nbsp;% a day</dt>
      <dd>
        {form.deduction > 0
          ? `−${formatMarks(form.deduction)}`
          : form.isFinal
            ? 'nothing off, the mark was imported'
            : `nothing off${latePolicy.floor > 0 ? `, at the floor of ${latePolicy.floor}\u00a0%` : ''}`}
      </dd>
      {form.net !== null && form.deduction > 0 && (
        <>
          <Text component="dt" inherit c="var(--c-ink)" fw={600}>
            The student gets
          </Text>
          <Text component="dd" inherit c="var(--c-ink)" fw={600}>
            {formatMarks(form.net)} / {formatMarks(maxMarks)}
          </Text>
        </>
      )}
    </dl>
  )
}

type Props = {
  form: GradingFormState
  assignment: Pick<Assignment, 'questions' | 'maxMarks' | 'latePolicy'>
  late: boolean
  hasTotal: boolean
  /** The mark is hidden from the student until it is released. */
  isHeld: boolean
}

export function MarkFields({ form, assignment, late, hasTotal, isHeld }: Props) {
  const { questions, maxMarks } = assignment
  const counted = questions.map((question, index) => ({ question, number: index + 1 })).filter(({ question }) => question.points > 0)
  return (
    <Stack gap={8}>
      {hasTotal && (
        <div className={classes.head}>
          <Text span variant="section">
            Mark{' '}
            {isHeld && (
              <Text span variant="meta" display="block">
                Held until released
              </Text>
            )}
          </Text>
          <MarkField form={form} maxMarks={maxMarks} />
        </div>
      )}
      {!hasTotal && isHeld && (
        <Text variant="meta" display="block">
          Held until released
        </Text>
      )}
      {form.errors.total && (
        <p id="mark-error" className={classes.error} role="alert">
          {form.errors.total}
        </p>
      )}
      {form.otherSum !== null && (
        <Text variant="meta" className={classes.sum}>
          The questions add up to {form.otherSum}.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => form.setTotal(form.otherSum ?? '')}>
            Use {form.otherSum}
          </Button>
        </Text>
      )}
      {counted.length > 1 && (
        <ol>
          {counted.map(({ question, number }) => (
            <Part key={question.id} question={question} number={number} form={form} />
          ))}
        </ol>
      )}
      <Lateness form={form} assignment={assignment} late={late} />
    </Stack>
  )
}
