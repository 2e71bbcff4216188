/** The largest body of a call, derived from its schema: larger ones are rejected before they are parsed. */

import { z } from 'zod'

interface Size {
  bytes: number
  /** Texts, numbers, lists and objects. */
  values: number
}

/** Of one UTF-16 unit in JSON, as `\u0000`. */
const bytesPerUnit = 6
/** Of a text in a fixed format, such as an id or a time. */
const formatted: Size = { bytes: 128, values: 1 }
const small: Size = { bytes: 32, values: 1 }

/** For blanks, unknown fields, and texts that are trimmed. */
const spareBytes = 16 * 1024
const mostBytes = 1024 * 1024
const spareValues = 1000

const sum = (sizes: Size[]): Size => ({
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 2),
  values: sizes.reduce((all, { values }) => all + values, 1),
})
const largest = (sizes: Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  values: Math.max(...sizes.map(({ values }) => values)),
})
const times = (most: number, { bytes, values }: Size): Size => ({ bytes: 2 + most * (bytes + 1), values: 1 + most * values })

const lengthOf = (value: unknown) => ({ ...small, bytes: JSON.stringify(value).length })

const known = new WeakMap<z.core.$ZodType, Size>()

/** Infinite for a text or a list without a limit. */
function measure(schema: z.core.$ZodType): Size {
  const size = known.get(schema) ?? measureParts(schema)
  known.set(schema, size)
  return size
}

function measureParts(schema: z.core.$ZodType): Size {
  if (schema instanceof z.ZodObject)
    return sum(Object.entries(schema.shape).map(([key, field]) => sum([lengthOf(key), measure(field as z.ZodType)])))
  if (schema instanceof z.ZodArray) return times(maximumOf(schema), measure(schema.element))
  if (schema instanceof z.ZodTuple) return sum(schema.def.items.map(measure))
  if (schema instanceof z.ZodUnion) return largest(schema.options.map(measure))
  if (schema instanceof z.ZodPipe) return measure(schema.in)
  if (schema instanceof z.ZodEnum) return largest(schema.options.map(lengthOf))
  if (schema instanceof z.ZodLiteral) return largest([...schema.values].map(lengthOf))
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return measureText(schema)
  if ('unwrap' in schema) return measure((schema as z.ZodOptional<z.ZodType>).unwrap())
  return schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean || schema instanceof z.ZodNull
    ? small
    : { bytes: Infinity, values: 1 }
}

function measureText(schema: z.ZodString | z.ZodStringFormat): Size {
  const bytes = 2 + bytesPerUnit * maximumOf(schema)
  const isFormatted = schema.format !== null || listChecks(schema).some(({ check }) => check === 'string_format')
  return Number.isFinite(bytes) || !isFormatted ? { bytes, values: 1 } : formatted
}

const listChecks = (schema: z.core.$ZodType) =>
  (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def as { check: string; maximum?: number })

/** Of the length of a text or list; infinite without one. */
const maximumOf = (schema: z.core.$ZodType) => listChecks(schema).find(({ check }) => check === 'max_length')?.maximum ?? Infinity

/** Bytes: every valid body is smaller, unless it has more than 1 MiB. */
export const getBodyLimit = (schema: z.ZodType | undefined): number =>
  Math.min(mostBytes, spareBytes + (schema === undefined ? 0 : measure(schema).bytes))

/**
 * Values, so that a body of 1 MiB cannot have half a million errors. Lists that are somewhat too long are left to the schema, which
 * names them.
 */
export const getValueLimit = (schema: z.ZodType): number => 2 * measure(schema).values + spareValues

/** Whether a parsed body has more values than that. */
export function hasMoreValues(body: unknown, most: number): boolean {
  const open = [body]
  let count = 0
  while (open.length > 0) {
    const value = open.pop()
    if (++count > most) return true
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) open.push(one)
  }
  return false
}
