/** The input and output of a scenario. */

import type { School } from './school.ts'

export interface Setting {
  /** The form used by `npm test`: fewer rounds of the same. */
  isShort: boolean
  seed: number
  /** A data directory with a school in it, whose product is stopped; copied for each scenario. */
  template: string
  school: School
}

export class Skipped extends Error {}

/** A sentence for the table. Throws if a guarantee was broken, `Skipped` if this machine cannot run it. */
export type Scenario = (setting: Setting) => Promise<string>

export function check(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise)
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
