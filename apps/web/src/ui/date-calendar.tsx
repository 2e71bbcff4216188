/** The calendar of a date field: below it, or on phones as a sheet in which nothing is set before its button. */

import { Button, Flex, Popover, Text, TextInput } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import type { CourseWeek, QuickPick } from '#lib/quick-picks.ts'
import { readTime } from '#lib/typed-date.ts'
import { isDateValue } from '#lib/zoned-date-time.ts'
import { DateGrid } from './date-grid.tsx'
import { Dialog } from './dialog.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import { type DateValueProps, useTypedDate } from './use-typed-date.ts'
import classes from './date-calendar.module.css'

type Props = DateValueProps & {
  label: string
  zoneName: string
  /** The local time. */
  now: string
  show: (value: string) => string
  picks: readonly QuickPick[]
  weeks: readonly CourseWeek[]
  first: { day: string; reason: string } | undefined
  /** `isByKey`: the focus belongs to the field again. */
  onClose: (isByKey: boolean) => void
}

export function DateCalendar(props: Props) {
  return useIsPhone() ? <Sheet {...props} /> : <Below {...props} />
}

/** What is around it, such as a dialog, does not close with it, and does not count it as outside. */
function Apart({ children, onEscape }: { children: ReactNode; onEscape: () => void }) {
  const stop = (event: SyntheticEvent): void => event.stopPropagation()
  const onKeyDown = (event: KeyboardEvent): void => {
    // The focus trap listens for it at the document.
    if (event.key === 'Tab') return
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onEscape()
  }
  // Dialogs listen at the window, before anything here, and leave alone what has this mark.
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => target.setAttribute('data-mantine-stop-propagation', 'true')
  return (
    <div role="presentation" className={classes.apart} onMouseDown={stop} onTouchStart={stop} onFocus={onFocus} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

const timeOf = (value: string, usualTime = '09:00'): string => (isDateValue(value) && value.slice(11)) || usualTime

/** Where there is too little space below and above, it covers the field. */
const inView = { flip: true, shift: { crossAxis: true, padding: 8 } }

function Below({ onClose, value, onChange, ...props }: Props) {
  const { kind = 'date-time', usualTime, label, picks, now, show } = props
  /** What Escape keeps. */
  const [old] = useState(value)
  const [time, setTime] = useState(timeOf(value, usualTime))
  const day = isDateValue(value) ? value.slice(0, 10) : null
  const take = (date: string): void => {
    onChange(date)
    onClose(true)
  }
  const changeTime = (next: string): void => {
    setTime(next)
    if (day !== null) onChange(`${day}T${next}`)
  }
  return (
    <Popover
      opened
      onChange={() => onClose(false)}
      position="bottom-start"
      width={380}
      middlewares={inView}
      trapFocus
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Calendar: ${label}`} p={0}>
        <Apart
          onEscape={() => {
            if (value !== old) onChange(old)
            onClose(true)
          }}
        >
          <DateGrid
            {...props}
            chosen={day}
            today={now.slice(0, 10)}
            onChoose={(next) => take(kind === 'date' ? next : `${next}T${time}`)}
          />
          {kind === 'date-time' && <TimeRow time={time} onChange={changeTime} onEnter={() => onClose(true)} hasTimes />}
          {picks.length > 0 && (
            <ul className={classes.picks}>
              {picks.map((pick) => (
                <li key={pick.label}>
                  <button type="button" aria-pressed={pick.value === value} onClick={() => take(pick.value)}>
                    {pick.label}{' '}
                    <Text span variant="meta">
                      {show(pick.value)}
                    </Text>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Keys />
        </Apart>
      </Popover.Dropdown>
    </Popover>
  )
}

const Keys = () => (
  <Text variant="meta" className={classes.line} aria-hidden>
    <span>
      <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> day
    </span>
    <span>
      <kbd>PgUp</kbd> <kbd>PgDn</kbd> month
    </span>
    <span>
      <kbd>T</kbd> today
    </span>
  </Text>
)

const usualTimes = ['09:00', '18:00', '23:59']

type TimeRowProps = { time: string; onChange: (time: string) => void; onEnter: () => void; hasTimes?: boolean }

function TimeRow({ time, onChange, onEnter, hasTimes = false }: TimeRowProps) {
  /** As typed, while it is. */
  const [text, setText] = useState<string | null>(null)
  const isWrong = text !== null && readTime(text) === null
  return (
    <div className={classes.line}>
      <TextInput
        label="Time"
        size="sm"
        classNames={{ root: classes.timeField ?? '' }}
        autoComplete="off"
        error={isWrong}
        value={text ?? time}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          const next = readTime(value)
          if (next !== null) onChange(next)
        }}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (!isWrong) onEnter()
        }}
      />
      {hasTimes &&
        usualTimes.map((usual) => (
          <Button
            key={usual}
            variant="default"
            size="sm"
            className={classes.choice}
            aria-pressed={usual === time}
            onClick={() => onChange(usual)}
          >
            {usual}
          </Button>
        ))}
    </div>
  )
}

/** With a draft of its own. */
function Sheet({ value, onChange, onClose, label, zoneName, picks, now, ...rest }: Props) {
  const { kind = 'date-time', usualTime } = rest
  const [draft, setDraft] = useState(value)
  const typed = useTypedDate({ ...rest, value: draft, onChange: setDraft })
  const day = isDateValue(draft) ? draft.slice(0, 10) : null
  const time = timeOf(draft, usualTime)
  const close = (): void => onClose(true)
  const set = (): void => {
    typed.take()
    if (draft !== '' && !isDateValue(draft)) return
    onChange(draft)
    close()
  }
  return (
    <Dialog isOpen isAbovePopovers onClose={close} title={label}>
      <Apart onEscape={close}>
        <Text variant="meta" className={classes.zone}>
          {zoneName}
        </Text>
        <TextInput
          type="search"
          aria-label={label}
          autoComplete="off"
          error={typed.error}
          value={typed.text}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onBlur={() => typed.take()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.take()) event.preventDefault()
          }}
        />
        <Text variant="meta" role="status" mih={18} mt={4}>
          {typed.understood ?? typed.half ?? typed.warning}
        </Text>
        {picks.length > 0 && (
          <div className={classes.chips}>
            {picks.map((pick) => (
              <Button
                key={pick.label}
                variant="default"
                className={classes.choice}
                aria-pressed={pick.value === draft}
                onClick={() => typed.pick(pick.value)}
              >
                {pick.label}
              </Button>
            ))}
          </div>
        )}
        <DateGrid
          {...rest}
          chosen={day}
          today={now.slice(0, 10)}
          onChoose={(next) => typed.pick(kind === 'date' ? next : `${next}T${time}`)}
        />
        {kind === 'date-time' && <TimeRow time={time} onChange={(next) => day !== null && typed.pick(`${day}T${next}`)} onEnter={set} />}
        <Flex gap={8} mt={4}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button flex={1} onClick={set}>
            {draft === '' && value !== '' ? 'Remove the date' : `Set ${day === null ? '' : typed.show(draft)}`}
          </Button>
        </Flex>
      </Apart>
    </Dialog>
  )
}
