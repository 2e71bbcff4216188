/** A field for a day, with or without a time: typed in many ways, or chosen from a calendar. */

import { ActionIcon, TextInput } from '@mantine/core'
import { lazy, type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatDayAndTime, getViewerZone } from '#lib/format-date.ts'
import type { CourseWeek, QuickPick } from '#lib/quick-picks.ts'
import { formatZone, fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { IconAlertTriangle, IconCalendar, IconCircleCheck, IconCircleDashed, IconWorld } from './icons.ts'
import { notify } from './toasts.tsx'
import { type DateValueProps, useTypedDate } from './use-typed-date.ts'
import classes from './date-time-field.module.css'

export type DateTimeFieldProps = DateValueProps & {
  label: string
  help?: ReactNode
  placeholder?: string
  error?: ReactNode
  id?: string
  isRequired?: boolean
  /** Where the words around it are its label. */
  isLabelHidden?: boolean
  /** Names the zone beside the label, for a field without a group that names it. */
  hasZone?: boolean
  picks?: readonly QuickPick[]
  weeks?: readonly CourseWeek[]
  /** Earlier days cannot be chosen in the calendar: “before the first day”. */
  first?: { day: string; reason: string } | undefined
}

const loadCalendar = () => import('./date-calendar.tsx')
const DateCalendar = lazy(() => loadCalendar().then((module) => ({ default: module.DateCalendar })))
const fetchAhead = (): void => void loadCalendar().catch(() => undefined)

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** What is understood of the text while it is typed; afterwards, a warning. */
function Understood({ understood, half, warning }: Pick<ReturnType<typeof useTypedDate>, 'understood' | 'half' | 'warning'>) {
  return (
    <div role="status" className={classes.status}>
      {understood !== null && (
        <p className={classes.line}>
          <IconCircleCheck {...icon} />
          <b>{understood || 'Empty'}</b>
          <kbd>Enter</kbd>
        </p>
      )}
      {half !== undefined && (
        <p className={classes.line}>
          <IconCircleDashed {...icon} />
          {half}
        </p>
      )}
      {warning !== null && (
        <p className={`${classes.line} ${classes.warn}`}>
          <IconAlertTriangle {...icon} />
          {warning}
        </p>
      )}
    </div>
  )
}

/** The same time on the viewer's clock, where that differs. */
function ViewerTime({ value, zone, kind }: DateValueProps) {
  const at = kind === 'date' ? null : fromLocalInput(value, zone)
  const viewerZone = getViewerZone()
  if (at === null || toLocalInput(at, viewerZone) === toLocalInput(at, zone)) return null
  return (
    <p className={classes.line}>
      <IconWorld {...icon} />
      <span>
        <b>{formatDayAndTime(at)}</b> for you, {formatZone(viewerZone)}
      </span>
    </p>
  )
}

/** The calendar is below the input, not below the error. */
const around = (calendar: ReactNode) => (input: ReactNode) => (
  <div className={classes.input}>
    {input}
    {calendar}
  </div>
)

/** Whether the calendar is open, which is loaded then, and the button that opens it. */
function useCalendar(label: string) {
  const [isOpen, setOpen] = useState(false)
  const open = (): void =>
    void loadCalendar().then(
      () => setOpen(true),
      () => notify.error('The calendar could not be loaded. Check your connection, or type the date.'),
    )
  const button = (
    <ActionIcon
      size={36}
      aria-label={`Calendar: ${label}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={open}
    >
      <IconCalendar size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return { isOpen, open, close: () => setOpen(false), button }
}

/** What screen readers read with the label. */
const Description = ({ help, zone }: { help: ReactNode; zone: string | null }) => (
  <>
    {zone !== null && <span className={classes.zone}>{zone}</span>} {help}
  </>
)

export function DateTimeField(props: DateTimeFieldProps) {
  const { label, isLabelHidden = false, help, placeholder, error, id, isRequired = false, hasZone = false, ...rest } = props
  const { picks = [], weeks = [], first, ...date } = rest
  const typed = useTypedDate(date)
  const input = useRef<HTMLInputElement>(null)
  const calendar = useCalendar(label)
  const zoneName = formatZone(date.zone)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F4' || (event.key === 'ArrowDown' && event.altKey)) calendar.open()
    else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !typed.take()) return
    event.preventDefault()
  }
  const onClose = (isByKey: boolean): void => {
    calendar.close()
    if (isByKey) input.current?.focus()
  }
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        id={id}
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        {...((help !== undefined || hasZone) && { description: <Description help={help} zone={hasZone ? zoneName : null} /> })}
        classNames={{ description: help === undefined ? (classes.onlyZone ?? '') : '' }}
        placeholder={placeholder}
        error={error ?? typed.error}
        required={isRequired}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed.text}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={() => typed.take()}
        onKeyDown={onKeyDown}
        inputContainer={around(
          calendar.isOpen && (
            <Suspense>
              <DateCalendar
                {...date}
                {...{ label, zoneName, picks, weeks, first, onClose }}
                now={typed.now}
                show={typed.show}
                onChange={typed.pick}
              />
            </Suspense>
          ),
        )}
        rightSectionWidth={44}
        rightSection={calendar.button}
      />
      <Understood {...typed} />
      {!typed.isTyping && <ViewerTime {...date} />}
    </div>
  )
}
