/** What is wrong with a value, in words for people: used wherever a schema of the contract has none of its own. */
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const many = (count: number | bigint, one: string, more: string) => `${count} ${Number(count) === 1 ? one : more}`

/** Text and lists have a length; undefined where a number itself is meant. */
const amount = (origin: string, limit: number | bigint): string | undefined => {
  if (origin === 'string') return many(limit, 'character', 'characters')
  return origin === 'array' || origin === 'set' ? many(limit, 'entry', 'entries') : undefined
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const size = amount(origin, minimum)
  if (size) return `At least ${size}`
  return inclusive === false ? `Must be above ${minimum}` : `Not below ${minimum}`
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const size = amount(origin, maximum)
  if (size) return `At most ${size}`
  return inclusive === false ? `Must be below ${maximum}` : `At most ${maximum}`
}

/** The error map of a parse; words of a schema come before it. */
export function zodMessages(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'Is required'
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${kinds[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return issue.values.length === 1 ? `Must be ${String(issue.values[0])}` : `Must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Not an id' : 'Not in the right form'
    case 'unrecognized_keys':
      return `Has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return 'Has none of the forms that are taken here'
    default:
      return 'Is not right'
  }
}
