/** Rules of the questions of an assignment. Server and web word the errors, since only the web names the question. */

import { hasOptions, type QuestionType } from '#rules/questions.ts'

/** A single question may have no text of its own: the instructions are the question. */
export const isPromptRequired = (questions: readonly unknown[], instructions: string): boolean =>
  questions.length !== 1 || instructions.trim() === ''

/** Why the options of a question cannot be saved. */
export function findOptionsError(type: QuestionType, options: readonly string[]): 'TOO_FEW' | 'EMPTY' | 'SAME' | undefined {
  if (hasOptions(type) && options.filter(Boolean).length < 2) return 'TOO_FEW'
  if (options.includes('')) return 'EMPTY'
  return new Set(options).size < options.length ? 'SAME' : undefined
}
