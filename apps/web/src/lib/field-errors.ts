/** From what went wrong with a form to one sentence a field, and to the list that leads to the fields. */
import { isApiProblem, getErrorMessage } from './api.ts'

/** One sentence by field name; `form` holds what belongs to no field. */
export type FieldErrors<Field extends string = string> = { [field in Field | 'form']?: string | undefined }

/** The field that a pointer such as `/zoomOptions/joinUrl` or `/trainerIds/0` names: the last part that the form knows. */
const findField = (pointer: string, fields: readonly string[]): string | undefined =>
  pointer.split('/').findLast((part) => fields.includes(part))

export function toFieldErrors(error: unknown, fields: readonly string[]): FieldErrors {
  const errors = isApiProblem(error) ? error.errors : []
  const known = errors.flatMap(({ pointer, detail }) => {
    const field = findField(pointer, fields)
    return field === undefined ? [] : [[field, detail] as const]
  })
  // An error at a field that is not on the form must not get lost.
  return known.length > 0 && known.length === errors.length
    ? Object.fromEntries(known)
    : { ...Object.fromEntries(known), form: getErrorMessage(error) }
}

/** For ErrorSummary; a field's input carries the field's name as its id. */
export const toErrorSummary = (errors: FieldErrors): { message: string; fieldId: string | undefined }[] =>
  Object.entries(errors).flatMap(([field, message]) => (message ? [{ message, fieldId: field === 'form' ? undefined : field }] : []))
