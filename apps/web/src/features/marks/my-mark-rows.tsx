/** Rows of a student's own marks: missing work, and assignments with mark, median and weight in columns. */

import { Button, Flex, VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyMark } from '@lms/contract/marks'
import { isPast } from '@lms/contract/rules/late-policy'
import { roundMarks } from '@lms/contract/rules/marks'
import { formatDay, formatDayAndTime, formatDueTime } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { IconChevronRight } from '#ui/icons.ts'
import { Row } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import classes from './my-mark-rows.module.css'

export type MarkColumns = { hasMedians: boolean; hasWeights: boolean }

const Late = ({ children }: { children: ReactNode }) => (
  <span className={classes.late}>
    <StatusIcon name="late" size={16} />
    {children}
  </span>
)

/** Facts on one line, separated by dots. */
const joined = (facts: readonly ReactNode[]): ReactNode =>
  facts.filter(Boolean).map((fact, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the facts of one row have no other name, and do not move
    <Fragment key={index}>
      {index > 0 && ' · '}
      {fact}
    </Fragment>
  ))

export const LateCost = ({ item }: { item: MyMark }) => item.lateCost !== null && <Late>{pluralize(item.lateCost, 'mark')} less today</Late>

const dueWord = ({ extendedTo }: MyMark): string => (extendedTo ? 'extended to' : 'due')

const dueHead = ({ extendedTo }: MyMark): string => (extendedTo ? 'Extended to' : 'Due')

const closing = ({ canSubmit, closesAt }: MyMark): string | null => {
  if (canSubmit) return closesAt && `closes ${formatDayAndTime(closesAt)}`
  return closesAt && isPast(closesAt, serverNow()) ? `Closed ${formatDay(closesAt)}` : 'Closed'
}

/** On phones the whole row is the link; `isFirst` has the page's action, which phones show at the foot of the page. */
export function MissingRow({ item, to, isFirst }: { item: MyMark; to: string; isFirst: boolean }) {
  const isPhone = useIsPhone()
  const hasButton = item.canSubmit && !isPhone
  const meta = [
    item.dueAt &&
      (isPast(item.dueAt, serverNow()) ? `Was ${dueWord(item)} ${formatDay(item.dueAt)}` : `${dueHead(item)} ${formatDay(item.dueAt)}`),
    closing(item),
    !item.isMissingCounted && 'not counted yet',
    isPhone && !isFirst && item.lateCost !== null && <LateCost key="late" item={item} />,
  ]
  return (
    <Row
      glyph={<StatusIcon name="missing" />}
      name={item.title}
      wraps
      meta={joined(meta)}
      {...(hasButton
        ? {
            controls: (
              <Flex align="center" gap={12}>
                <LateCost item={item} />
                <Button component={Link} to={to} size="sm" {...(!isFirst && { variant: 'default' })}>
                  Open assignment
                </Button>
              </Flex>
            ),
          }
        : { to, ...(isPhone && { fact: <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden /> }) })}
    />
  )
}

/** Column headers for the eye; screen readers get the labels in each row. */
export function ColumnHeads({ hasMedians, hasWeights }: MarkColumns) {
  const isPhone = useIsPhone()
  if (isPhone) return <span aria-hidden>{hasMedians ? 'Mark, median' : 'Mark'}</span>
  return (
    <div className={classes.figures} aria-hidden>
      <span className={classes.mark}>Mark</span>
      {hasMedians && <span className={classes.median}>Median</span>}
      {hasWeights && <span className={classes.weight}>Weight</span>}
    </div>
  )
}

type Tone = 'graded' | 'quiet'

/** `mark` is “17” of “17 / 20”; without it the maximum alone is shown. */
function Figures({ item, mark, tone, hasMedians, hasWeights }: MarkColumns & { item: MyMark; mark?: ReactNode; tone: Tone }) {
  const isPhone = useIsPhone()
  return (
    <div className={classes.figures}>
      <span className={classes.mark}>
        {mark === undefined ? (
          `of ${item.maxMarks}`
        ) : (
          <>
            <span className={`${classes.earned} ${tone === 'graded' ? classes.graded : ''}`}>{mark}</span>
            <span className={classes.of}> / {item.maxMarks}</span>
          </>
        )}
      </span>
      {hasMedians && (item.median !== null || !isPhone) && (
        <span className={classes.median}>
          {item.median !== null && (
            <>
              {isPhone ? 'median ' : <VisuallyHidden>class median </VisuallyHidden>}
              {item.median}
            </>
          )}
        </span>
      )}
      {hasWeights && !isPhone && (
        <span className={classes.weight}>
          {item.weight !== null && (
            <>
              <VisuallyHidden>weight </VisuallyHidden>
              {item.weight}&nbsp;%
            </>
          )}
        </span>
      )}
    </div>
  )
}

type RowProps = MarkColumns & { item: MyMark; to: string }

const formatWeight = ({ weight }: MyMark): string | false => weight !== null && `${weight}\u00a0%`
const formatWeek = ({ weekNumber }: MyMark): string => `Week ${weekNumber}`

export function MarkRow({ item, to, ...columns }: RowProps) {
  const isPhone = useIsPhone()
  const { state, marks, deduction, late, gradedAt, feedback } = item
  const isGraded = state === 'GRADED'
  const earned = roundMarks((marks ?? 0) + deduction)
  const lateness = late && (
    <>
      {deduction > 0 && `${earned} less ${deduction}, `}
      <Late>late</Late>
    </>
  )
  const meta = [
    !isPhone && formatWeek(item),
    lateness || (gradedAt && `${isGraded ? 'graded' : 'returned'} ${formatDay(gradedAt)}`),
    isPhone && formatWeight(item),
  ]
  return (
    <Row
      to={to}
      glyph={<StatusIcon name={isGraded ? 'graded' : 'returned'} />}
      name={item.title}
      wraps
      meta={joined(meta)}
      fact={<Figures {...columns} item={item} mark={marks ?? '–'} tone={isGraded ? 'graded' : 'quiet'} />}
      controls={
        state === 'RETURNED' &&
        item.canSubmit &&
        !isPhone && (
          <Button component={Link} to={to} size="sm" variant="default">
            New attempt
          </Button>
        )
      }
    >
      {feedback && <p className={classes.feedback}>“{feedback.length > 160 ? `${feedback.slice(0, 160).trimEnd()}…` : feedback}”</p>}
    </Row>
  )
}

/** An assignment without a mark: submitted, or not due yet. */
export function UnmarkedRow({ item, to, ...columns }: RowProps) {
  const isPhone = useIsPhone()
  const isSubmitted = item.state === 'TO_GRADE'
  const meta = [
    !isPhone && formatWeek(item),
    isSubmitted && item.submittedAt && `submitted ${formatDayAndTime(item.submittedAt)}`,
    !isSubmitted && item.dueAt && `${dueWord(item)} ${formatDueTime(item.dueAt)}`,
    isPhone && formatWeight(item),
  ]
  return (
    <Row
      to={to}
      glyph={<StatusIcon name={isSubmitted ? 'submitted' : 'not-started'} />}
      name={item.title}
      wraps
      meta={joined(meta)}
      fact={<Figures {...columns} item={item} tone="quiet" {...(isSubmitted && { mark: '–' })} />}
    />
  )
}
