/** Columns of roles and states, which have no effect, and the rows in which they say something else than the import does. */

import type { ImportDetected } from '@lms/contract/users'
import { isHeaderOfKind, normalizeHeader, getValues } from '#modules/imports/headers.ts'
import { cellAt } from '#modules/imports/names.ts'
import { shorten, type TableRow } from '#modules/imports/table.ts'
import { whoseColumn } from '#modules/imports/whose-columns.ts'

type NotRead = ImportDetected['notRead'][number]

const staff = /trainer|admin|staff|faculty|owner|organi[sz]er|dozent|formateur|formador|formatore|personal|personnel|professor/
const students = /^(user|member|participant|attendee|teilnehmer|mitglied|participante|partecipante|deelnemer)/
/** In a column that says who may sign in (“Active”), and in one that says who may not (“Suspended”). */
const [yes, no] = [/^(true|1|yes|y|x|on|ja|oui|si|sim|да)$/, /^(false|0|no|n|off|nein|non|nao|nee|нет)$/]
const mayNot = /^(suspended|blocked|blockcredential|disabled|locked|deleted|gesperrt|suspendu|suspendido|sospeso|suspenso)$/
const gone =
  /suspend|inactiv|inaktiv|inactif|inattiv|inativ|disabled|blocked|locked|denied|deleted|archived|withdrawn|expelled|^left|^former|gesperrt|deaktiviert|ausgetreten|ehemalig|sospes|suspens|geblokkeerd|zawiesz/

type Finding = NotRead['findings'][number]['kind']

function findingOf(header: string, value: string): Finding | null {
  if (isHeaderOfKind('role', header)) {
    if (staff.test(value) || whoseColumn(value) === 'OTHER') return 'NOT_STUDENT'
    return students.test(value) || whoseColumn(value) === 'PUPIL' ? 'STUDENT' : null
  }
  if (mayNot.test(header)) return yes.test(value) || gone.test(value) ? 'SUSPENDED' : null
  return no.test(value) || gone.test(value) ? 'SUSPENDED' : null
}

/** At most five values of each column are listed, the most frequent ones. */
export function listNotRead(header: TableRow, people: readonly TableRow[], isUsed: (at: number) => boolean): NotRead[] {
  return header.cells.flatMap((title, at) => {
    const normal = normalizeHeader(title)
    if (isUsed(at) || (!isHeaderOfKind('role', normal) && !isHeaderOfKind('status', normal))) return []
    const values = [...Map.groupBy(getValues(people, at), (text) => shorten(text, 254))].map(([text, same]) => ({
      text,
      rows: same.length,
    }))
    const found = Map.groupBy(people, (row) => findingOf(normal, normalizeHeader(cellAt(row, at))))
    const findings = [...found].flatMap(([kind, rows]) => (kind === null ? [] : [{ kind, rows: rows.map(({ row }) => row) }]))
    return [{ column: shorten(title.trim(), 254), values: values.toSorted((a, b) => b.rows - a.rows).slice(0, 5), findings }]
  })
}
