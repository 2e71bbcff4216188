/** What a scenario is given, and what it says. */
import type { School } from './school.ts'

export interface Setting {
  /** The form that is part of `npm test`: fewer rounds of the same. */
  isShort: boolean
  seed: number
  /** A data directory with a school in it, whose product is stopped; copied for each scenario. */
  template: string
  school: School
}

export class Skipped extends Error {}

/** A sentence for the table. Throws where a promise was not kept, `Skipped` where this machine cannot try it. */
export type Scenario = (setting: Setting) => Promise<string>

export function check(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise)
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
