/** Starting a session, and the networks and devices that an account has signed in from. */
import { randomBytes } from 'node:crypto'
import { hashToken } from '#http/authenticate.ts'
import type { BaseContext } from '#http/handler.ts'
import { rateLimitKey, getNetwork, type RateLimitKey, type Limits } from '#http/limits.ts'
import { isPassword } from '#modules/auth/passwords.ts'
import { findKnownSources, insertSession, knownDays, upsertSources } from '#modules/auth/sessions/queries.ts'
import type { Db } from '#db/client.ts'

/** Where sign-ins come from: a network, or a device that we have given a cookie. Limits distinguish the sources that an account is used from, from strangers. */
interface Source {
  /** As in `sign_in_sources`. */
  id: string
  network: string
  /** Whether the account has signed in from there lately. */
  isKnown: boolean
}

const cookieName = 'lms-device'
/** Signing in and asking for codes, the two that are limited by device. */
const cookiePaths = ['/api/auth', '/api/otp']

type Request = BaseContext['request']

const networkSource = (ip: string) => `network:${getNetwork(ip)}`
const deviceSource = (token: string) => `device:${hashToken(token)}`
const getDeviceToken = ({ cookie }: Request) => new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookie ?? '')?.[1]

/** The source of a try at an account, whether there is such an account or not: a device it knows, else the network. */
export async function findSource({ db, now, request }: Pick<BaseContext, 'db' | 'now' | 'request'>, email: string): Promise<Source> {
  const [network, token] = [networkSource(request.ip), getDeviceToken(request)]
  const known = await findKnownSources(db, email, [network, ...(token ? [deviceSource(token)] : [])], now())
  const id = known.find((source) => source !== network) ?? network
  return { id, network: getNetwork(request.ip), isKnown: known.includes(id) }
}

/** What a failed sign-in counts towards, or the asking for a code. */
export const getRateLimitKeys = (kind: 'sign-in' | 'otp-request', email: string, { id, network, isKnown }: Source): RateLimitKey[] => [
  rateLimitKey(`${kind}-per-source`, email, id),
  ...(isKnown ? [] : [rateLimitKey(`${kind}-per-network`, network), rateLimitKey(`${kind}-by-strangers`, email)]),
  ...(kind === 'otp-request' && !isKnown ? [rateLimitKey('otp-request-per-source-and-day', email, id)] : []),
]

/** Of somebody who has shown by a mail who they are, but does not sign in yet. */
export const rememberNetwork = (db: Db, userId: string, ip: string, now: Date): Promise<void> =>
  upsertSources(db, userId, [networkSource(ip)], now)

/** Milliseconds; authentication ends unused sessions earlier. */
const sessionLifetimeMs = 30 * 86_400_000

interface Guess {
  /** The hash of the right one, if there is any. */
  passwordHash: string | null | undefined
  password: string
  claims: RateLimitKey[]
}

/**
 * Whether a guess is right. Wrong ones count after they were checked: a person who knows the password may sign in at many places at
 * the same moment, and so may a class behind one address. Once any claim has failed too often, a right guess is refused like a
 * wrong one, however many are looked at together (decision 0008). Never within a transaction: counting takes a connection of its own.
 */
export async function verifyPassword(limits: Limits, { passwordHash, password, claims }: Guess): Promise<boolean> {
  await limits.check(claims)
  const isRight = await isPassword(passwordHash, password)
  await limits.record(claims, !isRight)
  return isRight
}

/** A person who has proved by email who they are is not locked out by the guesses of others; those of the network stay counted. */
export const clearFailedAttempts = (limits: Limits, email: string): Promise<void> =>
  limits.clear(['sign-in-per-source', 'sign-in-by-strangers'], email)

/** 256 random bits: for sessions, devices, resets and invitations. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Remembers the network and the device that somebody signs in from; a device without a cookie gets one. */
export async function signIn(ctx: BaseContext, userId: string) {
  const { db, now, request, services } = ctx
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
  const facts = `Max-Age=${knownDays * 86_400}; HttpOnly; SameSite=Strict${secure}`
  ctx.setCookies(cookiePaths.map((path) => `${cookieName}=${device}; Path=${path}; ${facts}`))
  return { token, user }
}
