/** What LMS needs from a PostgreSQL of the school's own, checked before anything is written: rights, and connections that are not shared. */

import pg from 'pg'
import { planning } from '#db/pool.ts'

const startPatience = 10_000

/** Throws a sentence for the operator if it would not work. */
export async function checkRequirements(url: string): Promise<void> {
  const clients = [1, 2].map(
    () =>
      new pg.Client({ connectionString: url, options: planning, connectionTimeoutMillis: startPatience, statement_timeout: startPatience }),
  )
  // A broken connection also fails the statement.
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await client.connect().catch(explainRefusal)
    await refuseSharedConnections(clients)
    await refuseMissingRights(clients[0]!)
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

function explainRefusal(error: Error): never {
  if (!/unsupported startup parameter/.test(error.message)) throw error
  throw new Error(
    `DATABASE_URL leads to a pooler that refuses the settings of LMS (${error.message}). Give LMS the address of PostgreSQL itself.`,
  )
}

/** Two open connections have two processes, unless something in between hands one of them to both. */
async function refuseSharedConnections(clients: pg.Client[]): Promise<void> {
  const pids: unknown[] = []
  for (const client of clients) pids.push((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid)
  if (new Set(pids).size === clients.length) return
  throw new Error(
    'DATABASE_URL leads to a pooler that shares connections between transactions, such as PgBouncer with pool_mode = transaction. ' +
      'Give LMS the address of PostgreSQL itself, or a pool with pool_mode = session.',
  )
}

async function refuseMissingRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ user: string; database: string; isEnough: boolean }>(`
    select quote_ident(current_user) as user, quote_ident(current_database()) as database,
      has_database_privilege(current_database(), 'CREATE') and has_database_privilege(current_database(), 'TEMPORARY')
        and coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), true) as "isEnough"`)
  const { user, database, isEnough } = rows[0]!
  if (isEnough) return
  throw new Error(
    [
      `the user ${user} may not create all that LMS needs in the database ${database}. As its owner, connected to it, run:`,
      `GRANT CREATE ON DATABASE ${database} TO ${user};`,
      `GRANT TEMPORARY ON DATABASE ${database} TO ${user};`,
      `GRANT USAGE, CREATE ON SCHEMA public TO ${user};`,
    ].join('\n'),
  )
}
