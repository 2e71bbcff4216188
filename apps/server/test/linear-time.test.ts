/**
 * Nothing that one person sends holds up the others for more than 250 ms: the largest body of every route, and every schema of the contract, its
 * rules, services/html.ts and what reads files of marks for a long text, whatever it contains.
 */

import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '@lms/contract'
import { getBodyLimit, hasMoreValues, getValueLimit } from '#http/body-size.ts'
import { collect, type TableRow } from '#modules/imports/table.ts'
import { findColumns } from '#modules/marks/import/columns.ts'
import { decide } from '#modules/marks/import/decide.ts'
import * as html from '#services/html.ts'

/** What each text repeats up to 100 kB: the beginnings of what our patterns look for, and what JavaScript's own functions find hard. */
const units = [
  '<',
  '>',
  '<a href="',
  '<a href="x">',
  '<a href="x"></a>',
  '<img alt="',
  '<p>',
  '<li><p>',
  '<!--',
  '<script>',
  '<span data-mention="',
  '</',
  '&',
  '&amp;',
  '&#',
  '{{',
  '{{}}',
  '{{a',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '\u200b',
  '\u202e',
  '"',
  '\\',
  '/',
  ':',
  '.',
  '-',
  '@',
  'a.',
  '0',
  '1,',
  'a',
  'e\u0301',
  '\u0301',
  '👩\u200d',
  '\ud800',
  '=',
  '(',
  'a [',
  'https://',
  'image/',
  'T00:00',
]
const length = 100_000
const texts = units.map((unit) => unit.repeat(length / unit.length))
/** And the same with a beginning and an end of another kind, so that a pattern gets to its middle. */
const framed = [
  `1-abc${'T'.repeat(length)}\nx`,
  `1:00:${' '.repeat(length)}\nx`,
  `x,${' '.repeat(length)},`,
  `<a ${'href="'.repeat(length / 6)}`,
  `<p>x</p>{{${'<img alt="'.repeat(length / 10)}}}`,
]

/** Milliseconds. For one text ours take one to twenty, and a pattern that is quadratic takes 5,000 and more. */
const most = 250
const attempts = 4

/** The CPU time of this thread, which other processes do not lengthen as they do the time of the clock. */
function timeOnce(work: () => unknown): number {
  const before = process.threadCpuUsage()
  try {
    work()
  } catch {
    // Rejecting it is fine.
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The shortest of several, if the first was long: the code may not have been compiled yet, or the memory had to be tidied. */
function timeOf(work: () => unknown): number {
  let shortest = Infinity
  for (let attempt = 0; attempt < attempts && shortest > most; attempt++) shortest = Math.min(shortest, timeOnce(work))
  return shortest
}

function listSlow(named: ReadonlyMap<string, (text: string) => unknown>): string[] {
  const slow: string[] = []
  for (const [name, work] of named)
    for (const text of [...texts, ...framed]) {
      const time = timeOf(() => work(text))
      if (time > most) slow.push(`${name}: ${JSON.stringify(text.slice(0, 20))}… took ${Math.round(time)} ms`)
    }
  return slow
}

/** The schemas of a schema's texts, and those of objects and lists that check more than their parts do. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if ('unwrap' in schema) return partsOf((schema as z.ZodOptional<z.ZodType>).unwrap())
  const parts = innerOf(schema)
  return parts === undefined ? [schema] : [...(schema._zod.def.checks?.length ? [schema] : []), ...parts.flatMap(partsOf)]
}

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] | undefined {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape) as z.ZodType[]
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodTuple) return schema.def.items
  return schema instanceof z.ZodUnion ? schema.options : undefined
}

/** Two schemas that check the same with other limits are one. */
function kindOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodPipe) return `${kindOf(schema.in)} then ${kindOf(schema.out)}`
  const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => {
    const { check, pattern, fn, tx } = _zod.def as { check: string; pattern?: RegExp; fn?: unknown; tx?: () => string }
    return [check, pattern, fn && numberOf(fn), tx && String(tx)].filter(Boolean).join(' ')
  })
  return [schema._zod.def.type, schema._zod.bag['format'], ...checks].filter(Boolean).join(', ')
}
const numbers = new Map<unknown, number>()
const numberOf = (one: unknown) => numbers.get(one) ?? numbers.set(one, numbers.size + 1).size

/** The longest text that a schema takes. */
function lengthOf(schema: z.core.$ZodType): number {
  if (schema instanceof z.ZodPipe) return lengthOf(schema.in)
  return schema instanceof z.ZodString ? Math.min(schema.maxLength ?? length, length) : length
}

/** A value of the schema with this text wherever there is one. */
function fill(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, fill(field as z.ZodType, text)]))
  if (schema instanceof z.ZodArray) return [fill(schema.element, text)]
  if (schema instanceof z.ZodUnion) return fill(schema.options[0]!, text)
  if ('unwrap' in schema) return fill((schema as z.ZodOptional<z.ZodType>).unwrap(), text)
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodEnum) return schema.options[0]
  return schema instanceof z.ZodBoolean ? true : text
}

test('every schema of the contract', () => {
  const schemas = routes.flatMap(({ route }) => [route.params, route.query, route.body]).filter((schema) => schema !== undefined)
  const parts = schemas.flatMap(partsOf).toSorted((a, b) => lengthOf(a) - lengthOf(b))
  // Of each kind, the one that takes the longest text.
  const kinds = new Map(parts.map((schema) => [kindOf(schema), schema as z.ZodType]))
  expect(kinds.size).toBeGreaterThan(20)
  const parse = (schema: z.ZodType) => (text: string) => schema.safeParse(fill(schema, text.slice(0, lengthOf(schema))))
  expect(listSlow(new Map([...kinds].map(([kind, schema]) => [kind, parse(schema)])))).toEqual([])
})

test('every function of services/html.ts', () => {
  const { cleanField, ...functions } = html
  const cleanBody = (text: string) => cleanField({ body: text }, 'body')
  expect(listSlow(new Map(Object.entries({ ...functions, cleanBody })))).toEqual([])
})

/** On the thread of the calls; the file itself is read in one of its own. */
test('the columns and cells of a file of marks', () => {
  const assignment = { id: crypto.randomUUID(), title: 'Essay', maxMarks: 20, holdMarks: false }
  const assignments = Array.from({ length: 50 }, (_, n) => ({ ...assignment, id: crypto.randomUUID(), title: `Essay ${n}` }))
  const people = { otherIds: new Set<string>(), work: [], excused: [] }
  const read = (text: string) => {
    const rows: TableRow[] = []
    for (const cells of [
      ['Email', text, 'Essay', `x${text}x`],
      ['ana@example.org', text, text, `x${text}x${text}x`],
    ])
      collect(rows, { row: rows.length + 1, cells })
    const columns = findColumns(rows, [assignment, ...assignments])
    const students = [{ id: crypto.randomUUID(), name: 'Ana', email: 'ana@example.org' }] as never
    return decide(columns, { students, ...people })
  }
  expect(read('5').cells).toHaveLength(1)
  expect(listSlow(new Map([['read', read]]))).toEqual([])
})

test('every function of the rules that takes a text', async () => {
  const folder = new URL('../../../packages/contract/src/rules/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts'))
  const rules = await Promise.all(names.map((name) => import(new URL(name, folder).href) as Promise<object>))
  const functions = rules
    .flatMap((rule) => Object.entries(rule))
    // `withException` copies an object, and a text would become one with a field for each letter.
    .filter((one): one is [string, (text: string) => unknown] => typeof one[1] === 'function' && one[0] !== 'withException')
  expect(functions.length).toBeGreaterThan(20)
  expect(listSlow(new Map(functions))).toEqual([])
})

/** Valid texts of a format, as far as a body needs them. */
const formats: Record<string, () => string> = {
  uuid: () => crypto.randomUUID(),
  email: () => `${crypto.randomUUID()}@example.org`,
  datetime: () => '2026-11-20T12:00:00Z',
  date: () => '2026-11-20',
  url: () => 'https://example.org/',
}

/** A value of the schema that fills these bytes: lists are full, and no two of their texts are equal. */
function fillUp(schema: z.core.$ZodType, text: string, bytes: number): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape)
    return Object.fromEntries(fields.map(([key, field]) => [key, fillUp(field as z.ZodType, text, bytes / fields.length)]))
  }
  if (schema instanceof z.ZodArray) return fillList(schema, text, bytes)
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => fillUp(item, text, bytes / schema.def.items.length))
  if (schema instanceof z.ZodUnion) return fillUp(schema.options.at(-1)!, text, bytes)
  if (schema instanceof z.ZodPipe) return fillUp(schema.in, text, bytes)
  if ('unwrap' in schema) return fillUp((schema as z.ZodOptional<z.ZodType>).unwrap(), text, bytes)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const valid = formats[schema.format ?? '']
    return valid ? valid() : `${Math.random()}${text.slice(0, bytes)}`.slice(0, lengthOf(schema))
  }
  return fill(schema, text)
}

function fillList({ element, _zod }: z.ZodArray, text: string, bytes: number): unknown[] {
  const limits = (_zod.def.checks ?? []).map((check) => check._zod.def as { check: string; maximum?: number })
  const longest = limits.find(({ check }) => check === 'max_length')?.maximum ?? 10_000
  const entries: unknown[] = []
  // Many short entries rather than a few long ones.
  for (let left = bytes; left > 0 && entries.length < longest; left -= JSON.stringify(entries.at(-1)).length)
    entries.push(fillUp(element, text, bytes / longest))
  return entries
}

/** Texts of every kind of content, and one that is no text at all: each then is an error that is reported. */
test.each(['a', '<a href="x">', '<li><p>', '{{a}}', ' ', '\ud800', 0])('the largest body of every route, of %j', (unit) => {
  const checks = routes.flatMap(({ name, route: { body } }) => {
    if (!body) return []
    const limit = getBodyLimit(body)
    const whole = JSON.stringify(fillUp(body, String(unit).repeat(limit / String(unit).length), limit))
    const sent = typeof unit === 'number' ? whole.replaceAll(/"0[^"]*"/g, '0') : whole
    const check = () => {
      const parsed: unknown = JSON.parse(sent)
      return hasMoreValues(parsed, getValueLimit(body)) || body.safeParse(parsed)
    }
    return [[name, check] as const]
  })
  const times = checks.map(([name, check]) => ({ name, time: timeOf(check) }))
  expect(times.filter(({ time }) => time > most)).toEqual([])
})
