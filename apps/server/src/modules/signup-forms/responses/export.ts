/** Responses to a form as CSV: one column for each question ever asked, current ones first. */

import { listFileKeys } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { Download } from '#call/handler.ts'
import type { Database, Db } from '#db/client.ts'
import type { Form } from '#modules/signup-forms/queries.ts'
import { getFileName, listFiles } from '#modules/signup-forms/responses/queries.ts'
import { listResponsesAfter, type ResponseFilter } from '#modules/signup-forms/responses/search.ts'
import { toClockTime } from '#services/clock-time.ts'
import { csvStream } from '#services/csv.ts'

/** Rows read at once. */
const batchSize = 500

export function exportRows(
  snapshot: Database['snapshot'],
  form: Form,
  versions: readonly { questions: FormQuestion[] }[],
  filter: ResponseFilter,
  timeZone: string,
): Download {
  const questions = new Map(form.questions.map((question) => [question.id, question]))
  for (const question of versions.toReversed().flatMap((version) => version.questions)) {
    if (!questions.has(question.id)) questions.set(question.id, { ...question, label: `${question.label} (removed)` })
  }
  const columns = [...questions.values()]
  const header = ['name', 'email', 'status', `sentAt (${timeZone})`, `decidedAt (${timeZone})`, ...columns.map(({ label }) => label)]
  return new Download(
    'text/csv; charset=utf-8',
    'sign-up-responses.csv',
    csvStream(
      header,
      snapshot((db) => rows(db, form.id, columns, filter, timeZone)),
    ),
  )
}

async function* rows(
  db: Db,
  formId: string,
  columns: readonly FormQuestion[],
  filter: ResponseFilter,
  timeZone: string,
): AsyncGenerator<unknown[]> {
  let after: string | undefined
  do {
    const found = await listResponsesAfter(db, formId, filter, after, batchSize)
    const names = await fileNames(
      db,
      found.flatMap(({ answers }) => listFileKeys(columns, answers)),
    )
    for (const { name, email, status, sentAt, decidedAt, answers } of found) {
      const given = new Map(answers.map(({ questionId, value }) => [questionId, [value].flat()]))
      const wordsFor = ({ id, type }: FormQuestion) =>
        given
          .get(id)
          ?.map((one) => (type === 'FILE' ? (names.get(one) ?? 'Deleted file') : one))
          .join('; ')
      yield [name, email, status, toClockTime(sentAt, timeZone), toClockTime(decidedAt, timeZone), ...columns.map(wordsFor)]
    }
    after = found.length === batchSize ? found.at(-1)?.id : undefined
  } while (after)
}

/** Original names of uploaded files, by key. */
async function fileNames(db: Db, keys: string[]): Promise<Map<string, string>> {
  const stored = keys.length > 0 ? await listFiles(db, keys) : []
  return new Map(stored.map(({ key, name }) => [key, getFileName(key, name)]))
}
