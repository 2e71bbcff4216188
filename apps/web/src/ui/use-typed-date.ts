/** A date as text in a field: what is typed, what it means, and what is shown once it is left. */

import { useState } from 'react'
import { serverNow } from '#lib/server-clock.ts'
import { type DateKind, dateOrder, findDateError, readDate, showDate, type Understood } from '#lib/typed-date.ts'
import { isDateValue, settleLocalTime, toLocalInput } from '#lib/zoned-date-time.ts'

export type DateValueProps = {
  /** `2026-11-22`, or `2026-11-22T23:59` in the zone; a text that was not understood as it was typed. `lib/zoned-date-time.ts` turns it into an instant and back. */
  value: string
  onChange: (value: string) => void
  kind?: DateKind
  zone: string
  /** Of a day that is typed without a time. */
  usualTime?: string
}

/** `sent`: the value that the form has for the text. */
type Typing = { text: string; before: string; sent: string; understood: Understood }

/** The form always has what is understood so far, so that it can be saved at any moment. */
export function useTypedDate({ value, onChange, kind = 'date-time', zone, usualTime = '09:00' }: DateValueProps) {
  const [lastTyping, setTyping] = useState<Typing | null>(null)
  const [lastWarning, setWarning] = useState<{ of: string; words: string | null } | null>(null)
  const now = toLocalInput(new Date(serverNow()).toISOString(), zone)
  /** The form may have got another value meanwhile, such as by “Discard”. */
  const typing = lastTyping?.sent === value ? lastTyping : null
  const show = (date: string): string => showDate(date, { order: dateOrder, now })
  const settle = (date: string): string => {
    if (kind === 'date' || date === '') return date
    const settled = settleLocalTime(date, zone)
    setWarning({ of: settled.value, words: settled.warning })
    return settled.value
  }
  const send = (date: string): string => {
    onChange(date)
    return date
  }
  const type = (text: string): void => {
    const before = typing?.before ?? value
    const understood = readDate(text, { kind, order: dateOrder, now, before, usualTime })
    setTyping({ text, before, understood, sent: send('value' in understood ? settle(understood.value) : text) })
  }
  const warning = (): string | null => {
    if (lastWarning?.of === value) return lastWarning.words
    // The zone was changed after the time.
    return kind === 'date' || !isDateValue(value) || settleLocalTime(value, zone).value === value ? null : settleLocalTime(value, zone).warning
  }
  return {
    text: typing ? typing.text : show(value),
    type,
    /** Whether there was something to take. */
    take: (): boolean => {
      setTyping(null)
      return typing !== null
    },
    /** Sets another value, as by a calendar. */
    pick: (date: string): void => {
      setTyping(null)
      send(settle(date))
    },
    isTyping: typing !== null,
    understood: typing && 'value' in typing.understood ? show(value) : null,
    half: typing && 'half' in typing.understood ? typing.understood.half : undefined,
    error: typing ? undefined : findDateError(value, kind),
    warning: typing ? null : warning(),
    show,
    now,
  }
}
