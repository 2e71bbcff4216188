/** All problem types with their status and title, and the shape of an RFC 9457 problem document. */

import { z } from 'zod'

/* oxfmt-ignore */
export const problems = {
  'malformed-body':         [400, 'The body could not be read'],
  unauthenticated:          [401, 'Sign in again'],
  'invalid-credentials':    [401, 'Email or password is not right'],
  forbidden:                [403, 'You do not have access to this page'],
  'invite-only':            [403, 'This course is by invitation'],
  'not-found':              [404, 'Not found'],
  'method-not-allowed':     [405, 'This address does not take that method'],
  timeout:                  [408, 'The request arrived too slowly'],
  conflict:                 [409, 'Conflict with the current state'],
  'email-taken':            [409, 'This address has an account already'],
  'course-full':            [409, 'The course is full'],
  'form-required':          [409, 'The sign-up form comes first'],
  'already-answered':       [409, 'Answered already'],
  'already-posted':         [409, 'You posted this a minute ago'],
  'version-conflict':       [409, 'This was changed by someone else'],
  closed:                   [409, 'This is closed'],
  'session-not-open':       [409, 'Not at this time'],
  'in-use':                 [409, 'Still in use'],
  'last-super-admin':       [409, 'The last super admin stays'],
  'request-in-progress':    [409, 'The same request is still running'],
  'too-large':              [413, 'Too large'],
  'unsupported-type':       [415, 'This type is not accepted'],
  'validation-failed':      [422, 'Some fields need attention'],
  'idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  'headers-too-large':      [431, 'The address or its headers are too long'],
  'rate-limited':           [429, 'Too many requests'],
  internal:                 [500, 'The server failed'],
  'not-implemented':        [501, 'Not built yet'],
  busy:                     [503, 'Too busy at the moment'],
  unavailable:              [503, 'A part of the service is down'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemName = keyof typeof problems

/** One invalid field. `pointer` is a JSON pointer into the body (`/email`), or `?page` for a query value. */
export const FieldError = z.object({ pointer: z.string(), detail: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The body of every failure, served as application/problem+json. `type` ends in the problem's name. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    errors: z.array(FieldError).optional(),
    current: z
      .unknown()
      .optional()
      .meta({ description: 'With version-conflict: the newer state. With already-posted: the id of the first.' }),
    triesLeft: z
      .int()
      .optional()
      .meta({ description: 'With a wrong code: the number of remaining tries, the same whether the email has an account or not.' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

export const problemType = (name: ProblemName): string => `/problems/${name}`
