/** Dates and times as people type them (“29 nov”, “tomorrow 9”, “+7d”) and as a field shows them (“Sun 29 Nov, 23:59”). */

import { serverNow } from './server-clock.ts'
import { addDays, isDateValue } from './zoned-date-time.ts'

export type DateKind = 'date' | 'date-time'

/** Which of two numbers is the day, and the order in which a day is shown: month first in English (US) only. */
export type DateOrder = 'day-first' | 'month-first'

export const getDateOrder = (language: string): DateOrder => (language === 'en-US' ? 'month-first' : 'day-first')

/** Values are days and local times of the field's zone: `2026-11-29`, `2026-11-29T23:59`. */
export type TypedDateOptions = {
  kind: DateKind
  order: DateOrder
  now: string
  /** The field's value before typing: `+7d` counts from it, and a time alone keeps its day. */
  before: string
  /** The time of a day that is typed without one. */
  usualTime: string
}

/** `half`: what is understood of a date whose year is still being typed. */
export type Understood = { value: string } | { error: string; half?: string }

const months = 'january february march april may june july august september october november december'.split(' ')
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
/** Days from today. */
const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, now: 0, tomorrow: 1 }
const namedTimes: Readonly<Record<string, string>> = { noon: '12:00', midday: '12:00', midnight: '00:00' }

const capital = (name = ''): string => name.charAt(0).toUpperCase() + name.slice(1)
const short = (name = ''): string => capital(name.slice(0, 3))
const toDay = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
const getWeekday = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay()

/** “Sun 29 Nov, 23:59”, with the year if it is not that of `now`. What is not a date, such as a date half typed, is shown as it is. */
export function showDate(value: string, { order, now }: Pick<TypedDateOptions, 'order' | 'now'>): string {
  const [, year = '', month, day, , time] = /^(\d{4})-(\d\d)-(\d\d)(T(\d\d:\d\d))?/.exec(value) ?? []
  if (!month) return value
  const name = short(months[Number(month) - 1])
  const parts = order === 'day-first' ? [Number(day), name] : [name, Number(day)]
  const words = [short(weekdays[getWeekday(value.slice(0, 10))]), ...parts, ...(now.startsWith(year) ? [] : [year])]
  return words.join(' ') + (time ? `, ${time}` : '')
}

/** “Enter a date such as Sun 29 Nov, 23:59”. */
const describe = ({ kind, order }: Pick<TypedDateOptions, 'kind' | 'order'>): string =>
  `Enter a date such as ${showDate(kind === 'date' ? '2026-11-29' : '2026-11-29T23:59', { order, now: '2026' })}`

const firstYear = 2000
const lastYear = 2100
const yearError = `Enter a year from ${firstYear} to ${lastYear}.`

/** Longer texts are no dates. */
export const maxTypedLength = 60

/** What has been found in the text so far. */
type Found = {
  /** A number whose meaning depends on what follows. */
  bare?: number
  day?: number
  month?: number
  year?: string
  weekday?: number
  /** Days from today, or with `isFromValue` from the value. */
  offset?: number
  isFromValue?: boolean
  isNow?: boolean
  time?: string
}

const hasDate = ({ day, weekday, offset }: Found): boolean => day !== undefined || weekday !== undefined || offset !== undefined

/** Each part of a text: what it looks like, and what it adds to what was found; null if it has no meaning there. */
type Part = [RegExp, (match: RegExpExecArray, found: Found, order: DateOrder) => Found | null]

function toTime(hour: number, minute: number): string | null {
  return hour > 23 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function addTime(found: Found, hour: number, minute: number): Found | null {
  const time = toTime(hour, minute)
  return time === null || found.time !== undefined ? null : { ...found, time }
}

/** “pm” after a time, or after a number that becomes one by it. */
/** After a date, “2” was taken for the start of a year. */
function addHalfOfDay({ bare, year, ...found }: Found, isAfternoon: boolean): Found | null {
  const isHour = year?.length === 1
  const alone = isHour ? Number(year) : bare
  const [hour, minute] = alone === undefined ? (found.time?.split(':').map(Number) ?? []) : [alone, 0]
  if (hour === undefined || minute === undefined || hour < 1 || hour > 12) return null
  return { ...found, ...(year !== undefined && !isHour && { year }), time: toTime((hour % 12) + (isAfternoon ? 12 : 0), minute)! }
}

/** 29/11 in the order of the language, or the other way round if there is no such month. With dots the day is always first. */
function toDayAndMonth(first: number, second: number, order: DateOrder): [day: number, month: number] | null {
  const isDayFirst = order === 'day-first' ? second <= 12 : first > 12
  const [day, month] = isDayFirst ? [first, second] : [second, first]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [day, month] : null
}

/** 29/11, 29.11.26, 11/29. After a day, and where there is no such month, 9.30 is a time. */
function addNumbers([, first, mark, second = '', year]: RegExpExecArray, found: Found, order: DateOrder): Found | null {
  const isDotted = mark === '.'
  const dayAndMonth = isDotted && Number(second) > 12 ? null : toDayAndMonth(Number(first), Number(second), isDotted ? 'day-first' : order)
  if (dayAndMonth && found.day === undefined && found.offset === undefined) {
    const [day, month] = dayAndMonth
    return { ...found, day, month, ...(year && { year }) }
  }
  return isDotted && !year && second.length === 2 ? addTime(found, Number(first), Number(second)) : null
}

/** Whether it becomes a year of our time with more digits. */
const isYearStart = (digits: string): boolean => /^(2|20|\d{3})$/.test(digits)

/** A number alone: the day of a month; after both a year or an hour. */
function addNumber([, digits = '']: RegExpExecArray, found: Found): Found | null {
  const number = Number(digits)
  const { day, month, year, bare } = found
  if (month === undefined) return bare === undefined ? { ...found, bare: number } : null
  if (day === undefined) return { ...found, day: number }
  if (year === undefined && (number > 23 || isYearStart(digits))) return { ...found, year: digits }
  return addTime(found, number, 0)
}

/** A month, with the day before it if there is one, or a day of the week. */
function addDayName(word: string, { bare, ...found }: Found): Found | null {
  const find = (names: readonly string[]): number => (word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word)))
  const [month, weekday] = [find(months), find(weekdays)]
  if (month >= 0 && found.month === undefined) return { ...found, month: month + 1, ...(bare !== undefined && { day: bare }) }
  return weekday >= 0 && found.weekday === undefined && bare === undefined ? { ...found, weekday } : null
}

const fillers: ReadonlySet<string> = new Set(['at', 'on'])

function addWord([name = '']: RegExpExecArray, found: Found): Found | null {
  const word = name.replace('.', '')
  const named = namedTimes[word]
  const offset = nearDays[word]
  if (offset !== undefined) return hasDate(found) || found.bare !== undefined ? null : { ...found, offset, isNow: word === 'now' }
  if (named !== undefined) return found.time === undefined ? { ...found, time: named } : null
  return fillers.has(word) ? found : addDayName(word, found)
}

function addOffset([, sign, count, unit]: RegExpExecArray, found: Found): Found | null {
  const days = Number(count) * (unit!.startsWith('w') ? 7 : 1) * (sign === '+' ? 1 : -1)
  return hasDate(found) ? null : { ...found, offset: days, isFromValue: true }
}

const parts: readonly Part[] = [
  [/[\s,]+|\.(?!\d)/y, (_, found) => found],
  [/([+−-])\s?(\d{1,4})\s?(d|days?|w|weeks?)\b/y, addOffset],
  [
    /(\d{4})-(\d\d)-(\d\d)(?:t(?=\d))?/y,
    ([, year = '', month, day], found) => (hasDate(found) ? null : { ...found, year, month: Number(month), day: Number(day) }),
  ],
  [/(\d{1,2}):(\d\d)(?!\d)/y, ([, hour, minute], found) => addTime(found, Number(hour), Number(minute))],
  [/(\d{1,2})([/.-])(\d{1,2})(?!\d)(?:\2(\d{1,6}))?/y, addNumbers],
  [/([ap])\.?m\b\.?/y, ([, half], found) => addHalfOfDay(found, half === 'p')],
  [/(\d{1,6})(?:st|nd|rd|th)?/y, addNumber],
  [/[a-z]+\.?/y, addWord],
]

/** Each character is read once by each part. */
function findParts(text: string, order: DateOrder): Found | null {
  let found: Found | null = {}
  for (let at = 0; found && at < text.length;) {
    let match: RegExpExecArray | null = null
    for (const [pattern, add] of parts) {
      pattern.lastIndex = at
      match = pattern.exec(text)
      if (!match) continue
      found = add(match, found, order)
      break
    }
    if (!match) return null
    at += match[0].length
  }
  return found
}

/** A day half a year ago or longer means that of next year, unless its weekday says this year, as in what the field shows. */
function guessYear({ day = 1, month = 1, weekday }: Found, today: string): number {
  const year = Number(today.slice(0, 4))
  const isThisYears = weekday !== undefined && getWeekday(toDay(year, month, day)) === weekday
  return !isThisYears && toDay(year, month, day) < addDays(today, -182) ? year + 1 : year
}

const toYear = (digits: string): number => Number(digits) + (digits.length === 2 ? firstYear : 0)

type DayFound = { day: string } | { error: string; half?: string }

/** The day of a month, checked. */
function findDay(found: Found, options: TypedDateOptions): DayFound {
  const { day = 0, month = 0, year: digits } = found
  const example = `${describe(options)}.`
  const today = options.now.slice(0, 10)
  const isHalf = digits !== undefined && isYearStart(digits)
  const year = digits === undefined || isHalf ? guessYear(found, today) : toYear(digits)
  if (month < 1 || month > 12) return { error: describe(options) }
  const last = new Date(Date.UTC(2000, month, 0)).getUTCDate()
  if (day < 1 || day > last) return { error: `${capital(months[month - 1])} has ${last} days. ${example}` }
  if (year < firstYear || year > lastYear) return { error: yearError }
  const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  if (isHalf) return { error: yearError, ...(isReal && { half: `${showDate(toDay(year, month, day), options)}, year not complete` }) }
  return isReal ? { day: toDay(year, month, day) } : { error: `${year} has no 29 Feb. ${example}` }
}

/** The next day of the week after today: on a Friday, “fri” is in a week. */
const findWeekday = (weekday: number, today: string): string => addDays(today, ((weekday - getWeekday(today) + 6) % 7) + 1)

function findAnyDay(found: Found, options: TypedDateOptions): DayFound | null {
  const { day, month, weekday, offset, isFromValue, time } = found
  const today = options.now.slice(0, 10)
  const before = isDateValue(options.before) ? options.before.slice(0, 10) : today
  if ((day === undefined) !== (month === undefined)) return null
  if (day !== undefined) return findDay(found, options)
  if (offset !== undefined) return { day: addDays(isFromValue ? before : today, offset) }
  if (weekday !== undefined) return { day: findWeekday(weekday, today) }
  return time === undefined ? null : { day: before }
}

/** A number after “fri” or “tomorrow” is an hour. */
function resolveHour({ bare, ...found }: Found): Found | null {
  if (bare === undefined) return found
  return hasDate(found) && found.day === undefined ? addTime(found, bare, 0) : null
}

/** Without a typed time the usual one; `+7d` keeps that of the value. */
function findTime({ time, isNow, isFromValue }: Found, { now, before, usualTime }: TypedDateOptions): string {
  if (time !== undefined) return time
  if (isNow) return now.slice(11, 16)
  return (isFromValue && isDateValue(before) && before.slice(11)) || usualTime
}

/** The value that a typed text means. */
export function readDate(text: string, options: TypedDateOptions): Understood {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  if (typed === '') return { value: '' }
  const parts = typed.length > maxTypedLength ? null : findParts(typed, options.order)
  const found = parts && resolveHour(parts)
  const day = found && findAnyDay(found, options)
  const isTimeWrong = options.kind === 'date' && found?.time !== undefined
  if (!day || isTimeWrong) return { error: describe(options) }
  if ('error' in day) return day
  if (Number(day.day.slice(0, 4)) > lastYear) return { error: yearError }
  return { value: options.kind === 'date' ? day.day : `${day.day}T${findTime(found, options)}` }
}

/** The time of a text: “23:59”, “9.30”, “6 pm”, “18”; null if it is none. */
export function readTime(text: string): string | null {
  const found = findParts(text.normalize('NFKC').trim().toLowerCase().slice(0, maxTypedLength), 'day-first')
  if (!found || hasDate(found)) return null
  return found.time ?? (found.bare === undefined ? null : toTime(found.bare, 0))
}

/** The language of the product. Profiles have none yet. */
export const dateOrder = getDateOrder('en-GB')

/** A value as a field shows it now. The day alone says which year it is. */
export const describeDate = (value: string): string => showDate(value, { order: dateOrder, now: new Date(serverNow()).toISOString() })

/** What is wrong with a field's value: what was typed stays in it until it is understood. */
export function findDateError(value: string, kind: DateKind = 'date-time'): string | undefined {
  if (value === '' || isDateValue(value)) return undefined
  const options = { kind, order: dateOrder, now: new Date(serverNow()).toISOString().slice(0, 16), before: '', usualTime: '00:00' }
  const understood = readDate(value, options)
  return 'error' in understood ? understood.error : describe(options)
}
