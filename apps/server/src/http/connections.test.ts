/** Connections and requests that are not as expected: slow, silent, unreadable, of proxies that write addresses in their own way. */

import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#app.ts'
import { getClientIp } from '#http/security.ts'
import { sample, testAppWithFiles } from '#test/files.ts'

const { as, deps, storage, app } = await testAppWithFiles()
const trainer = await as('TRAINER')

async function open(options: Parameters<typeof createApp>[1] = {}) {
  const server = await createApp(deps, options)
  onTestFinished(() => server.close())
  await server.listen({ port: 0, host: '127.0.0.1' })
  const line = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void line.destroy())
  await once(line, 'connect')
  return { server, line }
}

/** What arrives until the server ends the connection. */
async function readAll(line: Socket): Promise<string> {
  let text = ''
  for await (const chunk of line) text += String(chunk)
  return text
}

test.each([
  ['headers that are too long', `GET /?q=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'headers-too-large'],
  ['something else than HTTP', 'HELLO\r\n\r\n', 400, 'malformed-body'],
])('%s: a problem document', async (_, text, status, problem) => {
  const { line } = await open()
  line.write(text)
  const reply = await readAll(line)
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(reply).toContain('application/problem+json')
  expect(JSON.parse(reply.split('\r\n\r\n')[1]!)).toMatchObject({ status, type: `/problems/${problem}` })
})

test('a body that stops arriving: 408, and the connection ends', async () => {
  const { line } = await open({ mostSilence: 400 })
  line.write(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":`)
  const reply = await readAll(line)
  expect(reply).toMatch(/^HTTP\/1.1 408 /)
  expect(reply).toContain('/problems/timeout')
})

test('a reply of which the client takes no byte ends; one that is read slowly goes on', async () => {
  const size = 24 * 1024 * 1024
  const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'application/pdf', size } })
  const whole = Buffer.concat([sample['application/pdf'], Buffer.alloc(size - sample['application/pdf'].length, 32)])
  expect((await app.inject({ method: 'PUT', url, headers, payload: whole })).statusCode).toBe(200)
  const address = await storage.presignGet(key)
  const { server, line } = await open({ mostSilence: 500 })
  const connections = () => new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count)))
  line.pause()
  line.write(`GET ${address} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await expect.poll(connections, { timeout: 30_000 }).toBe(0)

  const reader = await open({ mostSilence: 500 })
  reader.line.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let read = 0
  for await (const chunk of reader.line) {
    read += (chunk as Buffer).length
    // Longer than the silence in total.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(read).toBeGreaterThan(size)
})

test.each([
  ['203.0.113.7:2000', '203.0.113.7'],
  ['[2001:db8::1]:2000', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['1:2:3:4:5:6:7:8:9::', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
])('the client of %s is %s', (ip, client) => {
  expect(getClientIp({ ip, socket: { remoteAddress: '127.0.0.1' } })).toBe(client)
})

test('the scheme of a session may be in lower case, and a 401 names it', async () => {
  const headers = { authorization: `bearer ${trainer.token}` }
  expect((await app.inject({ url: '/api/auth/session', headers })).statusCode).toBe(200)
  const refused = await app.inject({ url: '/api/auth/session' })
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
})

test('HEAD is like GET for files, pictures and documents', async () => {
  const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
  await app.inject({ method: 'PUT', url, headers, payload: sample['image/png'] })
  const { token } = trainer
  await app.inject({
    method: 'PATCH',
    url: '/api/users/update-me',
    headers: { authorization: `Bearer ${token}` },
    payload: { profileImage: key },
  })
  for (const address of [await storage.presignGet(key), `/images/${key}`, '/api/openapi.json']) {
    const [get, head] = [await app.inject({ url: address }), await app.inject({ method: 'HEAD', url: address })]
    expect([get.statusCode, head.statusCode, head.body]).toEqual([200, 200, ''])
    expect([head.headers['content-type'], head.headers['etag']]).toEqual([get.headers['content-type'], get.headers['etag']])
  }
})
