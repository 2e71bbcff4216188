/** What happened in the school in the last twelve weeks: two charts, and all figures as a table. */

import { Button, Table } from '@mantine/core'
import { useId } from 'react'
import type { SchoolHome, WeekOfActivity } from '@lms/contract/home'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import classes from './school-home.module.css'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Weeks = readonly WeekOfActivity[]
const formatCount = (count: number): string => count.toLocaleString('en-GB')

/** “31” and “Aug”, and within a month only “7”: the days on which weeks start, which have no time zone. */
function getStart(weeks: Weeks, index: number): { day: string; month: string | null } {
  const [from, before] = [weeks[index]!.startsOn, weeks[index - 1]?.startsOn]
  const [dayOfMonth, month] = [Number(from.slice(8)), months[Number(from.slice(5, 7)) - 1]!]
  return { day: String(dayOfMonth), month: from.slice(0, 7) === before?.slice(0, 7) ? null : month }
}
const formatStart = (weeks: Weeks, index: number): string => {
  const { day, month } = getStart(weeks, index)
  return month ? `${day} ${month}` : day
}

const countDone = ({ videos, sessions, submissions }: WeekOfActivity): number => videos + sessions + submissions

type ChartProps = { title: string; figure: string; note: string; weeks: Weeks; countOf: (week: WeekOfActivity) => number }

/** The table holds the same figures, so the drawing is hidden from screen readers. */
function Chart({ title, figure, note, weeks, countOf }: ChartProps) {
  const most = Math.max(1, ...weeks.map(countOf))
  return (
    <div>
      <h3 className={classes.chartTitle}>{title}</h3>
      <p className={classes.chartNote}>
        <Stat>{figure}</Stat> {note}
      </p>
      <div className={classes.chart} aria-hidden>
        {weeks.map((week, index) => (
          <div key={week.startsOn} className={classes.column}>
            <span className={classes.value}>{formatCount(countOf(week))}</span>
            <span
              className={`${classes.columnBar} ${index === weeks.length - 1 ? classes.current : ''}`}
              style={{ '--share': `${(100 * countOf(week)) / most}%` }}
              data-drawn
            />
            <span className={classes.columnLabel}>
              {getStart(weeks, index).day} <span>{getStart(weeks, index).month}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

const rows: readonly { label: string; key: Exclude<keyof WeekOfActivity, 'startsOn'> }[] = [
  { label: 'People signed in', key: 'signedIn' },
  { label: 'New people', key: 'newPeople' },
  { label: 'Videos watched', key: 'videos' },
  { label: 'Live sessions attended', key: 'sessions' },
  { label: 'Submissions', key: 'submissions' },
]

function ActivityTable({ weeks }: { weeks: Weeks }) {
  return (
    // Scrolled with the keyboard where it is wider than the page.
    <div className={classes.tableBox} tabIndex={0} role="region" aria-label="Activity by week, scrolled sideways">
      <Table aria-label="Activity by week">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Week from</Table.Th>
            {weeks.map(({ startsOn }, index) => (
              <Table.Th key={startsOn} scope="col" ta="right">
                {formatStart(weeks, index)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, key }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              {weeks.map((week) => (
                <Table.Td key={week.startsOn} ta="right">
                  {formatCount(week[key])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export function Activity({ weeks, people }: { weeks: Weeks } & Pick<SchoolHome, 'people'>) {
  const showsTable = useSession(({ user }) => user?.preferences?.activityTable) === true
  const id = useId()
  const last = weeks.at(-1)
  if (!last) return null
  // One bar says nothing.
  const hasCharts = weeks.length > 1
  const everyone = people.students + people.trainers + people.admins
  const toggle = (
    <Button
      variant="subtle"
      size="sm"
      aria-expanded={showsTable}
      aria-controls={id}
      onClick={() => choosePreferences({ activityTable: !showsTable })}
    >
      {showsTable ? 'Hide table' : 'Show table'}
    </Button>
  )
  return (
    <Section title={hasCharts ? `Last ${weeks.length} weeks` : 'This week'} action={hasCharts && toggle}>
      {hasCharts && (
        <div className={classes.charts}>
          <Chart
            title="People"
            figure={formatCount(last.signedIn)}
            note={`of ${formatCount(everyone)} people signed in this week`}
            weeks={weeks}
            countOf={({ signedIn }) => signedIn}
          />
          <Chart
            title="Activity"
            figure={formatCount(countDone(last))}
            note="videos, live sessions and submissions this week"
            weeks={weeks}
            countOf={countDone}
          />
        </div>
      )}
      <div id={id}>{(showsTable || !hasCharts) && <ActivityTable weeks={weeks} />}</div>
      <p className={classes.help}>Weeks begin on Monday. This week is counted once an hour.</p>
    </Section>
  )
}
