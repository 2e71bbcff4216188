/** From a failed call to words beside the right field. */

type Failure = Error & { problem?: string; errors?: { pointer: string; detail: string }[] }

/** One sentence by the name of the field that each fault points at, such as `/email`. */
export function faultsByField(error: unknown): Record<string, string> {
  const { errors = [] } = (error instanceof Error ? error : {}) as Partial<Failure>
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail]))
}

export const problemOf = (error: unknown): string | undefined => (error instanceof Error ? (error as Failure).problem : undefined)
