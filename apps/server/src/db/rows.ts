/** Maps a driver's row to the object promised by drizzle's builders, as drizzle 0.45 does; the mapping of each field is prepared once per statement. */

import { Column, getTableName, is, noopDecoder, SQL, type DriverValueDecoder } from 'drizzle-orm'
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types'
import { Subquery } from 'drizzle-orm/subquery'
import pg from 'pg'

type Selected = SelectedFieldsOrdered[number]
type Decode = (value: unknown) => unknown
interface Field {
  /** The nested object that it belongs to, as in `{ course: { id } }`. */
  group: string | undefined
  key: string
  /** Absent if the driver's value needs no conversion. */
  decode: Decode | undefined
}

type Decoder = DriverValueDecoder<unknown, unknown>
function getDecoder(field: Selected['field']): Decoder {
  if (is(field, Column)) return field
  const computed = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  // Missing in drizzle's types.
  return (computed as unknown as { decoder: Decoder }).decoder
}

function toField({ path, field }: Selected): Field {
  if (path.length > 2) throw new Error(`${path.join('.')}: rows are nested once at most`)
  const decoder = getDecoder(field)
  const isPlain = decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
  return {
    group: path.length === 2 ? path[0] : undefined,
    key: path.at(-1)!,
    decode: isPlain ? undefined : (value) => decoder.mapFromDriverValue(value),
  }
}

/** Groups that are null if a left join found no row, each with the index of its first column. They consist of columns of one such table. */
function findOptionalGroups(fields: SelectedFieldsOrdered, isJoined: Record<string, boolean> | undefined): [string, number][] {
  const columns = fields.flatMap(({ path, field }, place) =>
    path.length === 2 && is(field, Column) ? [{ group: path[0]!, place, table: getTableName(field.table) }] : [],
  )
  return [...Map.groupBy(columns, ({ group }) => group)].flatMap(([group, [first, ...others]]) =>
    isJoined && !isJoined[first!.table] && others.every(({ table }) => table === first!.table) ? [[group, first!.place]] : [],
  )
}

/**
 * `isJoined`: for each table of a statement with joins, whether it always has a row. The mapper is generated code, an object literal per
 * row: filling objects field by field caused a fifth of all garbage of a list.
 */
export function rowMapper(fields: SelectedFieldsOrdered, isJoined: Record<string, boolean> | undefined) {
  const plan = fields.map(toField)
  const optional = new Map(findOptionalGroups(fields, isJoined))
  const toCode = ({ key, decode }: Field, place: number) =>
    `${JSON.stringify(key)}: ${decode ? `row[${place}] === null ? null : decode[${place}](row[${place}])` : `row[${place}]`}`
  const byGroup = Map.groupBy(plan.entries(), ([, { group, key }]) => group ?? key)
  const literal = [...byGroup].map(([name, members]) => {
    const codes = members.map(([place, field]) => toCode(field, place)).join(', ')
    if (members[0]![1].group === undefined) return codes
    const place = optional.get(name)
    return `${JSON.stringify(name)}: ${place === undefined ? '' : `row[${place}] === null ? null : `}{ ${codes} }`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the code consists of our own quoted field names, and of numbers
  const write = new Function('decode', `return (row) => ({ ${literal.join(', ')} })`) as (
    decode: (Decode | undefined)[],
  ) => (row: readonly unknown[]) => Record<string, unknown>
  return write(plan.map(({ decode }) => decode))
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
/** Times stay text, alone and in arrays: the columns convert them. */
const readAsText = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1231, 1115, 1185, 1187, 1182])
const keep = (value: unknown) => value
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    readAsText.has(type) ? keep : (pg.types.getTypeParser as (type: number, format?: string) => Decode)(type, format),
}
