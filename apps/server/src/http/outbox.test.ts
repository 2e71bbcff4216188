import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const demo = await testApp({ SEED: 'demo' })
const plain = await testApp()
const hostile = `<script>alert(1)</script>`

async function someMail({ as, anonymous, runJobs }: typeof demo, email: string) {
  await (await as('ADMIN')).users.addUser({ body: { name: hostile, email, role: 'USER' } })
  await runJobs()
  await anonymous.auth.generateOtp({ body: { email } })
  await runJobs()
}

test('without a mail server each email is written to a file, with text and HTML', async () => {
  await someMail(plain, 'file@example.org')
  const folder = join(plain.deps.services.config.dataDir, 'outbox')
  const names = await readdir(folder)
  expect(names).toHaveLength(2)
  expect(names.every((name) => /^[0-9a-f-]{36}\.eml$/.test(name))).toBe(true)
  const source = await readFile(join(folder, names.toSorted()[0]!), 'utf8')
  expect(source).toContain('To: file@example.org\r\n')
  expect(source).toContain('Content-Type: multipart/alternative')
  expect((await plain.app.inject('/api/ready')).json()).toMatchObject({ mail: 'none' })
})

test('the page lists emails, newest first, and shows one, without scripts', async () => {
  await someMail(demo, 'shown@example.org')
  const list = await demo.app.inject('/outbox')
  expect(list.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  const [code, invitation] = [...list.body.matchAll(/href="(\/outbox\/[^"]+)">([^<]+)/g)]
  expect([code![2], invitation![2]]).toEqual(['Your code for a new password', 'Your invitation to LMS'])
  expect((await demo.app.inject(code![1]!)).body).toMatch(/\b\d{3} \d{3}\b/)
  const { body } = await demo.app.inject(invitation![1]!)
  expect(body).toMatch(/<html lang="en">.*<main>.*<h1>Your invitation to LMS<\/h1>/s)
  expect(body).toMatch(/<a href="http:\/\/localhost:3000\/auth\/reset-password\?invitation=/)
  expect(body).not.toContain('<script')
  for (const id of [crypto.randomUUID(), 'nonsense']) expect((await demo.app.inject(`/outbox/${id}`)).statusCode).toBe(404)
})

test('the outbox is hidden without demo mode, and under another host name', async () => {
  expect((await plain.app.inject('/outbox')).body).not.toContain('Outbox')
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
    expect((await demo.app.inject({ url: '/outbox', headers: { host } })).statusCode).toBe(404)
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect((await demo.app.inject({ url: '/outbox', headers: { host } })).statusCode).toBe(200)
})
