/** Import users: a file is chosen, checked, mended, imported; the step, role and course stand in the address. */
import type { Role } from '@lms/contract/policy'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { oneOf, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { CourseField } from '#modules/courses/course-field.tsx'
import { courseQuery } from '#modules/courses/queries.ts'
import { CheckStep } from '#modules/users/import/check-step.tsx'
import { ChooseStep } from '#modules/users/import/choose-step.tsx'
import { FailureNote } from '#modules/users/import/failure-note.tsx'
import { ProgressList } from '#modules/users/import/progress-list.tsx'
import { ResultStep } from '#modules/users/import/result-step.tsx'
import type { Terms } from '#modules/users/import/send-file.ts'
import { type Import, useImport } from '#modules/users/import/use-import.ts'
import { readAs, rowsText } from '#modules/users/import/words.ts'
import { grantableRoles, roleWords } from '#modules/users/words.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { WizardSteps } from '#ui/wizard-steps.tsx'

const users = paths.users.to({ page: 1, role: 'all', course: 'all' })
const steps = ['choose', 'check', 'import', 'result'] as const
type Step = (typeof steps)[number]
const words = ['Choose', 'Check', 'Import', 'Result']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Admins reach every course and are enrolled in none. */
const takesCourse = (role: Role): boolean => role === 'USER' || role === 'TRAINER'

/** What people become and where they go, as the address has it. */
function useTerms() {
  const [search, change] = useSearch()
  const me = useSession((session) => session.user)
  const roles = me ? grantableRoles(me.role) : []
  const asked = search.get('role')
  const role = roles.find((one) => one === asked) ?? 'USER'
  const course = search.get('courseId') ?? ''
  return { search, change, roles, terms: { role, courseId: takesCourse(role) && uuid.test(course) ? course : null } }
}

/** A file that cannot be used at all leads back to the choice, with the reason. */
const isRefused = ({ failure, rows }: Import): boolean =>
  failure?.deed === 'check' && !rows && isApiProblem(failure.error) && failure.error.status >= 400 && failure.error.status < 500

/** The step of the address, as far as there is what it needs. */
function stepOf(asked: string | null, run: Import): Step {
  if (run.moving?.deed === 'import') return 'import'
  const step = oneOf(steps, asked)
  if (run.result && (step === 'result' || !run.result.isShown)) return 'result'
  if (step === 'choose' || !run.file || isRefused(run)) return 'choose'
  return 'check'
}

type Course = { id: string; title: string } | undefined

function Meta({ run, terms, course }: { run: Import; terms: Terms; course: Course }) {
  return (
    <>
      <span>
        <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
        {run.file?.name ?? run.result?.fileName}
      </span>
      {run.rowCount !== null && <span>{rowsText(run.rowCount)}</span>}
      {run.detected && <span>{readAs(run.detected)}</span>}
      <span>{`${roleWords[terms.role]}s${course ? `, ${course.title}` : ''}`}</span>
    </>
  )
}

type PartProps = { run: Import; terms: Terms; go: (step: Step) => void; note: ReactNode }

function Choose({ run, terms, go, note }: PartProps) {
  const { change, roles } = useTerms()
  const help = terms.role === 'TRAINER' ? 'They teach it from the start.' : 'They are enrolled from the start.'
  return (
    <ChooseStep
      roles={roles}
      role={terms.role}
      onRole={(role) => change({ role }, { replace: true })}
      course={
        takesCourse(terms.role) && (
          <CourseField
            label="Course"
            placeholder="No course"
            description={`${help} You can leave this empty.`}
            clearable
            value={terms.courseId}
            onChange={(courseId) => change({ courseId }, { replace: true })}
          />
        )
      }
      file={run.file}
      onFile={(next) => {
        run.choose(next)
        go('check')
      }}
      onCheck={() => {
        go('check')
        void run.check()
      }}
      note={note}
    />
  )
}

function Result({ run, go, course }: Pick<PartProps, 'run' | 'go'> & { course: Course }) {
  if (!run.result) return null
  const to = course
    ? { address: paths.course.to({ courseId: course.id }), label: `Go to ${course.title}` }
    : { address: users, label: 'Show all users' }
  const another = (): void => {
    run.startOver()
    go('choose')
  }
  const { reply, skipped, fileName } = run.result
  return <ResultStep result={reply} skipped={skipped} fileName={fileName} to={to} onMend={() => go('check')} onAnother={another} />
}

export function UserImportScreen() {
  const { search, change, terms } = useTerms()
  const run = useImport(terms)
  const course = useQuery({ ...courseQuery({ params: { id: terms.courseId ?? '' } }), enabled: terms.courseId !== null }).data
  const step = stepOf(search.get('step'), run)
  const { file, isReady, isChecked, moving, failure } = run
  const go = (next: Step): void => change({ step: next, tab: null, page: null })

  useEffect(() => {
    if (step === 'check' && isReady && !isChecked && !moving && !failure) void run.check()
    if (!run.result || run.result.isShown) return
    if (search.get('step') === 'result') run.markShown()
    else change({ step: 'result', tab: null, page: null }, { replace: true })
  })
  const progress = (label: string, isCheck: boolean) => (
    <ProgressList label={label} progress={moving?.progress ?? null} isCheck={isCheck} hasCourse={terms.courseId !== null} />
  )
  const note = failure && file && <FailureNote failure={failure} fileName={file.name} onRetry={() => void run.check()} />
  const meta = step !== 'choose' && <Meta run={run} terms={terms} course={course} />
  return (
    <Page title="Import users" kind="wide" meta={meta} below={<WizardSteps steps={words} at={steps.indexOf(step)} />}>
      {!isReady && <LoadingScreen />}
      {isReady && step === 'choose' && <Choose run={run} terms={terms} go={go} note={note} />}
      {isReady && step === 'check' && !run.rows && (note ?? progress(`Checking ${file?.name ?? 'the file'}`, true))}
      {step === 'check' && run.rows && run.counts && file && (
        <CheckStep
          run={run}
          fileName={file.name}
          rows={run.rows}
          counts={run.counts}
          onBack={() => go('choose')}
          onImport={() => void run.importNow()}
        />
      )}
      {step === 'import' && progress(`Importing ${file?.name ?? 'the file'}`, false)}
      {step === 'result' && <Result run={run} go={go} course={course} />}
      <LeaveGuard
        isActive={moving?.deed === 'import'}
        title="Leave while the import runs?"
        text="The server finishes what it has received. What became of each row is shown here only."
        stay="Stay"
        leave="Leave"
      />
    </Page>
  )
}
