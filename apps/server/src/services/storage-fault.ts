/** How a store of files fails. */

/** `down`: does not answer, or refuses us · `full`: has no room · `parts`: does not make a file of these parts. */
export type FaultKind = 'down' | 'full' | 'parts'

/** What a store could not do, in no words of its own: bucket, path and host stay in `cause`. */
export class StorageFault extends Error {
  readonly kind: FaultKind
  constructor(kind: FaultKind, cause: unknown) {
    super(`the file store ${kind === 'down' ? 'does not answer' : kind === 'full' ? 'is full' : 'refuses the parts'}`, { cause })
    this.kind = kind
  }
}
