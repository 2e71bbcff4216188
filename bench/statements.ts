/** The statements of the product's calls, recorded with their values, and how PostgreSQL runs them. */

import pg from 'pg'
import { createApp } from '@lms/server/app'
import { readConfig } from '@lms/server/config'
import { openDatabase } from '@lms/server/db/client'
import { createServices } from '@lms/server/services/services'
import type { Read, Tokens } from './calls.ts'

type Asked = Pick<Read, 'as' | 'paths'>

export interface Statement {
  /** Of the prepared ones. */
  name?: string
  text: string
  values: unknown[]
}

export interface Recorder {
  /** The statements of the call once its session is known to be in use; throws if it fails. */
  record: (read: Asked, tokens: Tokens) => Promise<Statement[]>
  close: () => Promise<void>
}

/** The product in this process. Statements are recorded in the driver, where all of them pass. */
export async function startRecorder(url: string, dataDir: string): Promise<Recorder> {
  const config = readConfig({ DATA_DIR: dataDir, SEED: 'none', RATE_LIMITS: 'off' })
  const database = openDatabase(url)
  const services = await createServices(config)
  const app = await createApp({ database, services, now: () => new Date() })
  const send = async ({ as, paths }: Asked, tokens: Tokens) => {
    for (const path of paths) {
      const answer = await app.inject({ url: path, headers: { authorization: `Bearer ${tokens[as]}` } })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    }
  }
  return {
    record: async (read, tokens) => {
      // The product names a statement on its third use.
      for (let time = 0; time < 4; time++) await send(read, tokens)
      return recorded(() => send(read, tokens))
    },
    close: async () => {
      await app.close()
      services.mailer.close()
      await database.close()
    },
  }
}

type Query = (...parameters: unknown[]) => unknown

async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const clients = pg.Client.prototype as unknown as { query: Query }
  const { query } = clients
  clients.query = function (this: unknown, ...parameters) {
    const [first, second] = parameters
    const { name, text, values } = typeof first === 'string' ? { text: first, name: undefined, values: undefined } : (first as Statement)
    if (isRead(text)) statements.push({ ...(name && { name }), text, values: values ?? (Array.isArray(second) ? second : []) })
    return query.apply(this, parameters)
  }
  await work().finally(() => (clients.query = query))
  return statements
}

const isRead = (text: string) => /^\s*\(?(select|with)\b/i.test(text)

export interface Plan {
  'Node Type': string
  /** InitPlan and SubPlan are subqueries; Outer is where the rows come from. */
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/**
 * How the statement runs with its values; it is executed, and rolled back. A prepared one is run often enough before that PostgreSQL has decided
 * whether to use a generic plan.
 */
export async function planOf(client: pg.Client, { name, text, values }: Statement): Promise<Plan> {
  await client.query('begin')
  try {
    // PostgreSQL compares the costs after five runs.
    const runs = name ? 7 : 0
    for (let run = 0; run < runs; run++) await client.query({ ...(name && { name }), text, values, rowMode: 'array' })
    const explain = 'explain (analyze, timing off, format json)'
    const { rows } = name
      ? await client.query(`${explain} execute ${client.escapeIdentifier(name)}${argumentsOf(client, values)}`)
      : await client.query(`${explain} ${text}`, values)
    return (rows as { 'QUERY PLAN': [{ Plan: Plan }] }[])[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
  }
}

const argumentsOf = (client: pg.Client, values: unknown[]) =>
  values.length === 0 ? '' : `(${values.map((value) => literalOf(client, value)).join(', ')})`

function literalOf(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return client.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  if (value instanceof Date) return client.escapeLiteral(value.toISOString())
  return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A total or grouped counts: returns no single row. */
export function isTotal(plan: Plan): boolean {
  if (plan['Node Type'] === 'Aggregate') return true
  const input = plan.Plans?.find((part) => ['Outer', 'Subquery'].includes(part['Parent Relationship'] ?? ''))
  return input !== undefined && ['Sort', 'Gather', 'Gather Merge', 'Subquery Scan', 'Result'].includes(plan['Node Type']) && isTotal(input)
}
