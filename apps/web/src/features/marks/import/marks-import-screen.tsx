/** Import marks: a file is chosen, checked, saved, and can be undone for ten minutes. */

import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { MarksImport } from '@lms/contract/marks'
import { getErrorMessage } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { toFormData } from '#lib/files.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { Alert } from '#ui/alert.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import type { ReadColumns } from '#ui/import/column-section.tsx'
import { FileField } from '#ui/import/file-field.tsx'
import { ImportPage } from '#ui/import/import-page.tsx'
import shared from '#ui/import/import.module.css'
import { SkeletonRows } from '#ui/loading.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { useImportMarks } from '../api.ts'
import { CheckStep, MarksResultStep } from './check-step.tsx'
import { cellName, confirmation, type Decisions, listChanges, toFile } from './decisions.ts'
import classes from './marks-import.module.css'

export function MarksImportScreen() {
  const { courseId = '' } = useParams()
  return <MarksImportSteps course={useScreenQuery(courseQuery({ params: { id: courseId } })).data} />
}

function MarksImportSteps({ course }: { course: Course }) {
  const params = { courseId: course.id }
  const root = useCoursesBreadcrumb()
  const [decisions, setDecisions] = useState<Decisions>({})
  const [isGoingBack, setGoingBack] = useState(false)
  // What was found first is shown until other columns are read.
  const [found, setFound] = useState<MarksImport>()
  const check = useMutation({
    mutationFn: ({ file, columns }: { file: File; columns: Partial<ReadColumns> }) =>
      api.marks.importMarks({ params, query: { dryRun: 'true', ...columns }, body: toFormData(file) }),
    onMutate: () => setDecisions({}),
    onSuccess: setFound,
    meta: { errors: 'inline' },
  })
  const { file, columns } = check.variables ?? {}
  const changes = useMemo(() => listChanges(found?.cells ?? [], decisions), [found, decisions])
  // Sent again, the same form keeps its Idempotency-Key.
  const toSave = useMemo(() => toFormData(toFile(changes, file?.name ?? 'marks')), [changes, file])
  const save = useImportMarks()
  const startOver = (): void => {
    check.reset()
    save.reset()
    setFound(undefined)
    setDecisions({})
    setGoingBack(false)
  }
  const hasCorrections = Object.keys(decisions).length > 0
  const at = save.data ? 2 : found || check.isPending ? 1 : 0
  const gradebook = { label: 'Gradebook', to: paths.marks.to(params) }
  return (
    <ImportPage
      title="Import marks"
      crumbs={[root, { label: course.title, to: paths.course.to(params) }, gradebook]}
      steps={['Choose', 'Check', 'Result']}
      at={at}
      fileName={file?.name}
      facts={[
        found && `${pluralize(found.rows, 'row')}, ${pluralize(found.assignments, 'assignment')}`,
        found?.exportedAt && `exported ${formatDayAndTime(found.exportedAt)}`,
      ]}
      leave={{
        isAsked: !save.data && hasCorrections,
        title: 'Leave this import?',
        text: 'Nothing is saved yet, and your corrections are lost.',
      }}
    >
      {at === 0 && <ChooseStep error={check.error} onFile={(next) => check.mutate({ file: next, columns: {} })} />}
      {check.isPending && !found && (
        <div role="status" aria-label="Checking the file">
          <SkeletonRows count={6} />
        </div>
      )}
      {at === 1 && found && file && (
        <CheckStep
          found={found}
          error={check.error}
          fileName={file.name}
          changes={changes}
          decisions={decisions}
          onDecide={(cell, decision) =>
            setDecisions(({ [cell]: _, ...others }) => (decision === undefined ? others : { ...others, [cell]: decision }))
          }
          onUseAll={(cells) =>
            setDecisions((now) => ({ ...now, ...Object.fromEntries(cells.map((cell) => [cellName(cell), confirmation(cell)!])) }))
          }
          onColumns={(change) => check.mutate({ file, columns: { ...columns, ...change } })}
          saving={{ isPending: save.isPending, error: save.error, onSave: () => save.mutate({ params, body: toSave }) }}
          onBack={hasCorrections ? () => setGoingBack(true) : startOver}
        />
      )}
      <ConfirmDialog
        isOpen={isGoingBack}
        title="Go back to the file?"
        cancelLabel="Stay"
        confirmLabel="Go back"
        onClose={() => setGoingBack(false)}
        onConfirm={startOver}
      >
        Nothing is saved yet, and your corrections are lost.
      </ConfirmDialog>
      {save.data && <MarksResultStep result={save.data} courseId={course.id} gradebook={gradebook} onAnother={startOver} />}
    </ImportPage>
  )
}

function ChooseStep({ error, onFile }: { error: Error | null; onFile: (file: File) => void }) {
  return (
    <div className={`${shared.step} ${shared.narrow}`}>
      {error && (
        <Alert tone="bad" role="alert" title="This file cannot be used">
          {getErrorMessage(error)}
        </Alert>
      )}
      <FileField emptyHelp="Export the marks, and change them in that file." onFile={onFile} />
      <ul className={`${shared.quiet} ${classes.help}`}>
        <li>Export the marks, change them in that file, and choose it here. Each assignment is a column, each student a row.</li>
        <li>Empty cells change nothing. Other columns and feedback are not imported.</li>
        <li>The file has final marks: no late deduction is applied.</li>
        <li>Decimal commas and semicolons are read. Percentages and results of formulas are shown first, and saved if you confirm them.</li>
      </ul>
    </div>
  )
}
