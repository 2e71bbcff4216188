/** Import users: a file is chosen, checked, fixed, imported; the step, role, course and whether to invite are in the URL. */

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { isTrainerRole, grantableRoles } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { StoredImport } from '@lms/contract/users'
import { isDefinitive } from '#lib/api-errors.ts'
import { apiQueryAll } from '#lib/api-lists.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { withParams, parseEnum, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { ImportPage } from '#ui/import/import-page.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { OpenCourseField } from '#features/courses/course-picker.tsx'
import { FailureNote } from './import/failure-note.tsx'
import { FileStep } from './import/file-step.tsx'
import { ProgressList, useImportResult, type ImportResultState } from './import/import-progress.tsx'
import { readAs, rowsText } from './import/labels.ts'
import { EarlierResult, OwnResult } from './import/result-step.tsx'
import { ReviewStep } from './import/review-step.tsx'
import type { ImportOptions, ParseOptions } from './import/upload-import.ts'
import { useImport, type Import } from './import/use-import.ts'
import { formatCount, canJoinCourses } from './labels.ts'
import { useSendsEmail } from './mail-state.tsx'
import { roleLabels } from './role-labels.ts'

const importsQuery = apiQueryAll('users', 'listImports')

const formatParts = ({ summary, course, role, invite, undone }: StoredImport): string =>
  [
    undone && 'Undone',
    summary.created > 0 && `${formatCount(summary.created)} added${invite ? '' : ', no email sent'}`,
    summary.enrolled > 0 && `${formatCount(summary.enrolled)} enrolled`,
    summary.unchanged > 0 && `${formatCount(summary.unchanged)} unchanged`,
    course ? `${roleLabels[role]}s of ${isolate(course.title)}` : `${roleLabels[role]}s`,
  ]
    .filter(Boolean)
    .join(' · ')

/** `to` returns the URL of a result. */
function LastImports({ to }: { to: (stored: StoredImport) => string }) {
  const list = useQuery({ ...importsQuery({}), refetchOnMount: 'always' })
  return (
    <QueryPart query={list} what="Your last imports" loading={null}>
      {(items) => items.length > 0 && <ImportRows items={items} to={to} />}
    </QueryPart>
  )
}

const ImportRows = ({ items, to }: { items: readonly StoredImport[]; to: (stored: StoredImport) => string }) => (
  <Section title="Your last imports">
    <Text variant="meta" m="-4px 0 10px">
      The result of each, and the rows to fix. Kept for seven days, only for you.
    </Text>
    <Rows label="Your last imports">
      {items.map((stored) => (
        <Row
          key={stored.id}
          to={to(stored)}
          name={stored.fileName || 'A file without a name'}
          meta={`${formatDayAndTime(stored.createdAt)} · ${formatParts(stored)}`}
          {...(stored.summary.failed > 0 &&
            !stored.undone && { fact: `${formatCount(stored.summary.failed)} left out`, factTone: 'warn' as const })}
        />
      ))}
    </Rows>
  </Section>
)

const steps = ['choose', 'check', 'import', 'result'] as const
type Step = (typeof steps)[number]
const stepLabels = ['Choose', 'Check', 'Import', 'Result']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Role and course, from the URL. */
function useTerms() {
  const [search, change] = useSearch()
  const me = useSession((session) => session.user)
  const roles = me ? grantableRoles(me.role) : []
  const requestedRole = search.get('role')
  const role = roles.find((one) => one === requestedRole) ?? 'USER'
  const course = search.get('courseId') ?? ''
  const sendsEmail = useSendsEmail()
  const invite = sendsEmail && search.get('invite') !== 'false'
  return { search, change, roles, terms: { role, courseId: canJoinCourses(role) && uuid.test(course) ? course : null, invite } }
}

/** A file that cannot be used at all leads back to the choice, with the reason. */
const isRefused = ({ failure, rows }: Import): boolean => failure?.action === 'check' && !rows && isDefinitive(failure.error)

/** The import in the URL, unless this page runs it or shows its result. */
function earlierId(search: URLSearchParams, run: Import): string | null {
  const id = search.get('import') ?? ''
  const isOver = search.get('step') === 'import' || search.get('step') === 'result'
  return isOver && uuid.test(id) && id !== run.result?.importId && !run.moving && !run.failure ? id.toLowerCase() : null
}

/** The step in the URL, if its data is available. */
function getStep(asked: string | null, run: Import, imported: ImportResultState): Step {
  if (run.moving?.action === 'import' || imported.state === 'running') return 'import'
  const step = parseEnum(steps, asked)
  if (imported.state === 'looking' || imported.state === 'failed') return step
  if (imported.state === 'done' || (run.result && (step === 'result' || !run.result.isShown))) return 'result'
  if (step === 'choose' || !run.file || run.isOver || isRefused(run) || (imported.state === 'missing' && step === 'result')) return 'choose'
  return 'check'
}

type PartProps = { run: Import; terms: ImportOptions; go: (step: Step) => void; note: ReactNode }

function Choose({ run, terms, go, note }: PartProps) {
  const { search, change, roles } = useTerms()
  const help = isTrainerRole(terms.role) ? 'They teach it from the start.' : 'They are enrolled from the start.'
  return (
    <FileStep
      roles={roles}
      role={terms.role}
      onRole={(role) => change({ role }, { replace: true })}
      course={
        canJoinCourses(terms.role) && (
          <OpenCourseField
            label="Course"
            placeholder="No course"
            description={`${help} You can leave this empty.`}
            clearable
            value={terms.courseId}
            onChange={(courseId) => change({ courseId }, { replace: true })}
          />
        )
      }
      invite={terms.invite}
      onInvite={(invite) => change({ invite: invite ? null : 'false' }, { replace: true })}
      file={run.isOver ? null : run.file}
      onFile={(next) => {
        run.choose(next)
        go('check')
      }}
      onCheck={() => {
        go('check')
        void run.check()
      }}
      note={note}
      last={<LastImports to={({ id }) => `?${withParams(search, { step: 'result', import: id, tab: null, page: null })}`} />}
    />
  )
}

const missing = (
  <Alert title="This import is not kept any more">
    The result of an import is kept for seven days, for the person who sent the file. The people it added are in the list of people.
  </Alert>
)

type EarlierProps = {
  run: Import
  imported: ImportResultState
  go: (step: Step) => void
  progress: (label: string, isCheck: boolean) => ReactNode
}

/** An import that this page did not do itself, or not since it was loaded. */
function Earlier({ run, imported, go, progress }: EarlierProps) {
  const { change } = useTerms()
  if (imported.state === 'running') return progress('The import goes on', false)
  if (imported.state === 'looking') return <LoadingScreen />
  if (imported.state === 'failed') return <LoadFailed title="The import result could not be loaded" {...imported.problem} />
  if (imported.state !== 'done') return null
  return (
    <EarlierResult
      result={imported.result}
      onFix={(file, { role, courseId, invite }) => {
        run.choose(file, imported.result.id)
        change({ step: 'check', role, courseId, invite: invite ? null : 'false', import: null, tab: null, page: null })
      }}
      onAnother={() => go('choose')}
    />
  )
}

export function UserImportScreen() {
  const { search, change, terms } = useTerms()
  const run = useImport(terms, (id) => change({ step: 'import', import: id, tab: null, page: null }, { replace: true }))
  const imported = useImportResult(earlierId(search, run))
  const earlier = imported.state === 'done' ? imported.result : null
  const course = useQuery({ ...courseQuery({ params: { id: terms.courseId ?? '' } }), enabled: terms.courseId !== null }).data
  const step = getStep(search.get('step'), run, imported)
  const { file, isReady, isChecked, moving, failure } = run
  const go = (next: Step): void => change({ step: next, tab: null, page: null, ...(next !== 'result' && { import: null }) })

  useEffect(() => {
    if (step === 'check' && isReady && !isChecked && !moving && !failure) void run.check()
    if (imported.state === 'missing' && step === 'check') change({ step: 'check', import: null }, { replace: true })
    if (imported.state === 'done' && search.get('step') !== 'result') change({ step: 'result' }, { replace: true })
    if (!run.result || run.result.isShown) return
    if (search.get('step') === 'result') run.markShown()
    else change({ step: 'result', tab: null, page: null }, { replace: true })
  })
  const progress = (label: string, isCheck: boolean) => (
    <ProgressList
      label={label}
      progress={imported.state === 'running' ? imported.progress : (moving?.progress ?? null)}
      isCheck={isCheck}
      hasCourse={terms.courseId !== null}
    />
  )
  const onRead = (parseOptions: ParseOptions): void => {
    run.readAs(parseOptions)
    if (search.get('step') !== 'check') go('check')
  }
  const note = failure && file && (
    <FailureNote
      failure={failure}
      fileName={file.name}
      onRetry={() => void run.check()}
      reading={{ parseOptions: run.parseOptions, onRead }}
    />
  )
  const { role, course: enrolledIn } = earlier ?? { role: terms.role, course }
  return (
    <ImportPage
      title="Import Users"
      steps={stepLabels}
      at={steps.indexOf(step)}
      fileName={earlier?.fileName ?? file?.name ?? run.result?.fileName}
      facts={[
        run.rowCount !== null && rowsText(run.rowCount),
        run.detected && readAs(run.detected),
        `${roleLabels[role]}s${enrolledIn ? `, ${isolate(enrolledIn.title)}` : ''}`,
      ]}
      leave={{
        isAsked: moving?.action === 'import' && moving.progress.stage === 'SENDING',
        title: 'Leave while the file is sent?',
        text: 'Nobody is added until the file has arrived. It is kept on this device, with your corrections.',
      }}
    >
      {!isReady && <LoadingScreen />}
      {isReady && step === 'choose' && <Choose run={run} terms={terms} go={go} note={imported.state === 'missing' ? missing : note} />}
      {isReady && step === 'check' && !run.rows && (note ?? progress(`Checking ${file?.name ?? 'the file'}`, true))}
      {step === 'check' && run.rows && run.counts && file && (
        <ReviewStep
          run={run}
          terms={terms}
          fileName={file.name}
          rows={run.rows}
          counts={run.counts}
          onBack={() => go('choose')}
          onImport={() => void run.importNow()}
        />
      )}
      {moving?.action === 'import' && progress(`Importing ${file?.name ?? 'the file'}`, false)}
      {isReady && <Earlier run={run} imported={imported} go={go} progress={progress} />}
      {step === 'result' && imported.state === 'none' && (
        <OwnResult run={run} role={terms.role} course={course} onFix={() => go('check')} onAnother={() => go('choose')} />
      )}
    </ImportPage>
  )
}
