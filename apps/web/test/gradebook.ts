/** Columns and cells of a gradebook, and of an imported file of marks, for tests. */

import type { GradebookColumn, ImportedMark, MarkCell } from '@lms/contract/marks'
import { idOf, weekId } from './fixtures.ts'

export const columnOf = (n: number, title: string, values: Partial<GradebookColumn> = {}): GradebookColumn => ({
  id: idOf(n),
  title,
  weekId,
  weekNumber: 1,
  status: 'PUBLISHED',
  dueAt: '2026-11-10T12:00:00.000Z',
  closesAt: null,
  maxMarks: 20,
  weight: null,
  isOpen: true,
  held: 0,
  ...values,
})
/** Nothing was submitted, unless the values say otherwise. */
export const cell = (values: Partial<MarkCell> = {}): MarkCell => ({
  submissionId: null,
  state: 'MISSING',
  marks: null,
  isMissingCounted: false,
  extendedTo: null,
  late: false,
  deduction: 0,
  attempt: 0,
  gradedAt: null,
  isHeld: false,
  ...values,
})

/** The assignment of imported marks. */
export const essay = { id: idOf(50), title: 'Essay', maxMarks: 20 }

/** A mark of an imported file, without findings unless the values say otherwise. */
export const makeImportedMark = (row: number, values: Partial<ImportedMark> = {}): ImportedMark => ({
  row,
  column: 'D',
  student: { id: idOf(60 + row), name: values.name ?? `Student ${row}`, profileImageUrl: null },
  name: `Student ${row}`,
  assignment: essay,
  text: String(values.marks ?? ''),
  marks: null,
  now: null,
  version: 1,
  isHeld: false,
  offers: [],
  finding: null,
  detail: null,
  ...values,
})
