/** A field for a day, with or without a time: typed in many ways, or chosen from a calendar. */

import { ActionIcon, TextInput } from '@mantine/core'
import { lazy, type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatDayAndTime, formatZone, getViewerZone } from '#lib/format-date.ts'
import type { CourseWeek, QuickPick } from '#lib/quick-picks.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
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
  autoFocus?: boolean
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
function ViewerTime({ value, zone }: Pick<DateValueProps, 'value' | 'zone'>) {
  const at = fromLocalInput(value, zone)
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

export function DateTimeField({ label, help, placeholder, error, id, isRequired = false, autoFocus = false, isLabelHidden = false, hasZone = false, ...rest }: DateTimeFieldProps) {
  const { picks, weeks, first, ...date } = rest
  const typed = useTypedDate(date)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const zoneName = formatZone(date.zone)
  const open = (): void =>
    void loadCalendar().then(
      () => setOpen(true),
      () => notify.error('The calendar could not be loaded. Check your connection, or type the date.'),
    )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F4' || (event.key === 'ArrowDown' && event.altKey)) open()
    else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !typed.take()) return
    event.preventDefault()
  }
  const describe = (help !== undefined || hasZone) && (
    <>
      {hasZone && <span className={classes.zone}>{zoneName}</span>} {help}
    </>
  )
  const calendar = isOpen && (
        <Suspense>
          <DateCalendar
            {...date}
            label={label}
            zoneName={zoneName}
            now={typed.now}
            show={typed.show}
            picks={picks ?? []}
            weeks={weeks ?? []}
            first={first}
            onChange={typed.pick}
            onClose={(isByKey) => {
              setOpen(false)
              if (isByKey) input.current?.focus()
            }}
          />
        </Suspense>
      )
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        id={id}
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        description={describe}
        classNames={{ description: help === undefined ? (classes.onlyZone ?? '') : '' }}
        placeholder={placeholder}
        error={error ?? typed.error}
        required={isRequired}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...(autoFocus && { 'data-autofocus': true })}
        value={typed.text}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={() => typed.take()}
        onKeyDown={onKeyDown}
        inputContainer={(children) => (
          <div className={classes.input}>
            {children}
            {calendar}
          </div>
        )}
        rightSectionWidth={44}
        rightSection={
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
        }
      />
      <Understood {...typed} />
      {!typed.isTyping && date.kind !== 'date' && <ViewerTime {...date} />}
    </div>
  )
}
