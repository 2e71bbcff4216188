/** What became of an import: of the one just done, or of an earlier one that the server kept. */
import type { Role } from '@lms/contract/policy'
import { paths } from '#lib/paths.ts'
import { failedRowsCsv } from './import/csv-export.ts'
import { ResultStep } from './import/result-step.tsx'
import type { Row } from './import/import-rows.ts'
import { UndoImport } from './import/undo-import.tsx'
import { UndoneStep } from './import/undone-step.tsx'
import type { ImportOptions } from './import/upload-import.ts'
import type { KeptResult } from './import/use-import-result.ts'
import type { Import } from './import/use-import.ts'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })

type Course = { id: string; title: string } | null | undefined

const wayTo = (course: Course) =>
  course
    ? { address: paths.course.to({ courseId: course.id }), label: `Go to ${course.title}` }
    : { address: users, label: 'Show all users' }

/** Whom the import made and did not write to; the newest first. */
const uninvitedAt = (role: Role, course: Course): string =>
  paths.users.to({ page: 1, role, course: course?.id ?? 'all', status: 'INVITED', sort: '-createdAt' })

type Props = { run: Import; role: Role; course: Course; onMend: () => void; onAnother: () => void }

const nameOf = (course: Course): string => course?.title ?? 'the course'

export function OwnResult({ run, role, course, onMend, onAnother }: Props) {
  if (!run.result) return null
  const { importId, reply, skipped, invite, fileName } = run.result
  const mend = (): void => {
    run.reopen()
    onMend()
  }
  const another = (): void => {
    run.startOver()
    onAnother()
  }
  return (
    <ResultStep
      result={reply}
      skipped={skipped}
      fileName={fileName}
      to={wayTo(course)}
      uninvited={invite ? null : uninvitedAt(role, course)}
      onMend={mend}
      onAnother={another}
      // Then the server's word is shown in place of this page's own.
      undo={<UndoImport importId={importId} course={nameOf(course)} onUndone={run.startOver} />}
    />
  )
}

type KeptProps = {
  result: KeptResult
  /** Checks a file of the rows that failed, on the terms of that import. */
  onMend: (file: File, terms: ImportOptions) => void
  onAnother: () => void
}

/** Rows that are marked deleted are mended in their own file alone. */
const isSent = ({ field }: Pick<Row, 'field'>): boolean => field !== 'status'

/** The file itself may be gone, or lie on another device: the rows that failed are a file of their own. */
export function EarlierResult({ result, onMend, onAnother }: KeptProps) {
  const { id, fileName, skipped, role, course, invite, undone } = result
  const mend = (rows: readonly Row[]): void =>
    onMend(failedRowsCsv(rows.filter(isSent), fileName), { role, courseId: course?.id ?? null, invite })
  if (undone) return <UndoneStep undone={undone} summary={result.summary} course={course?.title ?? null} onAnother={onAnother} />
  return (
    <ResultStep
      result={result}
      skipped={skipped}
      fileName={fileName}
      to={wayTo(course)}
      uninvited={invite ? null : uninvitedAt(role, course)}
      onMend={result.rows.some(isSent) ? mend : undefined}
      onAnother={onAnother}
      undo={<UndoImport importId={id} course={nameOf(course)} onUndone={() => undefined} />}
    />
  )
}
