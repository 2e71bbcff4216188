import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { addErrors } from '#http/errors.ts'
import { addWebApp } from '#http/web-app.ts'

const page = `<!doctype html><title>LMS</title>${'<p>More than what is sent as it is.</p>'.repeat(100)}`
const folder = await mkdtemp(join(tmpdir(), 'lms-web-'))
await mkdir(join(folder, 'assets'))
const script = `export const words = '${'as long as a script is '.repeat(200)}'`
await Promise.all([
  writeFile(join(folder, 'index.html'), page),
  writeFile(join(folder, 'assets', 'a.js'), 'export {}'),
  writeFile(join(folder, 'assets', 'long.js'), script),
  // As the build creates them; the contents differ to show which file was sent.
  writeFile(join(folder, 'assets', 'long.js.br'), brotliCompressSync(`${script} // br`)),
  writeFile(join(folder, 'assets', 'long.js.gz'), gzipSync(`${script} // gz`)),
  writeFile(join(folder, 'assets', 'fresh.js'), script),
  writeFile(join(folder, 'assets', 'fresh.js.gz'), gzipSync(`${script} // gz`)),
])
const app = Fastify({ exposeHeadRoutes: false })
addErrors(app)
await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false })
await addWebApp(app, folder)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each(['/', '/auth/login', '/users?page=2', '/index.html', '/assets/a.js'])(
  '%s responds to HEAD like GET, without a body',
  async (url) => {
    const [get, head] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })]
    const partsOf = ({ statusCode, headers }: typeof get) => [
      statusCode,
      headers['content-type'],
      headers['cache-control'],
      headers['content-length'],
    ]
    expect(partsOf(head)).toEqual(partsOf(get))
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const packed = await app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'br' } })
    expect([packed.statusCode, packed.body]).toEqual([200, ''])
  },
)

test.each(['/', '/auth/login', '/index.html'])('%s is asked for each time, so that a new version is used at once', async (url) => {
  expect((await app.inject({ url })).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/api/nothing',
  '/API/courses',
  '/assets/gone.js',
  '/files/gone',
  '/robots.txt',
  '/sw.js',
  '/.env',
  '/.well-known/security.txt',
])('%s is a 404 for GET and HEAD', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) expect((await app.inject({ method, url })).statusCode).toBe(404)
})

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync, `${script} // br`],
  ['gzip', 'gzip', gunzipSync, `${script} // gz`],
  [undefined, 'identity', (body: Buffer) => body, script],
])('%s: the file compressed by the build is sent unchanged, cacheable for a year', async (encoding, accepted, unpack, words) => {
  const { headers, rawPayload } = await app.inject({ url: '/assets/long.js', headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'content-length': String(rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(unpack(rawPayload).toString()).toBe(words)
})

test('until the build is compressed with brotli, which happens beside the server, browsers get gzip', async () => {
  const request = { url: '/assets/fresh.js', headers: { 'accept-encoding': 'gzip, deflate, br' } }
  const before = await app.inject(request)
  expect(before.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(before.rawPayload).toString()).toBe(`${script} // gz`)
  await writeFile(join(folder, 'assets', 'fresh.js.br'), brotliCompressSync(`${script} // br`))
  const after = await app.inject(request)
  expect(brotliDecompressSync(after.rawPayload).toString()).toBe(`${script} // br`)
})

test('a compressed file has no URL of its own, and gets a 304 if the client has it', async () => {
  expect((await app.inject({ url: '/assets/long.js.br' })).statusCode).toBe(404)
  const asked = { url: '/assets/long.js', headers: { 'accept-encoding': 'br' } }
  const { etag } = (await app.inject(asked)).headers
  const again = await app.inject({ ...asked, headers: { ...asked.headers, 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const plain = await app.inject({ url: '/assets/long.js', headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers['etag']).not.toBe(etag)
})
