/** The floor: Fastify that reads one row by key with a prepared statement of the driver that the product uses. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify()
app.get<{ Params: { id: string } }>('/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'course_by_id', text: 'select id, title from courses where id = $1', values: [params.id] })
  return rows[0]
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!((app.addresses()[0] as AddressInfo).port)
