/** Turns a row of the driver into the object that drizzle's builders promise, as drizzle 0.45 does; what a field needs is found once for each statement. */
import { Column, getTableName, is, noopDecoder, SQL, type DriverValueDecoder } from 'drizzle-orm'
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types'
import { Subquery } from 'drizzle-orm/subquery'
import pg from 'pg'

type Selected = SelectedFieldsOrdered[number]
type Decode = (value: unknown) => unknown
interface Field {
  /** The object within the row that it belongs to, as in `{ course: { id } }`. */
  group: string | undefined
  key: string
  /** Absent where the driver's value is as it should be. */
  decode: Decode | undefined
}

type Decoder = DriverValueDecoder<unknown, unknown>
function getDecoder(field: Selected['field']): Decoder {
  if (is(field, Column)) return field
  const computed = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  // Not in the types of drizzle.
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

/** Groups that are null where a left join found no row, each with the place of its first column. They consist of columns of one such table. */
function findOptionalGroups(fields: SelectedFieldsOrdered, isJoined: Record<string, boolean> | undefined): [string, number][] {
  const columns = fields.flatMap(({ path, field }, place) =>
    path.length === 2 && is(field, Column) ? [{ group: path[0]!, place, table: getTableName(field.table) }] : [],
  )
  return [...Map.groupBy(columns, ({ group }) => group)].flatMap(([group, [first, ...others]]) =>
    isJoined && !isJoined[first!.table] && others.every(({ table }) => table === first!.table) ? [[group, first!.place]] : [],
  )
}

/**
 * `isJoined`: for each table of a statement with joins, whether it always has a row. The mapper is written as code, an object literal for each
 * row: filling objects field by field made a fifth of all garbage of a list.
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
  // oxlint-disable-next-line typescript/no-implied-eval -- the code consists of names of our own fields, quoted, and of numbers
  const write = new Function('decode', `return (row) => ({ ${literal.join(', ')} })`) as (
    decode: (Decode | undefined)[],
  ) => (row: readonly unknown[]) => Record<string, unknown>
  return write(plan.map(({ decode }) => decode))
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
/** Times stay the text that the database sends, alone and in arrays: the columns say what they become. */
const readAsText = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1231, 1115, 1185, 1187, 1182])
const keep = (value: unknown) => value
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    readAsText.has(type) ? keep : (pg.types.getTypeParser as (type: number, format?: string) => Decode)(type, format),
}
