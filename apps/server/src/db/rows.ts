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
function decoderOf(field: Selected['field']): Decoder {
  if (is(field, Column)) return field
  const computed = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  // Not in the types of drizzle.
  return (computed as unknown as { decoder: Decoder }).decoder
}

function toField({ path, field }: Selected): Field {
  if (path.length > 2) throw new Error(`${path.join('.')}: rows are nested once at most`)
  const decoder = decoderOf(field)
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

/** `isJoined`: for each table of a statement with joins, whether it always has a row. */
export function rowMapper(fields: SelectedFieldsOrdered, isJoined: Record<string, boolean> | undefined) {
  const plan = fields.map(toField)
  const optional = findOptionalGroups(fields, isJoined)
  return (row: readonly unknown[]): Record<string, unknown> => {
    const result: Record<string, unknown> = {}
    for (const [place, { group, key, decode }] of plan.entries()) {
      const raw = row[place]
      const value = decode && raw !== null ? decode(raw) : raw
      if (group === undefined) result[key] = value
      else ((result[group] ??= {}) as Record<string, unknown>)[key] = value
    }
    for (const [group, place] of optional) if (row[place] === null) result[group] = null
    return result
  }
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
/** Times stay the text that the database sends, alone and in arrays: the columns say what they become. */
const keptAsText = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1231, 1115, 1185, 1187, 1182])
const keep = (value: unknown) => value
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    keptAsText.has(type) ? keep : (pg.types.getTypeParser as (type: number, format?: string) => Decode)(type, format),
}
