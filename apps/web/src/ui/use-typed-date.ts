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

/** Moves times that do not exist, and says so as long as the field has the value that came of it. */
function useSettled({ value, kind, zone }: Required<Pick<DateValueProps, 'value' | 'kind' | 'zone'>>) {
  const [last, setLast] = useState<{ of: string; zone: string; warning: string | null } | null>(null)
  const settle = (date: string): string => {
    if (kind === 'date' || date === '') return date
    const settled = settleLocalTime(date, zone)
    setLast({ of: settled.value, zone, warning: settled.warning })
    return settled.value
  }
  if (last?.of === value && last.zone === zone) return { settle, warning: last.warning }
  // The zone was changed after the time.
  const now = kind === 'date' || !isDateValue(value) ? null : settleLocalTime(value, zone)
  return { settle, warning: now && now.value !== value ? now.warning : null }
}

/** The form always has what is understood so far, so that it can be saved at any moment. */
export function useTypedDate({ value, onChange, kind = 'date-time', zone, usualTime = '09:00' }: DateValueProps) {
  const [last, setTyping] = useState<Typing | null>(null)
  const { settle, warning } = useSettled({ value, kind, zone })
  const now = toLocalInput(new Date(serverNow()).toISOString(), zone)
  const show = (date: string): string => showDate(date, { order: dateOrder, now })
  /** The form may have got another value since, such as by “Discard”. */
  const typing = last?.sent === value ? last : null
  const type = (text: string): void => {
    const before = typing?.before ?? value
    const understood = readDate(text, { kind, order: dateOrder, now, before, usualTime })
    const sent = 'value' in understood ? settle(understood.value) : text
    setTyping({ text, before, understood, sent })
    onChange(sent)
  }
  /** Whether there was something to take. */
  const take = (): boolean => {
    setTyping(null)
    return typing !== null
  }
  /** Another value, as from a calendar. */
  const pick = (date: string): void => {
    setTyping(null)
    onChange(settle(date))
  }
  const shown = typing ? describeTyping(typing, show) : { ...notTyping, error: findDateError(value, kind), warning }
  return { text: typing ? typing.text : show(value), type, take, pick, show, now, ...shown }
}

type Shown = { isTyping: boolean; understood: string | null; half: string | undefined; error: string | undefined; warning: string | null }

const notTyping = { isTyping: false, understood: null, half: undefined }

function describeTyping({ understood, sent }: Typing, show: (date: string) => string): Shown {
  const isDate = 'value' in understood
  return {
    isTyping: true,
    understood: isDate ? show(sent) : null,
    half: isDate ? undefined : understood.half,
    error: undefined,
    warning: null,
  }
}
