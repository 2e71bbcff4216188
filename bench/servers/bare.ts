/** The baseline: Fastify and the same driver as the product, without rights, checks, counts of new items, or headers. */

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { constants as zstd } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import pg from 'pg'

/** As in the product. */
const zlibOptions = { level: 2, windowBits: 13, memLevel: 6, params: { [zstd.ZSTD_c_compressionLevel]: 1, [zstd.ZSTD_c_windowLog]: 14 } }
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify()

/** One row by its key. */
app.get<{ Params: { id: string } }>('/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'course_by_id', text: 'select id, title from courses where id = $1', values: [params.id] })
  return rows[0]
})

const insert = 'insert into worker_heartbeats (id, seen_at) values ($1, now())'

/** One row in a transaction. */
app.post('/row', async (_request, reply) => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query({ name: 'insert', text: insert, values: [randomUUID()] })
  await client.query('commit')
  client.release()
  return reply.code(204).send()
})

const session = `select s.id, u.role, m.status from sessions s join users u on u.id = s.user_id
  left join memberships m on m.user_id = u.id and m.course_id = $2 where s.token_hash = $1`
const page = `select d.id, d.course_id, d.title, d.content, d.pinned, d.locked, d.comment_count, d.created_at::text, d.edited_at::text, d.last_activity_at::text,
  u.id as author_id, u.name as author from discussions d join users u on u.id = d.author_id
  where d.course_id = $1 and d.deleted_at is null order by d.pinned desc, d.last_activity_at desc, d.id desc limit 21`
const total = 'select count(*)::int as total from discussions where course_id = $1 and deleted_at is null'

/** A list: three statements, twenty rows of twelve columns, compressed. */
await app.register(async (lists) => {
  await lists.register(compress, {
    threshold: 2048,
    syncThreshold: 128 * 1024,
    encodings: ['zstd', 'gzip'],
    zlibOptions,
  })
  lists.get<{ Params: { id: string } }>('/list/:id', async ({ params: { id } }) => {
    await pool.query({ name: 'session', text: session, values: ['nobody', id] })
    const { rows } = await pool.query<object>({ name: 'page', text: page, values: [id] })
    const counted = await pool.query<{ total: number }>({ name: 'total', text: total, values: [id] })
    return { items: rows, total: counted.rows[0]!.total }
  })
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.send!((app.addresses()[0] as AddressInfo).port)
