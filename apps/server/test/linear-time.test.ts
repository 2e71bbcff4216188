/** Every schema of the contract, its rules, services/html.ts, and what reads files of marks take time in proportion to the length of a text, whatever it contains. */

import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '@lms/contract'
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

/** Milliseconds of CPU for one text: ours take one to twenty, and a pattern that is quadratic takes 5,000 and more. */
const most = 1000

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  try {
    work()
  } catch {
    // Rejecting it is fine.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
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
