// What the environment means, and how its errors are reported.

import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#config.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_REGION: 'eu-1',
  S3_BUCKET: 'lms',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden-secret',
}
const zoom = { ZOOM_ACCOUNT_ID: 'a', ZOOM_CLIENT_ID: 'b', ZOOM_CLIENT_SECRET: 'c', ZOOM_WEBHOOK_SECRET: 'd' }

function readErrors(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

test('an empty environment is a demo on the loopback interface', () => {
  const config = readConfig({ PATH: '/usr/bin' })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    hasLocalLinks: true,
    database: { kind: 'embedded' },
    files: { kind: 'local' },
    mail: { kind: 'outbox' },
    admin: undefined,
    seed: 'demo',
    demo: true,
    registration: 'open',
    rateLimits: true,
    trustedProxies: [],
    zoom: undefined,
  })
  expect(isAbsolute(config.dataDir)).toBe(true)
})

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://learn.example.org', false],
  ['http://192.168.1.20:3000', false],
])('with PUBLIC_URL=%s links are local: %s', (PUBLIC_URL, hasLocalLinks) =>
  expect(readConfig({ PUBLIC_URL })).toMatchObject({ hasLocalLinks }),
)

test.each([
  'http://host/lms',
  'https://learn.example.org/lms/',
  'https://learn.example.org?a=b',
  'https://learn.example.org/#a',
  'https://me:secret@learn.example.org',
])('%s is no address to serve at', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL must be an address without a path')
})

test('values are trimmed, and addresses are written in one way', () => {
  const env = { PUBLIC_URL: ' HTTPS://LMS.Example.org/ \r', DATA_DIR: './data ', HOST: '[::1]', MAIL_FROM: 'LMS <lms@example.org>\n' }
  expect(readConfig(env)).toMatchObject({
    publicUrl: 'https://lms.example.org',
    dataDir: expect.stringMatching(/data$/),
    host: '::1',
    mail: { from: 'LMS <lms@example.org>' },
  })
})

test('an empty string counts as not set', () => {
  const unset = Object.fromEntries(
    ['PORT', 'HOST', 'DATABASE_URL', 'SEED', 'RATE_LIMITS', 'S3_BUCKET', 'ADMIN_EMAIL'].map((name) => [name, ' ']),
  )
  expect(readConfig(unset)).toEqual(readConfig({}))
})

test('all variables set', () => {
  const config = readConfig({
    ...s3,
    ...zoom,
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://learn.example.org/',
    DATABASE_URL: 'postgres://u:p@db/lms',
    CDN_BASE_URL: 'https://cdn.example.org',
    SMTP_URL: 'smtps://u:p@mail',
    MAIL_FROM: 'LMS <lms@example.org>',
    ADMIN_EMAIL: 'root@example.org',
    ADMIN_PASSWORD: 'long enough',
    REGISTRATION: 'closed',
    RATE_LIMITS: 'off',
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::/32',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'https://learn.example.org',
    database: { kind: 'external', url: 'postgres://u:p@db/lms' },
    files: { kind: 's3', endpoint: 'https://s3.example.org', bucket: 'lms', cdnBaseUrl: 'https://cdn.example.org' },
    mail: { kind: 'smtp', url: 'smtps://u:p@mail', from: 'LMS <lms@example.org>' },
    admin: { email: 'root@example.org', password: 'long enough' },
    seed: 'none',
    demo: false,
    registration: 'closed',
    rateLimits: false,
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    zoom: { accountId: 'a', webhookSecret: 'd' },
  })
})

test.each([
  ['a database of its own', { DATABASE_URL: 'postgres://db/lms' }],
  ['an address others reach', { HOST: '0.0.0.0' }],
  ['a setting that says so', { SEED: 'none' }],
  ['an address of the school', { PUBLIC_URL: 'https://learn.example.org' }],
  ['an administrator', { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'long enough' }],
  ['a proxy in front', { TRUSTED_PROXIES: 'loopback' }],
  ['a mail server', { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'lms@example.org' }],
  ['a file store', s3],
  ['Zoom', zoom],
])('no demo data with %s', (_, env) => {
  expect(readConfig(env).seed).toBe('none')
})

test.each(['localhost', '::1', '127.0.0.2'])('%s is a loopback address', (HOST) => {
  const PUBLIC_URL = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:3000`
  expect(readConfig({ HOST, PUBLIC_URL, SEED: 'demo' })).toMatchObject({ demo: true, publicSettings: [] })
})

test('the reasons for a public installation are listed with their values', () => {
  const env = {
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://learn.example.org',
    SEED: 'none',
    ADMIN_EMAIL: 'a@b.org',
    ADMIN_PASSWORD: 'long enough',
  }
  const names = ['HOST=0.0.0.0', 'PUBLIC_URL=https://learn.example.org', 'SEED=none', 'ADMIN_EMAIL']
  expect(readConfig(env).publicSettings).toEqual(names)
})

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/],
  [{ PORT: '65536' }, /^PORT /],
  [{ PORT: '-1' }, /^PORT /],
  [{ PUBLIC_URL: 'learn.example.org' }, /^PUBLIC_URL must be a URL that begins with http:\/\/ or https:\/\/\.$/],
  [{ MAIL_FROM: '@' }, /^MAIL_FROM must be an email address/],
  [{ MAIL_FROM: 'LMS\nBcc: <x@example.org>' }, /^MAIL_FROM must be an email address/],
  [{ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'password1' }, /^ADMIN_PASSWORD is too common\.$/],
  [{ DATABASE_URL: 'mysql://db/lms' }, /^DATABASE_URL must be a URL that begins with postgres:/],
  [{ S3_BUCKET: 'lms' }, /^S3_BUCKET is set without S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY\.$/],
  [{ ...s3, S3_REGION: '' }, /are set without S3_REGION\.$/],
  [{ ...zoom, ZOOM_CLIENT_ID: '' }, /are set without ZOOM_CLIENT_ID\.$/],
  [{ CDN_BASE_URL: 'https://cdn.example.org' }, /^CDN_BASE_URL is set without/],
  [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@b.c' }, /^SMTP_URL must be a URL that begins with smtp:/],
  [{ SMTP_URL: 'smtp://mail' }, /^SMTP_URL is set without MAIL_FROM/],
  [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM /],
  [{ ADMIN_EMAIL: 'a@b.org' }, /^ADMIN_EMAIL is set without ADMIN_PASSWORD\.$/],
  [{ ADMIN_PASSWORD: 'long enough' }, /^ADMIN_PASSWORD is set without ADMIN_EMAIL\.$/],
  [{ ADMIN_EMAIL: 'root', ADMIN_PASSWORD: 'long enough' }, /^ADMIN_EMAIL must be an email address\.$/],
  [{ ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD must have 8 to 128 characters\.$/],
  [{ SEED: 'yes' }, /^SEED must be demo or none, not "yes"\.$/],
  [{ SEED: 'demo', DATABASE_URL: 'postgres://db/lms' }, /^SEED is demo, but demo data is never made/],
  [{ SEED: 'demo', HOST: '0.0.0.0' }, /^SEED is demo, but demo accounts .* HOST=0\.0\.0\.0\.$/],
  [{ SEED: 'demo', PUBLIC_URL: 'http://10.0.0.5:3000' }, /^SEED is demo, but demo accounts .* PUBLIC_URL=/],
  [{ SEED: 'demo', ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'long enough' }, /^SEED is demo, but demo accounts .* ADMIN_EMAIL\.$/],
  [{ REGISTRATION: 'shut' }, /^REGISTRATION must be open or closed/],
  [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be on or off/],
  [{ TRUSTED_PROXIES: 'proxy.example.org' }, /^TRUSTED_PROXIES must be addresses or ranges/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: '0.0.0.0/0,10.0.0.1/8/8' }, /^TRUSTED_PROXIES /],
])('%o is rejected', (env, sentence) => {
  expect(readErrors(env)).toEqual([expect.stringMatching(sentence)])
})

test('all errors are reported at once, without the values of secrets', () => {
  const errors = readErrors({
    PORT: 'x',
    DATABASE_URL: 'secret-url',
    SEED: 'demo',
    HOST: '0.0.0.0',
    ADMIN_PASSWORD: 'hush',
    ZOOM_CLIENT_ID: 'b',
  })
  expect(errors).toHaveLength(7)
  expect(errors.join()).not.toMatch(/secret-url|hush/)
  expect(() => readConfig({ PORT: 'x', SEED: 'y' })).toThrow(/2 errors:\n- PORT .*\n- SEED /)
})
