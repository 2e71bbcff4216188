/** Logs errors: at most one line per kind and second, and never a statement or its values. */

import { DrizzleQueryError } from 'drizzle-orm'

export interface LogEntry {
  message: string
  code?: string
  /** Where it was thrown, unless the cause is external. */
  at?: string[]
  /** Lines suppressed since the last one of this kind. */
  leftOut?: number
}

/** Messages for errors whose code is sufficient; the messages of class 22 repeat the input. */
const isFromOutside = (code: string) => /^(08|53|55|57|40)|^E[A-Z]+$/.test(code)
const repeatsValues = (code: string) => /^22\w{3}$/.test(code)

export function describeError(error: unknown): LogEntry {
  if (!(error instanceof Error)) return { message: String(error) }
  // Drizzle's message is the whole statement with its values, and so is the start of its stack.
  if (error instanceof DrizzleQueryError) return { ...describeError(error.cause), ...(isOurs(error.cause) && { at: getFrames(error) }) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const message = repeatsValues(code ?? '') ? 'a value does not fit' : error.message
  const cause = error.cause instanceof Error ? `: ${describeError(error.cause).message}` : ''
  return {
    message: `${message}${cause}`.replaceAll(/\s+/g, ' ').slice(0, 500),
    ...(code !== undefined && { code }),
    ...(isOurs(error) && { at: getFrames(error) }),
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof Error &&
  !('code' in error && isFromOutside(String(error.code))) &&
  !/^(Connection terminated|Query read timeout|timeout exceeded)/.test(error.message)

const getFrames = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim().replace(/^at /, ''))

/** Remembered kinds. */
const mostKinds = 1000
/** Milliseconds. */
const second = 1000

/** Passes on one error of a kind each second. Ids and numbers do not distinguish kinds. */
export function limitLines(write: (error: LogEntry) => void, now: () => number = () => performance.now()): (error: LogEntry) => void {
  const kinds = new Map<string, { at: number; leftOut: number }>()
  return (error) => {
    const kind = `${error.code ?? ''} ${error.message.replaceAll(/[\da-f-]*\d[\da-f-]*/gi, '#')}`
    const last = kinds.get(kind)
    if (last && now() - last.at < second) {
      last.leftOut++
      return
    }
    if (kinds.size >= mostKinds) kinds.clear()
    kinds.set(kind, { at: now(), leftOut: 0 })
    write(last?.leftOut ? { ...error, leftOut: last.leftOut } : error)
  }
}

/** The same as one line of text. */
export const toLogLine = ({ message, code, at, leftOut }: LogEntry): string =>
  [
    message,
    code && !message.includes(code) ? `(${code})` : '',
    at ? `at ${at.slice(0, 6).join(' < ')}` : '',
    leftOut ? `[and ${leftOut} more]` : '',
  ]
    .filter(Boolean)
    .join(' ')
