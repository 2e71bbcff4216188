/** Starts sessions, and remembers the networks and devices that an account has signed in from. */

import { randomBytes } from 'node:crypto'
import { hashToken } from '#access/sessions.ts'
import type { BaseContext } from '#call/handler.ts'
import { rateLimitKey, getNetwork, type Limits } from '#call/limits.ts'
import { problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import type { RateLimitKey } from '#db/rate-limits.ts'
import { isPassword } from '#modules/auth/passwords.ts'
import { isDemoUser } from '#modules/auth/queries.ts'
import { findKnownSources, insertSession, knownSourceDays, upsertSources } from '#modules/auth/sessions/queries.ts'

/** Where a sign-in comes from: a network, or a device with our cookie. Limits distinguish the known sources of an account from strangers. */
interface Source {
  /** As in `sign_in_sources`. */
  id: string
  network: string
  /** Whether the account has signed in from there lately. */
  isKnown: boolean
}

const cookieName = 'lms-device'
/** Signing in and requesting codes are limited by device. */
const cookiePaths = ['/api/auth', '/api/otp']

type Request = BaseContext['request']

const networkSource = (ip: string) => `network:${getNetwork(ip)}`
const deviceSource = (token: string) => `device:${hashToken(token)}`
const getDeviceToken = ({ cookie }: Request) => new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookie ?? '')?.[1]

/** The source of an attempt for an email, whether it has an account or not: a known device, else the network. */
export async function findSource({ db, now, request }: Pick<BaseContext, 'db' | 'now' | 'request'>, email: string): Promise<Source> {
  const [network, token] = [networkSource(request.ip), getDeviceToken(request)]
  const known = await findKnownSources(db, email, [network, ...(token ? [deviceSource(token)] : [])], now())
  const id = known.find((source) => source !== network) ?? network
  return { id, network: getNetwork(request.ip), isKnown: known.includes(id) }
}

/** The limits that a failed sign-in, or requesting a code, counts towards. */
export const getRateLimitKeys = (kind: 'sign-in' | 'otp-request', email: string, { id, network, isKnown }: Source): RateLimitKey[] => [
  rateLimitKey(`${kind}-per-source`, email, id),
  ...(isKnown ? [] : [rateLimitKey(`${kind}-per-network`, network), rateLimitKey(`${kind}-by-strangers`, email)]),
  ...(kind === 'otp-request' && !isKnown ? [rateLimitKey('otp-request-per-source-and-day', email, id)] : []),
]

/** For a user who has proved their identity by email but is not signing in yet. */
export const rememberNetwork = (db: Db, userId: string, ip: string, now: Date): Promise<void> =>
  upsertSources(db, userId, [networkSource(ip)], now)

/** Milliseconds; unused sessions expire earlier. */
const sessionLifetimeMs = 30 * 86_400_000

interface Guess {
  /** The hash of the right one, if there is any. */
  passwordHash: string | null | undefined
  password: string
  claims: RateLimitKey[]
}

/**
 * Whether a guess is right. Wrong guesses count after the check: a user who knows the password may sign in at many places at
 * once, and so may a class behind one address. Once a limit is exceeded, right guesses are rejected like
 * wrong ones, also those checked concurrently (decision 0008). Never call it in a transaction: counting takes its own connection.
 */
export async function verifyPassword(limits: Limits, { passwordHash, password, claims }: Guess): Promise<boolean> {
  await limits.check(claims)
  const isRight = await isPassword(passwordHash, password)
  await limits.record(claims, !isRight)
  return isRight
}

/** A user who has proved their identity by email is not locked out by the guesses of others; the network's guesses still count. */
export const clearFailedAttempts = (limits: Limits, email: string): Promise<void> =>
  limits.clear(['sign-in-per-source', 'sign-in-by-strangers'], email)

/** 256 random bits: for sessions, devices, resets and invitations. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Remembers the network and device of a sign-in; a device without a cookie gets one. Throws `forbidden` for a demo account elsewhere. */
export async function signIn(ctx: BaseContext, userId: string) {
  const { db, now, request, services } = ctx
  // Its password is public, and a proxy may have made this machine reachable from others.
  if (!request.isLocal && (await isDemoUser(db, userId)))
    throw problem('forbidden', { detail: 'Demo accounts work only on the machine that LMS runs on, at http://localhost.' })
  const token = newToken()
  const device = getDeviceToken(request) ?? newToken()
  const at = now()
  const user = await insertSession(
    db,
    {
      userId,
      tokenHash: hashToken(token),
      expiresAt: new Date(at.getTime() + sessionLifetimeMs).toISOString(),
      ip: request.ip,
      userAgent: request.userAgent?.slice(0, 500) ?? null,
      sources: [networkSource(request.ip), deviceSource(device)],
    },
    at,
  )
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const facts = `Max-Age=${knownSourceDays * 86_400}; HttpOnly; SameSite=Strict${secure}`
  ctx.setCookies(cookiePaths.map((path) => `${cookieName}=${device}; Path=${path}; ${facts}`))
  return { token, user }
}
