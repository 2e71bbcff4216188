/** Signing in and out, sessions, registration, invitations, and the reset of a forgotten password. */

import { z } from 'zod'
import { JoinToken } from '#join-links.ts'
import { route } from '#route.ts'
import { OwnUser } from '#users.ts'
import { Created, Email, Id, SingleLineText, Page, toPageShape, Password, DateTimeString, Text, UnreadNotices } from '#values.ts'

export const Session = z.object({ token: z.string(), user: OwnUser }).meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

/** Guesses only have a maximum length: the rules for new passwords must not reveal anything about old ones. */
const Guess = Text(128)

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  allow: 'anyone',
  whenFull: true,
  body: z.object({ email: Text(254).trim().toLowerCase().normalize('NFC'), password: Guess }),
  reply: Session,
  problems: ['invalid-credentials', 'forbidden', 'rate-limited'],
  example: { body: { email: 'ana.li@harbour.example', password: 'quiet desk 20' } },
})

export const register = route({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Register an account; its role is always USER',
  allow: 'anyone',
  body: z.object({
    name: SingleLineText(120),
    email: Email,
    password: Password,
    joinToken: JoinToken.optional().meta({ description: 'Of the link that led here: a class behind one address may register at once' }),
  }),
  reply: Session,
  status: Created,
  problems: ['email-taken', 'forbidden', 'rate-limited'],
  example: { body: { name: 'Ana Li', email: 'ana.li@harbour.example', password: 'quiet desk 20' } },
})

export const setUp = route({
  method: 'POST',
  path: '/api/auth/setup',
  summary: 'Name the school and create the first super admin, with the code printed by the server; rejected once there is one',
  allow: 'anyone',
  body: z.object({ schoolName: SingleLineText(120), name: SingleLineText(120), email: Email, password: Password, code: Text(40) }),
  reply: Session,
  status: Created,
  problems: ['closed', 'rate-limited'],
  example: {
    body: {
      schoolName: 'Harbour Adult College',
      name: 'Marta Oliveira',
      email: 'marta@harbour.example',
      password: 'quiet desk 20',
      code: '7KQF-29WP',
    },
  },
})

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  allow: 'session.end',
  whenFull: true,
})

export const getSession = route({
  method: 'GET',
  path: '/api/auth/session',
  summary: 'The signed-in user, up to date',
  allow: 'session.list',
  reply: OwnUser.extend({ unreadNotices: UnreadNotices }).meta({ id: 'SessionUser' }),
})

export const ActiveSession = z
  .object({
    id: Id,
    createdAt: DateTimeString,
    lastUsedAt: DateTimeString,
    /** A readable name: `Firefox on Windows`. */
    device: z.string(),
    ip: z.string().nullable(),
    /** The session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'ActiveSession' })
export type ActiveSession = z.infer<typeof ActiveSession>

export const listSessions = route({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The caller’s sessions, last used first',
  allow: 'session.list',
  query: z.object(Page),
  reply: toPageShape(ActiveSession),
})

export const removeSession = route({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of the caller’s sessions',
  allow: 'session.end',
  params: z.object({ id: Id }),
})

export const removeOtherSessions = route({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End all of the caller’s sessions except this one, and revoke the calendar link',
  allow: 'session.end',
})

export const acceptInvitation = route({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  summary: 'Choose a password with the token of an invitation, and sign in; the token can be used once',
  allow: 'anyone',
  body: z.object({ token: Text(100), password: Password }),
  reply: Session,
  example: { body: { token: 'q3JmXo9vV1nA7sLw2cZk5tYb8eRd0uHg6iPf4xKjMvE', password: 'quiet desk 20' } },
})

export const getSignInOptions = route({
  method: 'GET',
  path: '/api/auth/options',
  summary: 'The options of the sign-in page',
  allow: 'anyone',
  reply: z.object({
    /** There is no super admin yet: only the set-up page can be used. */
    needsSetup: z.boolean(),
    schoolName: z.string().nullable(),
    registration: z.enum(['open', 'closed']),
    /** Without a mail server codes are only saved on the server. */
    sendsEmail: z.boolean(),
    /** PUBLIC_URL is a loopback address: links that are copied or sent open only on the machine that LMS runs on. */
    hasLocalLinks: z.boolean(),
    demoAccounts: z.array(z.object({ role: z.enum(['SUPER_ADMIN', 'ADMIN', 'TRAINER', 'USER']), email: z.string(), password: z.string() })),
  }),
})

export const generateOtp = route({
  method: 'POST',
  path: '/api/otp/generate',
  summary: 'Email a code for resetting a password; the response is the same for every email',
  allow: 'anyone',
  body: z.object({ email: Email }),
  reply: z.object({ expiresInSeconds: z.int() }),
  problems: ['rate-limited'],
  example: { body: { email: 'ana.li@harbour.example' } },
})

export const verifyOtp = route({
  method: 'POST',
  path: '/api/otp/verify',
  summary: 'Exchange the code for a temporary token that only allows the reset',
  allow: 'anyone',
  body: z.object({ email: Email, otp: Text(20) }),
  reply: z.object({ token: z.string(), expiresAt: DateTimeString }),
  problems: ['rate-limited'],
  example: { body: { email: 'ana.li@harbour.example', otp: '123456' } },
})

export const resetPassword = route({
  method: 'PATCH',
  path: '/api/users/reset-password',
  summary: 'Set a new password with the temporary token; ends all sessions and revokes the calendar link',
  allow: 'reset-token',
  body: z.object({ email: Email, password: Password }),
  example: { body: { email: 'ana.li@harbour.example', password: 'quiet desk 21' } },
})
