/** The floor: a bare node:http handler that reads one row by key with the driver that the product uses. */
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const server = createServer((request, response) => {
  const id = request.url!.slice(1)
  pool.query({ name: 'course_by_id', text: 'select id, title from courses where id = $1', values: [id] }).then(
    ({ rows }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[0])),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
