/** Where sign-ins come from: a network, or a device that we have given a cookie. Limits tell the sources an account is used from, from strangers. */
import { randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { hashToken } from '#http/authenticate.ts'
import type { Asking } from '#http/handler.ts'
import { rateLimitKey, networkOf, type RateLimitKey } from '#http/limits.ts'
import { findKnownSources, knownDays, upsertSources } from '#modules/auth/queries.ts'

export interface Source {
  /** As in `sign_in_sources`. */
  id: string
  network: string
  /** Whether the account has signed in from there lately. */
  isKnown: boolean
}

const cookieName = 'lms-device'
/** Signing in and asking for codes, the two that are limited by device. */
const cookiePaths = ['/api/auth', '/api/otp']

type Request = Asking['request']

const networkSource = (ip: string) => `network:${networkOf(ip)}`
const deviceSource = (token: string) => `device:${hashToken(token)}`
const deviceTokenOf = ({ cookie }: Request) => new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookie ?? '')?.[1]

/** The source of a try at an account, whether there is such an account or not: a device it knows, else the network. */
export async function sourceOf({ db, now, request }: Pick<Asking, 'db' | 'now' | 'request'>, email: string): Promise<Source> {
  const [network, token] = [networkSource(request.ip), deviceTokenOf(request)]
  const known = await findKnownSources(db, email, [network, ...(token ? [deviceSource(token)] : [])], now())
  const id = known.find((source) => source !== network) ?? network
  return { id, network: networkOf(request.ip), isKnown: known.includes(id) }
}

/** What a failed sign-in counts towards, or the asking for a code. */
export const rateLimitKeysOf = (kind: 'sign-in' | 'code', email: string, { id, network, isKnown }: Source): RateLimitKey[] => [
  rateLimitKey(`${kind}.source`, email, id),
  ...(isKnown ? [] : [rateLimitKey(`${kind}.network`, network), rateLimitKey(`${kind}.strangers`, email)]),
  ...(kind === 'code' && !isKnown ? [rateLimitKey('code.source-day', email, id)] : []),
]

/** Remembers the network and the device that somebody signs in from; a device without a cookie gets one. */
export async function rememberSources(
  ctx: Pick<Asking, 'db' | 'now' | 'request' | 'services' | 'setCookies'>,
  userId: string,
): Promise<void> {
  const { db, now, request, services } = ctx
  const token = deviceTokenOf(request) ?? randomBytes(32).toString('base64url')
  await upsertSources(db, userId, [networkSource(request.ip), deviceSource(token)], now())
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const facts = `Max-Age=${knownDays * 86_400}; HttpOnly; SameSite=Strict${secure}`
  ctx.setCookies(cookiePaths.map((path) => `${cookieName}=${token}; Path=${path}; ${facts}`))
}

/** Of somebody who has shown by a mail who they are, but does not sign in yet. */
export const rememberNetwork = (db: Db, userId: string, ip: string, now: Date): Promise<void> =>
  upsertSources(db, userId, [networkSource(ip)], now)
