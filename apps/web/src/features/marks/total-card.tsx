/** The total of one's own marks so far, and how it is made. */
import type { MyMark } from '@lms/contract/marks'
import { getShare, getTotal, getWeight, isCounted } from '@lms/contract/rules/totals'
import { Table } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { percent } from '#lib/format-date.ts'
import { Card } from '#ui/card.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import classes from './my-marks.module.css'

type Props = { items: readonly MyMark[]; total: number | null; totalIfNothingMore: number | null; medianTotal: number | null }

const toHundredths = (value: number): number => Math.round(100 * value) / 100
const sumWeights = (items: readonly MyMark[]): number => items.reduce((all, item) => all + getWeight(item), 0)

/** Totals under other conditions, as sentences. */
function describeOthers({ items, total, totalIfNothingMore }: Props): string {
  const missing = items.filter((item) => item.state === 'MISSING' && isCounted(item)).length
  const without = missing > 0 ? getTotal(items.filter(({ state }) => state !== 'MISSING')) : null
  return [
    without !== null && `${percent(without)} without the missing ${missing === 1 ? 'assignment' : 'assignments'}.`,
    totalIfNothingMore !== null && totalIfNothingMore !== total && `${percent(totalIfNothingMore)} if nothing more comes.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function TotalCard(props: Props) {
  const { items, total, medianTotal } = props
  const isPhone = useIsPhone()
  const owed = items.filter(({ state }) => state !== 'NOT_ENROLLED' && state !== 'EXCUSED')
  const hasCounted = owed.some(isCounted)
  const others = describeOthers(props)
  return (
    <Card>
      <div className={classes.sum}>
        <h2 className={classes.sumTitle}>Total so far</h2>
        {medianTotal !== null && <span>Class median {percent(medianTotal)}</span>}
      </div>
      <div className={classes.total}>
        <p className={classes.big}>{total === null ? '–' : percent(total)}</p>
        {others && <p className={classes.note}>{others}</p>}
      </div>
      {hasCounted && (
        <>
          <div className={classes.blocks} aria-hidden>
            {owed.map((item) => (
              <span key={item.id} className={item.state === 'MISSING' ? classes.lost : classes.block} style={{ flexGrow: getWeight(item) }}>
                <span style={{ width: `${isCounted(item) ? 100 * getShare(item) : 0}%` }} />
              </span>
            ))}
          </div>
          {isPhone ? (
            <details className={classes.fold}>
              <summary>
                How it is made
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
  const addsOf = (item: MyMark): number => getShare(item) * getWeight(item)
  const earned = counting.reduce((all, item) => all + addsOf(item), 0)
  return (
    <>
      <Table className={classes.made} horizontalSpacing={0} verticalSpacing={5} aria-label="How it is made">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>How it is made</Table.Th>
            <Table.Th>Mark</Table.Th>
            {hasWeights && <Table.Th>Weight</Table.Th>}
            <Table.Th>Adds</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counting.map((item) => (
            <Table.Tr key={item.id} className={item.state === 'MISSING' ? classes.bad : undefined}>
              <Table.Td>{item.title}</Table.Td>
              <Table.Td>{percent(100 * getShare(item))}</Table.Td>
              {hasWeights && <Table.Td>{item.weight === null ? item.maxMarks : `${item.weight}\u00a0%`}</Table.Td>}
              <Table.Td>{addsOf(item).toFixed(2)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>
              {toHundredths(earned)} of {toHundredths(sum)}
            </Table.Th>
            <Table.Td />
            {hasWeights && <Table.Td>{owed.every(({ weight }) => weight !== null) && `${toHundredths(sum)}\u00a0%`}</Table.Td>}
            <Table.Th>{total !== null && percent(total)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {unmarked > 0 && <p className={classes.small}>{percent((100 * unmarked) / (sum + unmarked))} of the course has no mark yet.</p>}
    </>
  )
}
