/** A student's total so far, and how it is calculated. */

import { Flex, Table, Text } from '@mantine/core'
import type { MyMark } from '@lms/contract/marks'
import { roundMarks } from '@lms/contract/rules/marks'
import { getShare, getTotal, getWeight, isCounted } from '@lms/contract/rules/totals'
import { formatPercentage } from '#lib/format-number.ts'
import { Card } from '#ui/card.tsx'
import { IconChevronDown } from '#ui/icons.ts'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import classes from './total-card.module.css'

type Props = { items: readonly MyMark[]; total: number | null; totalIfNothingMore: number | null; medianTotal: number | null }

export const sumWeights = (items: readonly MyMark[]): number => items.reduce((all, item) => all + getWeight(item), 0)

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

export function TotalCard(props: Props) {
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
        {others && <Text variant="meta">{others}</Text>}
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
              <Text variant="caption" c="dimmed">
                Each block is one assignment, as wide as its weight. The filled part is earned.
              </Text>
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
        <Text variant="caption" c="dimmed">
          {formatPercentage((100 * unmarked) / (sum + unmarked))} of the course has no mark yet.
        </Text>
      )}
    </>
  )
}
