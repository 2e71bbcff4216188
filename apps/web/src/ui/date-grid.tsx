/** A month of days, walked by keys, with the weeks of a course at its left. */

import { ActionIcon } from '@mantine/core'
import { Month } from '@mantine/dates'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CourseWeek } from '#lib/quick-picks.ts'
import { addDays, addMonths, fullDate, startOfWeek } from '#lib/zoned-date-time.ts'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import classes from './date-grid.module.css'

type Props = {
  chosen: string | null
  today: string
  weeks: readonly CourseWeek[]
  /** Days before it cannot be chosen. */
  first: { day: string; reason: string } | undefined
  onChoose: (day: string) => void
}

/** Where each key leads from a day. */
const steps: Readonly<Record<string, (day: string, today: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  'Shift+PageUp': (day) => addMonths(day, -12),
  'Shift+PageDown': (day) => addMonths(day, 12),
  t: (_, today) => today,
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** The first days of the rows of a month. */
function listRows(month: string): string[] {
  const rows = [startOfWeek(`${month}-01`)]
  for (let next = addDays(rows[0]!, 7); next.startsWith(month); next = addDays(next, 7)) rows.push(next)
  return rows
}

const isInWeek = (day: string, { startsOn }: CourseWeek): boolean => startsOn !== null && startsOn <= day && day <= addDays(startsOn, 6)

export function DateGrid({ chosen, today, weeks, first, onChoose }: Props) {
  const [cursor, setCursor] = useState(chosen ?? today)
  const [seen, setSeen] = useState(chosen)
  if (chosen !== seen) {
    setSeen(chosen)
    if (chosen !== null) setCursor(chosen)
  }
  const grid = useRef<HTMLDivElement>(null)
  const month = cursor.slice(0, 7)
  const weekOf = (day: string): CourseWeek | undefined => weeks.find((week) => isInWeek(day, week))
  const thisWeek = weekOf(today)
  const isTooEarly = (day: string): boolean => first !== undefined && day < first.day
  const onKeyDown = (event: KeyboardEvent): void => {
    const step =
      steps[
        `${event.shiftKey && event.key.startsWith('Page') ? 'Shift+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
      ]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl' && /^Arrow(Left|Right)$/.test(event.key)
    const day = isMirrored ? addDays(cursor, event.key === 'ArrowLeft' ? 1 : -1) : step(cursor, today)
    flushSync(() => setCursor(day))
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  const toLabel = (day: string): string =>
    [
      `${weekdayName.format(Date.parse(day))} ${fullDate(day)}`,
      day === today && 'today',
      weekOf(day) && `week ${weekOf(day)!.number}`,
      isTooEarly(day) && `cannot be chosen: ${first!.reason}`,
    ]
      .filter(Boolean)
      .join(', ')
  const toDayProps = (day: string) => ({
    'data-day': day,
    'data-today': day === today,
    'data-this-week': thisWeek !== undefined && isInWeek(day, thisWeek),
    'data-other-month': !day.startsWith(month),
    // Month leaves one day in the tab order: the selected one.
    selected: day === cursor,
    'aria-pressed': day === chosen,
    ...(day === cursor && { 'data-autofocus': true }),
    ...(isTooEarly(day) && { 'aria-disabled': true }),
    onClick: () => !isTooEarly(day) && onChoose(day),
  })
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <p aria-live="polite">{monthName.format(Date.parse(`${month}-01`))}</p>
        <ActionIcon aria-label="Month before" onClick={() => setCursor(addMonths(cursor, -1))}>
          <IconChevronLeft size={18} stroke={1.75} className={classes.arrow} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="Month after" onClick={() => setCursor(addMonths(cursor, 1))}>
          <IconChevronRight size={18} stroke={1.75} className={classes.arrow} aria-hidden />
        </ActionIcon>
      </div>
      <div ref={grid} role="presentation" className={classes.body} onKeyDown={onKeyDown}>
        {weeks.some(({ startsOn }) => startsOn !== null) && <WeekNumbers rows={listRows(month)} weeks={weeks} thisWeek={thisWeek} />}
        <Month
          unstyled
          role="grid"
          aria-label={monthName.format(Date.parse(`${month}-01`))}
          classNames={{ month: classes.month ?? '', weekday: classes.weekday ?? '', day: classes.day ?? '' }}
          month={`${month}-01`}
          getDayAriaLabel={toLabel}
          getDayProps={toDayProps}
        />
      </div>
    </div>
  )
}

type WeekNumbersProps = { rows: readonly string[]; weeks: readonly CourseWeek[]; thisWeek: CourseWeek | undefined }

/** Each day names its week to screen readers. A week is in the row in which it starts. */
const WeekNumbers = ({ rows, weeks, thisWeek }: WeekNumbersProps) => (
  <div className={classes.weeks} aria-hidden>
    <span>Week</span>
    {rows.map((row) => {
      const week = weeks.find(({ startsOn }) => startsOn !== null && row <= startsOn && startsOn <= addDays(row, 6))
      return (
        <span key={row} data-this-week={week !== undefined && week === thisWeek}>
          {week?.number}
        </span>
      )
    })}
  </div>
)
