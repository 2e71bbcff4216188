// Reads the environment once: every variable of LMS, its meaning, and all errors in it together.

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isCommonPassword } from '@lms/contract/common-passwords'
import { passwordLength } from '@lms/contract/rules/limits'

export type Config = {
  readonly port: number
  readonly host: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Whether links to `publicUrl` open on this machine only. */
  readonly hasLocalLinks: boolean
  /** An absolute path. */
  readonly dataDir: string
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'external'; readonly url: string }
  readonly files: { readonly kind: 'local' } | S3Files
  readonly mail: { readonly kind: 'outbox'; readonly from: string } | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  readonly admin: { readonly email: string; readonly password: string } | undefined
  /** Settings of a real installation, as `NAME=value`: with any of them, demo accounts must not be served. */
  readonly publicSettings: readonly string[]
  readonly seed: 'demo' | 'none'
  /** Offers the demo accounts; whether they exist is decided when the database is seeded. */
  readonly demo: boolean
  readonly registration: 'open' | 'closed'
  readonly rateLimits: boolean
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Quota in bytes for the files of one student. */
  readonly studentSpace: number
  /** Bytes that must be free on the disk of the embedded database; with fewer, the server is read-only. */
  readonly leastSpace: number
  readonly zoom: ZoomAccount | undefined
}
export type S3Files = {
  readonly kind: 's3'
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly cdnBaseUrl: string | undefined
}
export type ZoomAccount = {
  readonly accountId: string
  readonly clientId: string
  readonly clientSecret: string
  /** Without it, webhook calls are rejected. */
  readonly webhookSecret: string | undefined
}

/** All errors of the environment, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly errors: readonly string[]
  constructor(errors: readonly string[]) {
    super(
      `The configuration has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${errors.map((error) => `- ${error}`).join('\n')}`,
    )
    this.errors = errors
  }
}

const DEFAULT_SENDER = 'LMS <lms@localhost>'

const url = (...schemes: string[]) =>
  z.string().refine((text) => schemes.includes(URL.parse(text)?.protocol ?? ''), {
    error: `must be a URL that begins with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    abort: true,
  })
const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, { error: ({ input }) => `must be ${words.join(' or ')}, not "${String(input)}"` })
const webUrl = url('http:', 'https:')
/** Of an address that has neither a path nor a query nor a user, in lower case. */
const origin = (error: string) =>
  webUrl.refine((text) => URL.parse(text)?.href === `${URL.parse(text)?.origin}/`, { error }).transform((text) => new URL(text).origin)
const publicUrl = origin(
  'must be an address without a path: the pages of LMS are at its root, so give it a name of its own such as lms.example.org',
)
/** The store's own address; the bucket is part of the path, so that the content security policy names one origin. */
const storeUrl = origin('must be the address of the store alone: the bucket is named by S3_BUCKET')
const cdnUrl = webUrl
  .refine((text) => !/[?#@]/.test(text), { error: 'must be an address without a query' })
  .transform((text) => text.replace(/\/+$/, ''))
/** `lms@example.org` or `LMS <lms@example.org>`. */
const sender = /^(?:[^<>\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

const megabytes = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: ({ input }) => `must be a whole number of megabytes, not "${String(input)}"` })

const addressLists = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An address, a range such as 10.0.0.0/8, or a named list. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits)
  return addressLists.has(text) || (bits > 0 && isPrefix && rest.length === 0)
}

const passwordError = { error: `must have ${passwordLength.min} to ${passwordLength.max} characters`, abort: true }

const Environment = z.object({
  PORT: z
    .string()
    .refine(isPort, { error: ({ input }) => `must be a whole number from 0 to 65535, not "${String(input)}"` })
    .default('3000'),
  HOST: z
    .string()
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  S3_ENDPOINT: storeUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CDN_BASE_URL: cdnUrl.optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().regex(sender, { error: 'must be an email address, as in LMS <lms@example.org>' }).optional(),
  ADMIN_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordLength.min, passwordError)
    .max(passwordLength.max, passwordError)
    .refine((password) => !isCommonPassword(password), { error: 'is too common' })
    .optional(),
  SEED: oneOf('demo', 'none').optional(),
  REGISTRATION: oneOf('open', 'closed').default('open'),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((ranges) => ranges.every(isAddressRange), {
      error: 'must be addresses or ranges such as 10.0.0.0/8 with commas between them, or loopback, linklocal, uniquelocal',
    })
    .default([]),
  STUDENT_SPACE_MB: megabytes.default('2048'),
  MIN_FREE_MB: megabytes.default('100'),
  ZOOM_ACCOUNT_ID: z.string().optional(),
  ZOOM_CLIENT_ID: z.string().optional(),
  ZOOM_CLIENT_SECRET: z.string().optional(),
  ZOOM_WEBHOOK_SECRET: z.string().optional(),
})
type Environment = z.infer<typeof Environment>
type Name = keyof Environment
type Values = Partial<Record<Name, string>>

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const zoomNames = ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET'] as const
const adminNames = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const
/** Only real installations need them. */
const realNames = ['ADMIN_EMAIL', 'TRUSTED_PROXIES', 'SMTP_URL', 'S3_ENDPOINT', 'ZOOM_ACCOUNT_ID'] as const

/** Throws a ConfigError that lists every error. Values are trimmed; an empty one counts as unset. Those that may be secret are never repeated. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Values = Object.fromEntries(
    Object.keys(Environment.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  )
  const parsed = Environment.safeParse(values)
  const wrongValues = parsed.error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`) ?? []
  const errors = [...wrongValues, ...groupErrors(values)]
  if (!parsed.success || errors.length > 0) throw new ConfigError([...new Set(errors)])
  return toConfig(parsed.data)
}

// Checks across variables.
function groupErrors(values: Values): string[] {
  const errors = [s3Names, zoomNames, adminNames].flatMap((names) => halfSet(values, names))
  if (values.ZOOM_WEBHOOK_SECRET && !zoomNames.some((name) => values[name]))
    errors.push('ZOOM_WEBHOOK_SECRET is set without ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID and ZOOM_CLIENT_SECRET.')
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = values
  if (bucket && URL.parse(endpoint ?? '')?.hostname.startsWith(`${bucket}.`))
    errors.push('S3_ENDPOINT begins with the name of the bucket: leave that out, S3_BUCKET names it.')
  if (values.CDN_BASE_URL && !s3Names.some((name) => values[name]))
    errors.push('CDN_BASE_URL is set without S3_BUCKET and the other S3 variables.')
  if (values.SMTP_URL && !values.MAIL_FROM) errors.push('SMTP_URL is set without MAIL_FROM, the address that mails come from.')
  if (values.SEED === 'demo' && values.DATABASE_URL)
    errors.push('SEED is demo, but demo data is never made in a database of your own (DATABASE_URL is set).')
  const publicSettings = readPublicSettings(values)
  if (values.SEED === 'demo' && publicSettings.length > 0) {
    errors.push(`SEED is demo, but demo accounts have a public password: leave out SEED=demo, or ${publicSettings.join(' and ')}.`)
  }
  return errors
}

function readPublicSettings(values: { [K in Name]?: unknown }): string[] {
  const { HOST = '127.0.0.1', PUBLIC_URL, SEED } = values as Values
  const publicHost = URL.parse(PUBLIC_URL ?? '')?.hostname
  return [
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(publicHost === undefined || isLoopback(publicHost) ? [] : [`PUBLIC_URL=${PUBLIC_URL}`]),
    ...(SEED === 'none' ? ['SEED=none'] : []),
    ...realNames.filter((name) => (Array.isArray(values[name]) ? values[name].length > 0 : values[name])),
  ]
}

function halfSet(values: Values, names: readonly Name[]): string[] {
  const [set, missing] = [names.filter((name) => values[name]), names.filter((name) => !values[name])]
  return set.length === 0 || missing.length === 0
    ? []
    : [`${set.join(', ')} ${set.length > 1 ? 'are' : 'is'} set without ${missing.join(', ')}.`]
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

function toConfig(env: Environment): Config {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const publicSettings = readPublicSettings(env)
  const seed = env.SEED ?? (env.DATABASE_URL === undefined && publicSettings.length === 0 ? 'demo' : 'none')
  return {
    port: Number(env.PORT),
    host: env.HOST,
    publicUrl,
    hasLocalLinks: isLoopback(new URL(publicUrl).hostname),
    dataDir: resolve(env.DATA_DIR),
    database: env.DATABASE_URL ? { kind: 'external', url: env.DATABASE_URL } : { kind: 'embedded' },
    files: readFiles(env),
    mail: env.SMTP_URL
      ? { kind: 'smtp', url: env.SMTP_URL, from: env.MAIL_FROM ?? DEFAULT_SENDER }
      : { kind: 'outbox', from: env.MAIL_FROM ?? DEFAULT_SENDER },
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    publicSettings,
    seed,
    demo: seed === 'demo',
    registration: env.REGISTRATION,
    rateLimits: env.RATE_LIMITS === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    studentSpace: Number(env.STUDENT_SPACE_MB) * 1024 * 1024,
    leastSpace: Number(env.MIN_FREE_MB) * 1024 * 1024,
    zoom: readZoom(env),
  }
}

function readFiles(env: Environment): Config['files'] {
  const {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return { kind: 'local' }
  return { kind: 's3', endpoint, region, bucket, accessKeyId, secretAccessKey, cdnBaseUrl: env.CDN_BASE_URL }
}

function readZoom(env: Environment): ZoomAccount | undefined {
  const { ZOOM_ACCOUNT_ID: accountId, ZOOM_CLIENT_ID: clientId, ZOOM_CLIENT_SECRET: clientSecret, ZOOM_WEBHOOK_SECRET: webhookSecret } = env
  return accountId && clientId && clientSecret ? { accountId, clientId, clientSecret, webhookSecret } : undefined
}
