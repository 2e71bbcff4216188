/** One's own marks in a course: what is missing first, then the marks, and how the total is made. */
import type { Course } from '@lms/contract/courses'
import type { MyMark } from '@lms/contract/marks'
import { getShare, getWeight, isCounted } from '@lms/contract/rules/totals'
import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useCoursesBreadcrumb } from '#lib/courses-breadcrumb.ts'
import { dueTime, percent, shortDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { myMarksQuery } from './api.ts'
import classes from './marks.module.css'

const dueWord = ({ extendedTo }: MyMark): string => (extendedTo ? 'extended to' : 'due')

export function MyMarks({ course }: { course: Course }) {
  const courseId = course.id
  const root = useCoursesBreadcrumb()
  const marks = useQuery(myMarksQuery({ params: { courseId } }))
  const all = marks.data?.items ?? []
  const inState = (state: MyMark['state']) => all.filter((item) => item.state === state)
  const [missing, returned, graded] = [inState('MISSING'), inState('RETURNED'), inState('GRADED')]
  const [waiting, later, excused] = [inState('TO_GRADE'), inState('NOT_DUE'), inState('EXCUSED')]
  const next = later.find(({ dueAt }) => dueAt !== null)
  const toOf = (item: MyMark) => paths.assignment.to({ courseId, weekId: item.weekId, assignmentId: item.id })
  const weightOf = ({ weight }: MyMark) => weight !== null && `${weight} % of the total`
  return (
    <Page
      title="My marks"
      crumbs={[root, { label: course.title, to: paths.course.to({ courseId }) }]}
      meta={
        <span>
          {marks.data
            ? `${pluralize(graded.length, 'mark')}, ${missing.length} missing, ${waiting.length} waiting`
            : course.trainers.map(({ name }) => name).join(', ')}
        </span>
      }
      side={
        marks.data && (
          <>
            <Total {...marks.data} />
            <p className={classes.note}>
              {marks.data.showMedians && 'Medians are shown from 5 marks on. '}
              Only you and the trainers see your marks.
            </p>
          </>
        )
      }
    >
      {marks.isPending && <SkeletonRows count={6} />}
      {marks.isError && !marks.data && <LoadFailed title="The marks could not be loaded." {...toLoadError(marks)} />}
      {marks.data && all.length === 0 && <EmptyState title="No assignments yet.">Your marks are shown here.</EmptyState>}
      {missing.length > 0 && (
        <Section title="Missing" count={missing.length}>
          <Rows>
            {missing.map((item, index) => (
              <Row
                key={item.id}
                glyph={<StatusIcon name="missing" />}
                name={item.title}
                wraps
                meta={[
                  item.dueAt && `Was ${dueWord(item)} ${dueTime(item.dueAt)}`,
                  item.canSubmit ? item.closesAt && `closes ${dueTime(item.closesAt)}` : 'Closed',
                  item.isMissingCounted ? 'counts as 0' : 'not counted yet',
                  item.lateCost !== null && `${pluralize(item.lateCost, 'mark')} less today`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                {...(!item.canSubmit && { to: toOf(item) })}
                controls={
                  item.canSubmit && (
                    <Button
                      component={Link}
                      to={toOf(item)}
                      {...(index !== missing.findIndex(({ canSubmit }) => canSubmit) && { variant: 'default' })}
                    >
                      Open assignment
                    </Button>
                  )
                }
              />
            ))}
          </Rows>
        </Section>
      )}
      {returned.length > 0 && (
        <Section title="Returned" count={returned.length}>
          <Rows>
            {returned.map((item) => (
              <MarkRow key={item.id} item={item} to={toOf(item)} weight={weightOf(item)} />
            ))}
          </Rows>
        </Section>
      )}
      {marks.data && all.length > 0 && (
        <Section title="Marks" count={graded.length}>
          {graded.length === 0 && (
            <p className={classes.note}>No marks yet.{next?.dueAt && ` Next due: ${next.title}, ${dueTime(next.dueAt)}.`}</p>
          )}
          <Rows>
            {graded.map((item) => (
              <MarkRow key={item.id} item={item} to={toOf(item)} weight={weightOf(item)} />
            ))}
          </Rows>
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title="Waiting for a mark" count={waiting.length}>
          <Rows>
            {waiting.map((item) => (
              <Row
                key={item.id}
                to={toOf(item)}
                glyph={<StatusIcon name="submitted" />}
                name={item.title}
                meta={[`Week ${item.weekNumber}`, item.submittedAt && `submitted ${dueTime(item.submittedAt)}`, weightOf(item)]
                  .filter(Boolean)
                  .join(' · ')}
                fact={`– / ${item.maxMarks}`}
              />
            ))}
          </Rows>
        </Section>
      )}
      {excused.length > 0 && (
        <Section title="Excused" count={excused.length}>
          <Rows>
            {excused.map((item) => (
              <Row
                key={item.id}
                to={toOf(item)}
                glyph={<StatusIcon name="excused" />}
                name={item.title}
                meta={`Week ${item.weekNumber} · not in your total`}
              />
            ))}
          </Rows>
        </Section>
      )}
      {later.length > 0 && (
        <NotDue count={later.length}>
          {later.map((item) => (
            <Row
              key={item.id}
              to={toOf(item)}
              glyph={<StatusIcon name="not-started" />}
              name={item.title}
              meta={[`Week ${item.weekNumber}`, item.dueAt && `${dueWord(item)} ${dueTime(item.dueAt)}`, weightOf(item)]
                .filter(Boolean)
                .join(' · ')}
              fact={`of ${item.maxMarks}`}
            />
          ))}
        </NotDue>
      )}
    </Page>
  )
}

function NotDue({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Not due yet"
      count={count}
      action={
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && <Rows>{children}</Rows>}
    </Section>
  )
}

function MarkRow({ item, to, weight }: { item: MyMark; to: string; weight: string | false }) {
  const { state, marks, maxMarks, deduction, late, gradedAt, weekNumber, feedback, median } = item
  const facts = [
    `Week ${weekNumber}`,
    gradedAt && `${state === 'GRADED' ? 'graded' : 'returned'} ${shortDay(gradedAt)}`,
    late && (deduction > 0 ? `late, ${Math.round(100 * ((marks ?? 0) + deduction)) / 100} less ${deduction}` : 'late'),
    weight,
    median !== null && `class median ${median}`,
  ]
  return (
    <Row
      to={to}
      glyph={<StatusIcon name={state === 'GRADED' ? 'graded' : 'returned'} />}
      name={item.title}
      wraps
      meta={facts.filter(Boolean).join(' · ')}
      fact={`${marks} / ${maxMarks}`}
      factTone={state === 'GRADED' ? 'strong' : 'quiet'}
    >
      {feedback && <p className={classes.feedback}>“{feedback.length > 160 ? `${feedback.slice(0, 160).trimEnd()}…` : feedback}”</p>}
    </Row>
  )
}

type TotalProps = { items: readonly MyMark[]; total: number | null; totalIfNothingMore: number | null; medianTotal: number | null }

function Total({ items, total, totalIfNothingMore, medianTotal }: TotalProps) {
  const counting = items.filter(isCounted)
  const sum = counting.reduce((all, item) => all + getWeight(item), 0)
  const earned = counting.reduce((all, item) => all + getShare(item) * getWeight(item), 0)
  const two = (value: number) => (Math.round(100 * value) / 100).toFixed(2)
  return (
    <Card>
      <div className={classes.sum}>
        <h2 className={classes.sumTitle}>Total so far</h2>
        {medianTotal !== null && <span className={classes.small}>Class median {percent(medianTotal)}</span>}
      </div>
      <p className={classes.big}>{total === null ? '–' : percent(total)}</p>
      {totalIfNothingMore !== null && totalIfNothingMore !== total && (
        <p className={classes.note}>{percent(totalIfNothingMore)} if nothing more comes.</p>
      )}
      {counting.length > 0 && (
        <>
          <div className={classes.blocks} aria-hidden>
            {items
              .filter(({ state }) => state !== 'NOT_ENROLLED' && state !== 'EXCUSED')
              .map((item) => (
                <span
                  key={item.id}
                  className={item.state === 'MISSING' ? classes.lost : classes.block}
                  style={{ flexGrow: getWeight(item) }}
                >
                  <span style={{ width: `${isCounted(item) ? 100 * getShare(item) : 0}%` }} />
                </span>
              ))}
          </div>
          <p className={classes.small}>Each block is one assignment, as wide as its weight. The filled part is earned.</p>
          <Table className={classes.made} aria-label="How it is made">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>How it is made</Table.Th>
                <Table.Th>Mark</Table.Th>
                <Table.Th>Weight</Table.Th>
                <Table.Th>Adds</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {counting.map((item) => (
                <Table.Tr key={item.id} className={item.state === 'MISSING' ? classes.bad : undefined}>
                  <Table.Td>{item.title}</Table.Td>
                  <Table.Td>{percent(100 * getShare(item))}</Table.Td>
                  <Table.Td>{getWeight(item)}</Table.Td>
                  <Table.Td>{two(getShare(item) * getWeight(item))}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th colSpan={2}>
                  {two(earned)} of {two(sum)}
                </Table.Th>
                <Table.Td />
                <Table.Th>{total !== null && percent(total)}</Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </>
      )}
    </Card>
  )
}
