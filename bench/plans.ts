/**
 * `npm run test:plans`: how PostgreSQL runs the statements of every list in the large school. No statement reads a large table from end
 * to end, except for totals and searches of one or two letters, and none looks through more rows than a class or a forum has, whether by
 * index or not. On the embedded PostgreSQL 18, and on the server of DATABASE_URL (15 is the oldest supported version), whose user must be
 * allowed to create databases there.
 */

import pg from 'pg'
import { planning } from '@lms/server/db/pool'
import { readsOf, signInAll } from './calls.ts'
import { growing } from './growing.ts'
import { findPlaces, openSchool, startServer } from './schools.ts'
import { connected } from './servers/embedded.ts'
import { isTotal, planOf, startRecorder, type Plan, type Statement } from './statements.ts'

/** Tables with at least this many rows are large: the weeks and assignments of all 200 courses are fewer, and are read in a fifth of a millisecond. */
const largeTable = 3000
/** Rows that a statement may read, also through indexes, before it is listed; that alone is no failure if its call grows with a class or a forum. */
const manyRows = 2000
/** All work of the largest class: 2,000 students and thirty items, most of them done. */
const mostRows = 30_000

interface Finding {
  what: string
  calls: Set<string>
  statement: string
}

const server = await startServer()
try {
  const external = process.env['DATABASE_URL']
  const errors = [await check(server.url), external ? await check(external) : 0]
  if (!external) console.log('\nSKIPPED: PostgreSQL 15. Set DATABASE_URL to a server of that version to have it checked too.')
  process.exitCode = errors.some((count) => count > 0) ? 1 : 0
} finally {
  await server.stop()
}

/** Returns the number of errors. */
async function check(on: string): Promise<number> {
  const url = await openSchool(on, 'large')
  const { version, large } = await connected(url, async (run) => {
    const { rows: tables } = await run(`select relname from pg_class where relkind = 'r' and reltuples >= $1`, [largeTable])
    const { rows } = await run('show server_version')
    return { version: rows[0]!['server_version'] as string, large: new Set(tables.map(({ relname }) => relname as string)) }
  })
  const places = await findPlaces(url)
  const tokens = await signInAll(url, places)
  const recorder = await startRecorder(url, server.dataDir)
  const client = new pg.Client({ connectionString: url, options: planning })
  await client.connect()
  const errors = new Map<string, Finding>()
  const notes = new Map<string, Finding>()
  let statements = 0
  try {
    for (const read of readsOf(places, { comments: 10_000, students: 2000 })) {
      for (const statement of await recorder.record(read, tokens)) {
        statements++
        const plan = await planOf(client, statement)
        const ofTotal = isTotal(plan)
        const mayReadAll = ofTotal || read.readsAll === true
        const nodes = nodesOf(plan)
        const scan = nodes.find((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
        if (scan && !mayReadAll) {
          find(errors, statement, read.name, `reads all of ${scan['Relation Name']}`)
          continue
        }
        const busiest = nodes.filter((node) => tableOf(node) !== undefined).toSorted((a, b) => rowsRead(b) - rowsRead(a))[0]
        if (!busiest || rowsRead(busiest) < manyRows) continue
        const found = `reads ${rowsRead(busiest)} rows of ${tableOf(busiest)}`
        // A subquery looks something up for a row: that is no total.
        const isLookup = nodesOf(plan, isSubquery).includes(busiest)
        const isTooMany = rowsRead(busiest) > mostRows || (isLookup && !(read.name in growing))
        if (isTooMany && !read.readsAll) find(errors, statement, read.name, found)
        else find(notes, statement, read.name, `${found}${ofTotal ? ' for a total' : ''}`)
      }
    }
  } finally {
    await client.end()
    await recorder.close()
  }
  console.log(`\nPostgreSQL ${version}: ${statements} statements, ${errors.size} of them read too much`)
  print([...errors.values()])
  if (notes.size > 0) console.log('\nAllowed, but they read many rows:')
  print([...notes.values()])
  return errors.size
}

function isSubquery(plan: Plan): boolean {
  return plan['Parent Relationship'] === 'SubPlan'
}

function tableOf(plan: Plan): string | undefined {
  return plan['Relation Name'] ?? plan['Index Name']
}

/** All nodes of a plan; with `from` only those below such a node. */
function nodesOf(plan: Plan, from?: (plan: Plan) => boolean): Plan[] {
  const isWanted = !from || from(plan)
  return [...(isWanted ? [plan] : []), ...(plan.Plans ?? []).flatMap((part) => nodesOf(part, isWanted ? undefined : from))]
}

function rowsRead(node: Plan): number {
  return Math.round(((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1))
}

function find(findings: Map<string, Finding>, { name, text }: Statement, call: string, what: string): void {
  const statement = `${name ? `${name}: ` : ''}${text.replace(/\s+/g, ' ')}`
  const found = findings.get(statement) ?? { what, calls: new Set(), statement }
  found.calls.add(call)
  findings.set(statement, found)
}

function print(findings: Finding[]): void {
  for (const { what, calls, statement } of findings) console.log(`\n- ${[...calls].join('; ')}\n  ${what}\n  ${shortened(statement)}`)
}

/** Without the columns, which are irrelevant. */
function shortened(statement: string): string {
  return statement.length > 700 && !process.argv.includes('--whole') ? `${statement.slice(0, 120)} … ${statement.slice(-500)}` : statement
}
