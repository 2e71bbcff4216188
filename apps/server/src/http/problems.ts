/** Failing on purpose, and turning whatever was thrown into a problem document. */
import { problems, problemType, type FieldError, type Problem, type ProblemName } from '@lms/contract/problems'

interface Facts {
  /** A sentence fit for a toast. */
  detail?: string
  errors?: FieldError[]
  /** With version-conflict: the current state. */
  current?: unknown
  /** With a wrong code: how many more are looked at. */
  triesLeft?: number | undefined
  /** With rate-limited and request-in-progress: seconds until another try makes sense. */
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

/** `throw problem('email-taken')`: the only way to fail on purpose. */
export const problem = (name: ProblemName, facts?: Facts): ProblemError => new ProblemError(name, facts)

/**
 * `(await findWeek(…)) ?? notFound('week')`. The same answer for what never existed and what the caller may not know of: what
 * is missing is said to readers of the code alone, since an answer that named it would tell one from the other (decision 0014).
 */
export function notFound(_what: string): never {
  throw problem('not-found', { detail: 'This was removed or never existed.' })
}

/** `invalid('/email', 'Not an email address')`: a 422 for what only the database or the clock can decide. */
export const invalid = (pointer: string, detail: string): ProblemError =>
  problem('validation-failed', { detail, errors: [{ pointer, detail }] })

/** Too little is left on the disk to write anything. */
export const noRoom = (): ProblemError =>
  problem('unavailable', { detail: 'This server has no room left. Nothing was changed; tell your administrator.', retryAfter: 60 })

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
