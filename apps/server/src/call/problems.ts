/** Problems: throwing them, and converting errors to problem documents. */

import { problems, problemType, type FieldError, type Problem, type ProblemName } from '@lms/contract/problems'
import { archivedText } from '@lms/contract/rules/course-state'

interface Facts {
  /** A sentence that can be shown in a toast. */
  detail?: string
  errors?: FieldError[]
  /** With version-conflict: the current state. */
  current?: unknown
  /** With a wrong code: the number of remaining tries. */
  triesLeft?: number | undefined
  /** With rate-limited and request-in-progress: seconds until a retry makes sense. */
  retryAfter?: number
}

export class ProblemError extends Error {
  readonly problem: ProblemName
  readonly facts: Facts
  constructor(problem: ProblemName, facts: Facts = {}) {
    super(facts.detail ?? problems[problem][1])
    this.problem = problem
    this.facts = facts
  }
}

/** `throw problem('email-taken')`: the only way to fail deliberately. */
export const problem = (name: ProblemName, facts?: Facts): ProblemError => new ProblemError(name, facts)

/**
 * `(await findWeek(…)) ?? notFound('week')`. Responds the same for what never existed and what the caller may not know of: `what`
 * is only for readers of the code, since naming it in the response would reveal the difference (decision 0014).
 */
export function notFound(_what: string): never {
  throw problem('not-found', { detail: 'This was removed or never existed.' })
}

/** `invalid('/email', 'Not an email address')`: a 422 for errors that only the database or the clock can detect. */
export const invalid = (pointer: string, detail: string): ProblemError =>
  problem('validation-failed', { detail, errors: [{ pointer, detail }] })

/** For changes to an archived course, which is read only. */
export const courseArchived = (): ProblemError => problem('closed', { detail: archivedText })

/** Too little disk space is left to write anything. */
export const noRoom = (): ProblemError =>
  problem('unavailable', { detail: 'The disk of this server is full. Nothing was changed; tell your administrator.', retryAfter: 60 })

export function problemBody(error: ProblemError, instance: string): Problem {
  const [status, title] = problems[error.problem]
  const { errors, current, triesLeft } = error.facts
  return {
    type: problemType(error.problem),
    title,
    status,
    detail: error.message,
    instance,
    ...(errors && { errors }),
    ...(current !== undefined && { current }),
    ...(triesLeft !== undefined && { triesLeft }),
  }
}
