/** The order of the times of an assignment, shared by server and web. */

type Errors = { dueAt?: string; closesAt?: string }

type Times<T> = Record<'availableFrom' | 'dueAt' | 'closesAt', T>

/**
 * Opening, due and closing times must be in this order, as far as they are set. Takes milliseconds, or local times of one zone. Returns a
 * sentence for each time that comes too early.
 */
export function findTimeErrors<T extends number | string>(times: Times<T | undefined>): Errors {
  const { availableFrom, dueAt, closesAt } = times
  const last = dueAt ?? availableFrom
  return {
    ...(dueAt !== undefined && availableFrom !== undefined && dueAt <= availableFrom && { dueAt: 'Choose a due time after it opens' }),
    ...(closesAt !== undefined &&
      last !== undefined &&
      closesAt <= last && { closesAt: `Choose a closing time after it ${dueAt === undefined ? 'opens' : 'is due'}` }),
  }
}

const toMs = (instant: string | null) => (instant === null ? undefined : Date.parse(instant))

/** The same for instants in ISO 8601. */
export const findInstantErrors = ({ availableFrom, dueAt, closesAt }: Times<string | null>): Errors =>
  findTimeErrors({ availableFrom: toMs(availableFrom), dueAt: toMs(dueAt), closesAt: toMs(closesAt) })
