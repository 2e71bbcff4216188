/** The only file that uses drizzle's internals (0.45): databases on a connection, and statements whose SQL is built once. */

import { DrizzleQueryError, fillPlaceholders, is, Param, Placeholder, sql, type Logger, type Query, type SQL } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession, type NodePgClient } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgColumn, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types'
import pg from 'pg'
import type { OnConnection } from '#db/pool.ts'
import { rowMapper, valueTypes } from '#db/rows.ts'

/** A pool or a transaction: queries cannot tell and need not. Only `Database.transaction` starts one. */
export type Db = Pick<
  NodePgDatabase,
  '_' | 'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with' | '$count'
>

/** Shared: it caches the names of all columns. */
const dialect = new PgDialect({ casing: 'snake_case' })

/** The database as seen by queries, on one connection or on a pool. `onStatement` gets all SQL. */
export function databaseOn(client: NodePgClient, onStatement?: (sql: string) => void): Db {
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined, {
    ...(onStatement && { logger: { logQuery: onStatement } }),
  })
  return new NodePgDatabase(dialect, session, undefined)
}

const getSession = (db: Db) => db._.session as unknown as { client: NodePgClient; logger: Logger }
/** The connection of a transaction. */
export const getConnection = (db: Db): NodePgClient => getSession(db).client

/**
 * Reads on one connection: those that begin in the same moment are one round trip. Each is a statement of its own, because one that returns
 * the rows of all as JSON takes half as much time again in the database.
 */
export function together<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const { client, logger } = getSession(db)
  if (!('onConnection' in client)) return read(db)
  return (client.onConnection as OnConnection)((one) => read(databaseOn(one, (text) => logger.logQuery(text, []))))
}

/** Builds statements, and has no connection. */
const builder = databaseOn({} as NodePgClient)

/** The output of drizzle's builders. */
interface Compiled {
  config: { text: string; types: pg.CustomTypesConfig; rowMode?: 'array' }
  params: unknown[]
  /** Undefined for raw SQL, whose rows are objects. */
  map: ((row: readonly unknown[]) => unknown) | undefined
}

type Prepared = PgPreparedQuery<PreparedQueryConfig> & {
  queryString: string
  params: unknown[]
  fields: SelectedFieldsOrdered | undefined
  joinsNotNullableMap: Record<string, boolean> | undefined
}
type Builder = PromiseLike<unknown> & ({ prepare: (name: string) => unknown } | { getQuery: () => Query })

function compile(built: Builder): Compiled {
  const { queryString, params, fields, joinsNotNullableMap } =
    'prepare' in built ? (built.prepare('unused') as Prepared) : asPrepared(built.getQuery())
  const query = withConstants({ sql: queryString, params })
  const config = { text: query.sql, types: valueTypes }
  if (!fields) return { config, params: query.params, map: undefined }
  return { config: { ...config, rowMode: 'array' }, params: query.params, map: rowMapper(fields, joinsNotNullableMap) }
}
const asPrepared = ({ sql: queryString, params }: Query) => ({ queryString, params, fields: undefined, joinsNotNullableMap: undefined })

const isConstant = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * Inlines constants (a status, a role) in the SQL: a plan for arbitrary values would not know how many rows have that one.
 * A placeholder that is used several times is sent once.
 */
function withConstants({ sql: text, params }: Query): Query {
  const left: unknown[] = []
  const written = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = params[Number(number) - 1]
    if (isConstant(value)) return pg.escapeLiteral(String(value))
    const known = left.findIndex((one) => isSame(one, value))
    return `$${known >= 0 ? known + 1 : left.push(value)}`
  })
  return { sql: written, params: left }
}

function isSame(one: unknown, other: unknown): boolean {
  if (is(one, Placeholder) && is(other, Placeholder)) return one.name === other.name
  return is(one, Param) && is(other, Param) && one.encoder === other.encoder && isSame(one.value, other.value)
}

/** A value of the call, encoded for the column; never null. For `set` and `values` of a prepared statement. */
export const valueFor = (column: PgColumn, name: string): SQL => sql`${sql.param(sql.placeholder(name), column)}`

/**
 * An array of the call, for `=`. The subselect hides its values: PostgreSQL would otherwise plan the statement again for each call, which often
 * takes longer than running it.
 */
export const arrayPlaceholder = (name: string, type: 'uuid' | 'text' | 'int' = 'uuid'): SQL =>
  sql`any((select ${sql.placeholder(name)})::${sql.raw(type)}[])`

export type Values = Record<string, unknown>

/**
 * A statement whose SQL is built once: building takes longer than most statements run. `build` gets a database without a
 * connection, and uses `sql.placeholder(name)` for values of the call. `shape` is what changes the SQL itself: a sort
 * order, the filters that are set; each value is built once, so there must be few.
 */
export function prepared<B extends Builder, S extends readonly unknown[] = []>(build: (db: Db, ...shape: S) => B) {
  const byShape = new Map<string, Compiled>()
  return (db: Db, values: Values = {}, ...shape: S): Promise<Awaited<B>> => {
    const key = shape.length === 0 ? '' : JSON.stringify(shape)
    let compiled = byShape.get(key)
    if (!compiled) byShape.set(key, (compiled = compile(build(builder, ...shape))))
    return execute(db, compiled, values) as Promise<Awaited<B>>
  }
}

async function execute(db: Db, { config, params, map }: Compiled, values: Values): Promise<unknown> {
  const { client, logger } = getSession(db)
  const filled = fillPlaceholders(params, values)
  logger.logQuery(config.text, filled)
  const result = await client.query(config, filled).catch((cause: Error) => {
    throw new DrizzleQueryError(config.text, filled, cause)
  })
  return map ? (result.rows as unknown[][]).map(map) : result
}
