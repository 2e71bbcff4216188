/** Mail server and file store down, unresponsive and back: nothing else waits for them, and pending work is done afterwards, once. */

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { failure, startS3Server } from '../../apps/server/test/s3-server.ts'
import { headerOf, smtpServer } from '../../apps/server/test/smtp.ts'
import { call, databaseUrl, newFolder, startProduct, type Product } from '../product.ts'
import { check, seconds, type Scenario, type Setting } from '../scenario.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const mailAway: Scenario = async ({ isShort, template, school }) => {
  const wanted = isShort ? 20 : 200
  // Its port stays the same while it is away.
  let server = await smtpServer()
  const { port } = server
  await server.close()
  const product = await startProduct(newFolder(template), { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'lms@example.org' })
  const { token } = school.admin
  const invite = async (n: number) => {
    const body = { name: `Invited ${n}`, email: `invited-${n}@example.org`, role: 'USER' }
    const { status, milliseconds } = await call(product.address, 'POST', '/api/users/add-single-user', { token, body })
    check(status === 201, `without a mail server, adding a person got ${status}`)
    return milliseconds
  }
  for (let n = 0; n < wanted; n++) await invite(n)
  const ready = await call(product.address, 'GET', '/api/ready')
  check(ready.status === 200 && ready.body['mail'] === 'down', `/api/ready said ${ready.status}, mail ${String(ready.body['mail'])}`)
  const mails: (typeof server)['mails'] = []
  // It accepts the first mails and disconnects without a response, so that they are sent twice with one id.
  let drops = 2
  server = await smtpServer({ onMail: (mail) => (mails.push(mail), drops-- > 0 ? 'drop' : 'take') }, port)
  const back = Date.now()
  await invite(wanted)
  const people = () => new Set(mails.flatMap(({ to }) => to)).size
  while (people() < wanted + 1) {
    check(Date.now() - back < 120_000, `only ${people()} of ${wanted + 1} mails had left after two minutes\n${product.output()}`)
    await sleep(50)
  }
  const took = Date.now() - back
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  await server.close()
  const ids = new Set(mails.map((mail) => headerOf(mail, 'message-id')))
  check(ids.size === wanted + 1, `${ids.size} different mails for ${wanted + 1} people`)
  check(mails.length <= wanted + 1 + 2, `${mails.length} mails left, for ${wanted + 1} and two that were dropped`)
  return `${wanted + 1} mails held back all left ${seconds(took)} after its return; two dropped ones twice, with one id`
}

/** An email to a whole course while the mail server is down for a minute (five seconds in the short form): everyone gets it once. */
export const courseEmailAway: Scenario = async ({ isShort, template, school }) => {
  const [members, awayFor] = isShort ? [100, 5_000] : [2_000, 60_000]
  let server = await smtpServer()
  const { port } = server
  await server.close()
  const dataDir = newFolder(template)
  const product = await startProduct(dataDir, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'lms@example.org' })
  const { courseId } = school.desks[0]!
  await enrol(databaseUrl(dataDir), courseId, members)
  const body = { subject: 'Room change', body: '<p>Hello {{name}}, we meet in room 4.</p>', sendTo: 'STUDENTS' }
  const sent = await call(product.address, 'POST', `/api/courses/send-mails/${courseId}`, { token: school.trainer.token, body })
  const wanted = Number(sent.body['recipients'])
  check(sent.status === 202 && wanted > members, `sending got ${sent.status}, for ${wanted} students, ${members} of them new`)
  // Ten seconds in which it can be undone, then the outage.
  await sleep(11_000 + awayFor)
  const mails: (typeof server)['mails'] = []
  server = await smtpServer({ onMail: (mail) => (mails.push(mail), 'take') }, port)
  const back = Date.now()
  const people = () => new Set(mails.flatMap(({ to }) => to)).size
  while (people() < wanted) {
    check(Date.now() - back < 300_000, `only ${people()} of ${wanted} had the email after five minutes\n${product.output()}`)
    await sleep(50)
  }
  const took = Date.now() - back
  // Duplicates would arrive within the next moments.
  await sleep(2_000)
  product.child.kill('SIGTERM')
  check((await product.ended) === 0, 'the product did not stop with 0')
  await server.close()
  check(mails.length === wanted, `${mails.length} mails left for ${wanted} people`)
  return `${wanted} had the email ${seconds(took)} after the return of the mail server, each once`
}

/** More students of a course. */
async function enrol(url: string, courseId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `with people as (
        insert into users (id, name, email, role) select gen_random_uuid(), 'Member ' || n, 'member-' || n || '@example.org', 'USER'
        from generate_series(1, $1::int) n returning id)
      insert into memberships (course_id, user_id, role, status) select $2::uuid, id, 'STUDENT', 'ACTIVE' from people`,
      [count, courseId],
    )
  } finally {
    await client.end()
  }
}

export const storeAway: Scenario = async ({ template, school }: Setting) => {
  const store = await startS3Server()
  const dataDir = newFolder(template)
  const env = {
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  }
  let product = await startProduct(dataDir, env)
  const { token } = school.trainer
  const begin = () => call(product.address, 'POST', '/api/aws/multipart/init', { token, body: { fileType: 'image/png', size: png.length } })
  try {
    const upload = await uploaded(product, token, (await begin()).body as unknown as { key: string; uploadId: string })
    store.faults.of = () => new Promise(() => {})
    const [silent, ready, ...readers] = await Promise.all([
      begin(),
      call(product.address, 'GET', '/api/ready'),
      ...Array.from({ length: 40 }, () => call(product.address, 'GET', '/api/courses', { token })),
    ])
    check(silent.status === 503 && silent.milliseconds < 20_000, `a silent store: ${silent.status} after ${seconds(silent.milliseconds)}`)
    check(ready.status === 200 && ready.body.files === 'down', `/api/ready said ${ready.status}, files ${ready.body.files}`)
    check(
      readers.every(({ status }) => status === 200),
      'readers were held up by a silent store',
    )
    store.faults.of = () => failure(503, 'SlowDown')
    check((await begin()).status === 503, 'a store that refuses was no 503')

    // Killed while the store completes the upload: the next process takes over.
    const asked = { times: 0 }
    store.faults.of = (request) => (request.method === 'POST' ? (asked.times++, new Promise(() => {})) : undefined)
    const complete = () => call(product.address, 'POST', '/api/aws/multipart/complete', { token, body: upload })
    const lost = complete()
    while (asked.times === 0) await sleep(10)
    product.child.kill('SIGKILL')
    await Promise.all([lost, product.ended])
    store.faults.of = () => undefined
    product = await startProduct(dataDir, env)
    const again = await complete()
    check(again.status === 200, `completing after a crash was answered ${again.status}: ${again.body.detail}`)
    // An unresponsive store does not delay stopping.
    store.faults.of = () => new Promise(() => {})
    const hanging = begin()
    await sleep(200)
    const stopped = Date.now()
    product.child.kill('SIGTERM')
    check((await product.ended) === 0, 'with a store that hangs, the product did not stop with 0')
    await hanging
    return `silent: answered after ${seconds(silent.milliseconds)}, readers not held up; completing after a crash took ${seconds(again.milliseconds)}; stopped ${seconds(Date.now() - stopped)} after SIGTERM`
  } finally {
    await store.stop()
  }
}

async function uploaded({ address }: Product, token: string, { key, uploadId }: { key: string; uploadId: string }) {
  const query = new URLSearchParams({ key, uploadId, partNumber: '1' })
  const { body } = await call(address, 'GET', `/api/aws/multipart/get-upload-url?${query}`, { token })
  const answer = await fetch(String(body['url']), { method: 'PUT', body: png })
  return { key, uploadId, parts: [{ partNumber: 1, etag: answer.headers.get('etag') }] }
}
