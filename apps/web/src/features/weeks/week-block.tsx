/** A week as an expandable block: number, dates and state; its items below, or what staff can add to an empty one. */

import { Button, Flex, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { formatLastDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { getWeekRange } from '#lib/zoned-date-time.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconChevronDown, IconClipboardText, IconMovie, IconVideo } from '#ui/icons.ts'
import { StatusText } from '#ui/status-badge.tsx'
import type { PlannedWeek } from './week-plan.ts'
import { WeekSquare } from './week-progress.tsx'
import classes from './week-block.module.css'

type Props = {
  planned: PlannedWeek
  isOpenFirst: boolean
  /** The items as rows; a text if there are none. */
  children: ReactNode
  /** For staff: actions for the week. */
  menu?: ReactNode
  /** For staff: moves the week. */
  handle?: ReactNode
  /** Whether weeks are being moved: all are closed. */
  isMoving?: boolean
  isLifted?: boolean
  /** For staff: the number of an earlier week that starts later. */
  startsBefore?: number | undefined
  isStaff?: boolean
  /** For staff: the number of submissions to grade. */
  waiting?: number
  /** Below the heading of a group, so the title is an h3. */
  isGrouped?: boolean
  /** Scrolls here if the block is below the window when the page opens. */
  isKeptInView?: boolean
}

function formatDates({ week, isThisWeek }: PlannedWeek): string {
  if (!week.startsOn) return ''
  return isThisWeek ? `${getWeekRange(week.startsOn)}, this week` : getWeekRange(week.startsOn)
}

function WeekState({ planned, waiting, isStaff }: { planned: PlannedWeek; waiting: number; isStaff: boolean }) {
  const { week, kind, done, total, missing } = planned
  if (!week.published)
    return isStaff ? <StatusText state="draft">Not published</StatusText> : <StatusText state="locked">Not open yet</StatusText>
  if (week.locked)
    return <StatusText state="locked">{week.unlockAt ? `Opens ${formatLastDay(week.unlockAt, serverNow())}` : 'Locked'}</StatusText>
  if (waiting > 0) return <span className={classes.count}>{waiting} to grade</span>
  if (isStaff && week.media.length + week.assignments.length === 0) return <span className={classes.count}>Empty</span>
  if (total === 0) return null
  if (missing > 0) return <StatusText state="missing">{missing} missing</StatusText>
  if (done === total) return <StatusText state="done" />
  return kind === 'ahead' ? null : <span className={classes.count}>{`${done} of ${total}`}</span>
}

/** Scrolls once, and not if the browser has restored the scroll position. */
function useInView(isWanted: boolean) {
  const block = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isWanted || window.scrollY > 0 || !block.current) return
    const { top } = block.current.getBoundingClientRect()
    if (top > window.innerHeight - 120) block.current.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return block
}

export function WeekBlock({
  planned,
  isOpenFirst,
  children,
  menu,
  handle,
  isMoving = false,
  isLifted = false,
  startsBefore,
  isStaff = false,
  waiting = 0,
  isGrouped = false,
  isKeptInView = false,
}: Props) {
  const block = useInView(isKeptInView)
  const Heading = isGrouped ? 'h3' : 'h2'
  const [wasOpened, setOpen] = useState(isOpenFirst)
  const isOpen = wasOpened && !isMoving
  const id = useId()
  const { week, kind } = planned
  const dates = formatDates(planned)
  return (
    <section ref={block} className={`${classes.block} ${isLifted ? classes.lifted : ''}`} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        {handle}
        <Heading className={classes.heading}>
          <button type="button" className={classes.blockToggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            <WeekSquare number={week.number} state={kind === 'now' ? 'now' : 'plain'} />
            <span className={classes.blockText}>
              <span className={classes.words}>
                <bdi id={`${id}-title`} className={classes.title}>
                  {week.title}
                </bdi>
                {dates && (
                  <span className={`${classes.dates} ${startsBefore ? classes.warn : ''}`}>
                    {startsBefore ? `${dates}, before week ${startsBefore}` : dates}
                  </span>
                )}
              </span>
              <span className={classes.state}>
                <WeekState planned={planned} waiting={waiting} isStaff={isStaff} />
              </span>
            </span>
            <IconChevronDown className={`${classes.chevron} ${isOpen ? '' : classes.shut}`} size={18} stroke={1.75} aria-hidden />
          </button>
        </Heading>
        {menu}
      </div>
      <div id={id} className={classes.items} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type EmptyProps = {
  week: { id: string; courseId: string; title: string }
  /** The next step of the whole page: with a picture, and its first button filled. */
  isNextStep: boolean
}

export function EmptyWeek({ week, isNextStep }: EmptyProps) {
  const at = { courseId: week.courseId, weekId: week.id }
  const links = [
    { label: 'Add video', Icon: IconMovie, to: paths.mediaNew.to(at) },
    { label: 'Add live session', Icon: IconVideo, to: paths.mediaNew.to(at, { kind: 'live' }) },
    { label: 'Add assignment', Icon: IconClipboardText, to: paths.assignmentNew.to(at) },
  ]
  const buttons = (
    <Flex wrap="wrap" gap={8}>
      {links.map(({ label, Icon, to }, index) => (
        <Button
          key={label}
          component={Link}
          to={to}
          {...(!(isNextStep && index === 0) && { variant: 'default' })}
          leftSection={<Icon {...icon} />}
          aria-label={`${label} to ${isolate(week.title)}`}
        >
          {label}
        </Button>
      ))}
    </Flex>
  )
  if (isNextStep)
    return (
      <div className={classes.box}>
        <EmptyState title="This week is empty." action={buttons}>
          Add the first item.
        </EmptyState>
      </div>
    )
  return (
    <Stack gap={12} pb={8}>
      <Text variant="meta">This week is empty.</Text>
      {buttons}
    </Stack>
  )
}
