/** Answers as text on one line. */

import { type AnswerValue, givenValues, type QuestionType } from '@lms/contract/rules/questions'
import { pluralize } from '#lib/pluralize.ts'
import { fullDate } from '#lib/zoned-date-time.ts'

/** Empty if there is no answer. Files are counted where their names are not known. */
export function formatAnswer(
  { type }: { type: QuestionType },
  value: AnswerValue | undefined,
  getFileName?: (key: string) => string,
): string {
  const given = givenValues(value)
  if (given.length === 0) return ''
  switch (type) {
    case 'FILE':
      return getFileName ? given.map(getFileName).join(', ') : pluralize(given.length, 'file')
    case 'YES_NO':
      return given.map((one) => (one === 'yes' ? 'Yes' : 'No')).join('')
    case 'CONSENT':
      return 'Agreed'
    case 'DATE':
      return given.map(fullDate).join('')
    default:
      return given.join(', ')
  }
}
