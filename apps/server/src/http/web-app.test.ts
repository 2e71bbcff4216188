import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { addErrors } from '#http/errors.ts'
import { addWebApp } from '#http/web-app.ts'

const page = `<!doctype html><title>LMS</title>${'<p>More than what is sent as it is.</p>'.repeat(100)}`
const folder = await mkdtemp(join(tmpdir(), 'lms-web-'))
await mkdir(join(folder, 'assets'))
await Promise.all([writeFile(join(folder, 'index.html'), page), writeFile(join(folder, 'assets', 'a.js'), 'export {}')])
const app = Fastify({ exposeHeadRoutes: false })
addErrors(app)
await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false })
await addWebApp(app, folder)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each(['/', '/auth/login', '/users?page=2', '/index.html', '/assets/a.js'])('%s answers HEAD as GET, without a body', async (url) => {
  const [get, head] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })]
  const told = ({ statusCode, headers }: typeof get) => [
    statusCode,
    headers['content-type'],
    headers['cache-control'],
    headers['content-length'],
  ]
  expect(told(head)).toEqual(told(get))
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const packed = await app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'br' } })
  expect([packed.statusCode, packed.body]).toEqual([200, ''])
})

test.each(['/api/nothing', '/assets/gone.js', '/files/gone'])('%s is a 404 either way', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) expect((await app.inject({ method, url })).statusCode).toBe(404)
})
