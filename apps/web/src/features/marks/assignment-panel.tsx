/** One assignment of the gradebook: the distribution of its marks, its weight, and links. */

import { Button, Flex, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { GradebookColumn, MarkSpread } from '@lms/contract/marks'
import { readTypedMark } from '@lms/contract/rules/mark-text'
import { roundMarks } from '@lms/contract/rules/marks'
import { describeThousands } from '@lms/contract/rules/number-text'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useForm } from '#lib/form.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useCan } from '#lib/session.ts'
import { IconArrowsSort, IconClipboardText, IconEye, IconFilter, IconPercentage } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { useUpdateMarkSettings } from './api.ts'
import type { GradebookList } from './use-gradebook.ts'
import classes from './assignment-panel.module.css'
import shared from './marks.module.css'

type Props = {
  course: Course
  column: GradebookColumn
  summary: MarkSpread | undefined
  list: GradebookList
  onClose: () => void
  /** Asks before the held marks are released. */
  onRelease: () => void
}

/** The distribution of fewer marks would identify students. */
const leastForSpread = 3

/** Below a column header; on phones in a sheet. */
export function AssignmentPanel({ course, column, summary, list, onClose, onRelease }: Props) {
  const may = useCan()
  const courseId = course.id
  const [isWeight, setWeight] = useState(false)
  const { id, weight, maxMarks, held, isOpen } = column
  const sort = (): void => {
    list.sortBy('mark', id)
    onClose()
  }
  return (
    <div className={classes.panel}>
      {summary && summary.graded >= leastForSpread ? (
        <Spread summary={summary} maxMarks={maxMarks} />
      ) : (
        <p className={shared.note}>The spread is shown from 3 marks on.</p>
      )}
      {!isOpen && <p className={shared.note}>Students do not see this week: its marks count in no total.</p>}
      <ul className={classes.ways}>
        <li>
          <Button
            {...linkProps}
            component={Link}
            to={paths.submissions.to({ courseId, assignmentId: id })}
            leftSection={<IconClipboardText {...icon} />}
          >
            Open submissions
          </Button>
        </li>
        <li>
          <Button {...linkProps} leftSection={<IconArrowsSort {...icon} />} onClick={sort}>
            Sort by this mark
          </Button>
        </li>
        {summary && summary.missing > 0 && (
          <li>
            <Button
              {...linkProps}
              leftSection={<IconFilter {...icon} />}
              onClick={() => {
                list.setState('missing', id)
                onClose()
              }}
            >
              Show the {summary.missing} missing
            </Button>
          </li>
        )}
        {may('marks.write', course.membership) && (
          <li>
            <Button {...linkProps} leftSection={<IconPercentage {...icon} />} aria-expanded={isWeight} onClick={() => setWeight(!isWeight)}>
              Change weight, now {weight === null ? maxMarks : `${weight} %`}
            </Button>
            {isWeight && <Weight courseId={courseId} column={column} />}
          </li>
        )}
        {held > 0 && may('submission.grade', course.membership) && (
          <li>
            <Button {...linkProps} leftSection={<IconEye {...icon} />} onClick={onRelease}>
              Release {pluralize(held, 'held mark')}
            </Button>
          </li>
        )}
      </ul>
      {held === 0 && summary && summary.graded > 0 && <p className={shared.note}>All marks are released.</p>}
    </div>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const linkProps = { variant: 'subtle', color: 'dark', fullWidth: true, justify: 'flex-start' } as const

function Spread({ summary, maxMarks }: { summary: MarkSpread; maxMarks: number }) {
  const [isTable, setTable] = useState(false)
  const { spread, graded, median, lowest, highest } = summary
  const most = Math.max(...spread)
  const edge = (part: number) => roundMarks((maxMarks * part) / 5)
  const bars = spread.map((count, part) => ({
    count,
    label: `${edge(part)} to ${edge(part + 1)}`,
    hasMedian: median !== null && Math.min(Math.floor((5 * median) / maxMarks), 4) === part,
  }))
  return (
    <div>
      <Flex align="flex-end" gap={12} mb={8} aria-hidden>
        {bars.map(({ count, label, hasMedian }) => (
          <div key={label} className={classes.bar}>
            <span>{count}</span>
            <span
              data-drawn
              className={`${classes.column} ${hasMedian ? classes.median : ''}`}
              style={{ height: `${Math.round((72 * count) / most)}px` }}
            />
            <span className={shared.small}>{label}</span>
          </div>
        ))}
      </Flex>
      <p className={shared.facts}>
        <span>
          Median <strong>{median}</strong>
        </span>
        <span>
          Lowest <strong>{lowest}</strong>
        </span>
        <span>
          Highest <strong>{highest}</strong>
        </span>
        <Button variant="subtle" size="compact-sm" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Hide table' : 'Show table'}
        </Button>
      </p>
      {isTable && (
        <Table aria-label="Spread of the marks">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Marks</Table.Th>
              <Table.Th>Students</Table.Th>
              <Table.Th>Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map(({ count, label }) => (
              <Table.Tr key={label}>
                <Table.Td>{label}</Table.Td>
                <Table.Td>{count}</Table.Td>
                <Table.Td>{formatPercentage((100 * count) / graded)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}

const readWeight = (text: string): number | null | undefined => readTypedMark(text, 9_999.99)

const checkWeight = ({ weight }: { weight: string }) =>
  readWeight(weight) === undefined ? { weight: describeThousands(weight) ?? 'Enter a number such as 15' } : {}

function Weight({ courseId, column }: { courseId: string; column: GradebookColumn }) {
  const initial = { weight: column.weight === null ? '' : String(column.weight) }
  const form = useForm({ draft: null, initial, check: checkWeight })
  const update = useUpdateMarkSettings()
  const save = form.submit((values) =>
    update.mutate(
      { params: { courseId }, body: { weights: [{ assignmentId: column.id, weight: readWeight(values.weight) ?? null }] } },
      {
        onSuccess: () => notify.success('Weight saved'),
        onError: (error) => form.setErrors({ weight: getErrorMessage(error) }),
      },
    ),
  )
  return (
    <Flex component="form" align="flex-end" wrap="wrap" gap={8} m="8px 12px" onSubmit={save} noValidate>
      <TextInput
        label="Weight in percent"
        description="Leave empty for its maximum mark"
        inputMode="decimal"
        {...form.inputProps('weight')}
      />
      <Button type="submit" variant="default" loading={update.isPending}>
        Save weight
      </Button>
    </Flex>
  )
}
