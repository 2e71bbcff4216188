import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { checkRequirements } from '#db/requirements.ts'
import { freshDatabase } from '#test/db.ts'

/** A user with the rights that any user has, and a client of the owner. */
async function withUser() {
  const { url, drop } = await freshDatabase()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const name = `Least ${crypto.randomUUID()}`
  await owner.query(`create user "${name}" password 'long enough'`)
  const database = (await owner.query<{ name: string }>('select current_database() as name')).rows[0]!.name
  await owner.query(`revoke all on database ${database} from public; grant connect on database ${database} to "${name}"`)
  onTestFinished(async () => {
    await owner.query(`drop owned by "${name}"; drop user "${name}"`)
    await owner.end()
    await drop()
  })
  const theirs = new URL(url)
  theirs.username = encodeURIComponent(name)
  theirs.password = 'long enough'
  return { owner, url, theirs: theirs.href }
}

test('missing rights are one sentence with the statements that grant them; with these it goes on', async () => {
  const { owner, url, theirs } = await withUser()
  const error = await checkRequirements(theirs).catch((thrown: unknown) => thrown as Error)
  const [sentence, ...statements] = error!.message.split('\n')
  expect(sentence).toMatch(
    /^the user "Least .*" may not create all that LMS needs in the database test_\w+\. As its owner, connected to it, run:$/,
  )
  expect(statements).toHaveLength(3)
  for (const [at, statement] of statements.entries()) {
    await expect(checkRequirements(theirs)).rejects.toThrow(at === 0 ? 'GRANT CREATE' : 'GRANT TEMPORARY')
    await owner.query(statement)
  }
  await expect(checkRequirements(theirs)).resolves.toBeUndefined()
  await expect(checkRequirements(url)).resolves.toBeUndefined()
})

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const ready = message('Z', Buffer.from('I'))
const oneColumn = Buffer.concat([
  Buffer.from([0, 1]),
  Buffer.from('pid\0'),
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]),
])
const rowOf42 = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.from('42')])
const answer42 = [message('T', oneColumn), message('D', rowOf42), message('C', Buffer.from('SELECT 1\0')), ready]

/** Speaks as much of PostgreSQL's protocol as the check needs. */
async function pooler(atStart: Buffer[]): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.once('data', () => {
      socket.write(Buffer.concat(atStart))
      socket.on('data', (sent) => void (sent.toString('latin1', 0, 1) === 'Q' && socket.write(Buffer.concat(answer42))))
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `postgres://lms@127.0.0.1:${(server.address() as AddressInfo).port}/lms`
}

test('a pooler that gives two connections the same process is refused', async () => {
  const url = await pooler([message('R', Buffer.from([0, 0, 0, 0])), ready])
  await expect(checkRequirements(url)).rejects.toThrow(/^DATABASE_URL leads to a pooler that shares connections between transactions/)
})

test('so is one that refuses our settings', async () => {
  const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
  const url = await pooler([message('E', Buffer.from(fields))])
  await expect(checkRequirements(url)).rejects.toThrow(
    /^DATABASE_URL leads to a pooler that refuses the settings of LMS \(unsupported startup parameter: statement_timeout\)\./,
  )
})
