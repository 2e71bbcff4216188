/** A student's own marks in a course: missing work first, then the marks, and how the total is calculated. */

import { Button, Flex, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { MyMark } from '@lms/contract/marks'
import { isolate } from '@lms/contract/rules/direction'
import { roundMarks } from '@lms/contract/rules/marks'
import { getShare, getTotal, getWeight, isCounted } from '@lms/contract/rules/totals'
import { formatDueTime } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconChevronDown, IconChevronRight } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { CoursePicker, useCourseOptions } from '#features/courses/course-picker.tsx'
import { formatTrainers } from '#features/courses/format.ts'
import { myMarksQuery } from './api.ts'
import { ColumnHeads, LateCost, MarkRow, MissingRow, UnmarkedRow } from './my-mark-rows.tsx'
import classes from './my-marks.module.css'

function OtherCourses({ course }: { course: Course }) {
  const navigate = useNavigate()
  const { found } = useCourseOptions(course.id, 'taught')
  return <CoursePicker found={found} chosen={course} onChange={(courseId) => void navigate(paths.marks.to({ courseId }))} />
}

export function MyMarks({ course }: { course: Course }) {
  const courseId = course.id
  const root = useCoursesBreadcrumb()
  const isPhone = useIsPhone()
  const marks = useQuery(myMarksQuery({ params: { courseId } }))
  const all = marks.data?.items ?? []
  useRefetchAt(marks, all.flatMap(getEnds), ['marks'])
  const inState = (state: MyMark['state']) => all.filter((item) => item.state === state)
  const [missing, returned] = [inState('MISSING'), inState('RETURNED')]
  // The newest mark is looked for first.
  const graded = inState('GRADED').toSorted((one, other) => ((one.gradedAt ?? '') < (other.gradedAt ?? '') ? 1 : -1))
  const [waiting, later] = [inState('TO_GRADE'), inState('NOT_DUE')]
  const next = later.find(({ dueAt }) => dueAt !== null)
  const open = missing.find(({ canSubmit }) => canSubmit)
  const getLink = (item: MyMark) => paths.assignment.to({ courseId, weekId: item.weekId, assignmentId: item.id })
  const columns = {
    hasMedians: marks.data?.showMedians === true && all.some(({ median }) => median !== null),
    hasWeights: all.some(({ weight }) => weight !== null),
  }
  const total = marks.data && all.length > 0 && <TotalCard {...marks.data} />
  const note = marks.data && (
    <p className={classes.small}>
      {marks.data.showMedians && 'Medians are shown once 5 marks are in. '}
      Only you and the trainers see your marks.
    </p>
  )
  return (
    <Page
      title="My marks"
      crumbs={[root, { label: course.title, to: paths.course.to({ courseId }) }]}
      meta={
        <>
          {!isPhone && <OtherCourses course={course} />}
          {!isPhone && <span>{formatTrainers(course)}</span>}
          {marks.data && <span>{`${pluralize(graded.length, 'mark')}, ${missing.length} missing, ${waiting.length} waiting`}</span>}
        </>
      }
      side={
        !isPhone && (
          <Stack gap={10}>
            {total}
            {note}
          </Stack>
        )
      }
    >
      {marks.isPending && <SkeletonRows count={6} />}
      {marks.isError && !marks.data && <LoadFailed title="The marks could not be loaded." {...toLoadError(marks)} />}
      {marks.data && all.length === 0 && <EmptyState title="No assignments yet.">Your marks are shown here.</EmptyState>}
      <Stack gap={16}>
        {missing.length > 0 && (
          <Section title="Missing" count={missing.length} isOverdue>
            <Rows>
              {missing.map((item) => (
                <MissingRow key={item.id} item={item} to={getLink(item)} isFirst={item === open} />
              ))}
            </Rows>
          </Section>
        )}
        {isPhone && total}
        {returned.length > 0 && (
          <MarkSection title="Returned" items={returned} heads={<ColumnHeads {...columns} />}>
            {(item) => <MarkRow key={item.id} item={item} to={getLink(item)} {...columns} />}
          </MarkSection>
        )}
        {marks.data && all.length > 0 && (
          <MarkSection title="Marks" items={graded} heads={graded.length > 0 && <ColumnHeads {...columns} />}>
            {(item) => <MarkRow key={item.id} item={item} to={getLink(item)} {...columns} />}
          </MarkSection>
        )}
        {marks.data && all.length > 0 && graded.length === 0 && (
          <p className={classes.note}>No marks yet.{next?.dueAt && ` Next due: ${isolate(next.title)}, ${formatDueTime(next.dueAt)}.`}</p>
        )}
        {waiting.length > 0 && (
          <MarkSection title="Waiting for a mark" items={waiting}>
            {(item) => <UnmarkedRow key={item.id} item={item} to={getLink(item)} {...columns} />}
          </MarkSection>
        )}
        <NotOwed title="Excused" glyph="excused" items={inState('EXCUSED')} getLink={getLink} />
        <NotOwed title="Before you joined" glyph="before-joining" items={inState('BEFORE_JOINING')} getLink={getLink} />
        {later.length > 0 && (
          <NotDue items={later} hasWeights={columns.hasWeights}>
            {later.map((item) => (
              <UnmarkedRow key={item.id} item={item} to={getLink(item)} {...columns} />
            ))}
          </NotDue>
        )}
        {isPhone && note}
      </Stack>
      {isPhone && open && (
        <BottomDock
          state={
            <>
              <div className={classes.count}>{missing.length} missing</div>
              <LateCost item={open} />
            </>
          }
        >
          <Button component={Link} to={getLink(open)}>
            Open assignment
          </Button>
        </BottomDock>
      )}
    </Page>
  )
}

type MarkSectionProps = { title: string; items: readonly MyMark[]; heads?: ReactNode; children: (item: MyMark) => ReactNode }

function MarkSection({ title, items, heads, children }: MarkSectionProps) {
  return (
    <div className={classes.marks}>
      <Section title={title} count={items.length} action={heads}>
        <Rows>{items.map(children)}</Rows>
      </Section>
    </div>
  )
}

type NotOwedProps = { title: string; glyph: StatusName; items: readonly MyMark[]; getLink: (item: MyMark) => string }

function NotOwed({ title, glyph, items, getLink }: NotOwedProps) {
  if (items.length === 0) return null
  return (
    <MarkSection title={title} items={items}>
      {(item) => (
        <Row
          key={item.id}
          to={getLink(item)}
          glyph={<StatusIcon name={glyph} />}
          name={item.title}
          meta={`Week ${item.weekNumber} · not in your total`}
        />
      )}
    </MarkSection>
  )
}

function NotDue({ items, hasWeights, children }: { items: readonly MyMark[]; hasWeights: boolean; children: ReactNode }) {
  return (
    <details className={`${classes.notDue} ${classes.marks}`}>
      <summary>
        <IconChevronRight className={classes.turn} size={18} stroke={1.75} aria-hidden />
        <h2>
          Not due yet <span>{items.length}</span>
        </h2>
        {hasWeights && <span className={classes.note}>{roundMarks(sumWeights(items))}&nbsp;%</span>}
      </summary>
      <Rows>{children}</Rows>
    </details>
  )
}

type Props = { items: readonly MyMark[]; total: number | null; totalIfNothingMore: number | null; medianTotal: number | null }

const sumWeights = (items: readonly MyMark[]): number => items.reduce((all, item) => all + getWeight(item), 0)

/** Totals under other conditions, as sentences. */
function describeOthers({ items, total, totalIfNothingMore }: Props): string {
  const missing = items.filter((item) => item.state === 'MISSING' && isCounted(item)).length
  const without = missing > 0 ? getTotal(items.filter(({ state }) => state !== 'MISSING')) : null
  return [
    without !== null && `${formatPercentage(without)} without the missing ${missing === 1 ? 'assignment' : 'assignments'}.`,
    totalIfNothingMore !== null && totalIfNothingMore !== total && `${formatPercentage(totalIfNothingMore)} if the rest is not submitted.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The student's total so far, and how it is calculated. */
function TotalCard(props: Props) {
  const { items, total, medianTotal } = props
  const isPhone = useIsPhone()
  const owed = items.filter(({ state }) => state !== 'BEFORE_JOINING' && state !== 'EXCUSED')
  const hasCounted = owed.some(isCounted)
  const others = describeOthers(props)
  return (
    <Card>
      <Text component="div" variant="meta" className={classes.sum}>
        <Text component="h2" variant="section" c="var(--c-ink)">
          Total so far
        </Text>
        {medianTotal !== null && <span>Class median {formatPercentage(medianTotal)}</span>}
      </Text>
      <div className={classes.total}>
        <p className={classes.big}>{total === null ? '–' : formatPercentage(total)}</p>
        {others && <p className={classes.note}>{others}</p>}
      </div>
      {hasCounted && (
        <>
          <Flex gap={3} m="12px 0 8px" aria-hidden data-drawn>
            {owed.map((item) => (
              <span key={item.id} className={item.state === 'MISSING' ? classes.lost : classes.block} style={{ flexGrow: getWeight(item) }}>
                <span style={{ width: `${isCounted(item) ? 100 * getShare(item) : 0}%` }} />
              </span>
            ))}
          </Flex>
          {isPhone ? (
            <details className={classes.fold}>
              <summary>
                How the total is calculated
                <IconChevronDown className={classes.turn} size={18} stroke={1.75} aria-hidden />
              </summary>
              <Made owed={owed} total={total} />
            </details>
          ) : (
            <>
              <p className={classes.small}>Each block is one assignment, as wide as its weight. The filled part is earned.</p>
              <Made owed={owed} total={total} />
            </>
          )}
        </>
      )}
    </Card>
  )
}

function Made({ owed, total }: { owed: readonly MyMark[]; total: number | null }) {
  const counting = owed.filter(isCounted)
  const sum = sumWeights(counting)
  const unmarked = sumWeights(owed) - sum
  const hasWeights = owed.some(({ weight }) => weight !== null)
  const getContribution = (item: MyMark): number => getShare(item) * getWeight(item)
  const earned = counting.reduce((all, item) => all + getContribution(item), 0)
  return (
    <>
      <Table className={classes.made} horizontalSpacing={0} verticalSpacing={5} aria-label="How the total is calculated">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>How the total is calculated</Table.Th>
            <Table.Th>Mark</Table.Th>
            {hasWeights && <Table.Th>Weight</Table.Th>}
            <Table.Th>Adds</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counting.map((item) => (
            <Table.Tr key={item.id} className={item.state === 'MISSING' ? classes.bad : undefined}>
              <Table.Td>{item.title}</Table.Td>
              <Table.Td>{formatPercentage(100 * getShare(item))}</Table.Td>
              {hasWeights && <Table.Td>{item.weight === null ? item.maxMarks : `${item.weight}\u00a0%`}</Table.Td>}
              <Table.Td>{getContribution(item).toFixed(2)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>
              {roundMarks(earned)} of {roundMarks(sum)}
            </Table.Th>
            <Table.Td />
            {hasWeights && <Table.Td>{owed.every(({ weight }) => weight !== null) && `${roundMarks(sum)}\u00a0%`}</Table.Td>}
            <Table.Th>{total !== null && formatPercentage(total)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {unmarked > 0 && (
        <p className={classes.small}>{formatPercentage((100 * unmarked) / (sum + unmarked))} of the course has no mark yet.</p>
      )}
    </>
  )
}
