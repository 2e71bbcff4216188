/** The state of the editor of an assignment: its draft, the changes, and saving them unless somebody else has. */

import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { notify } from '#ui/toasts.tsx'
import { type assignmentUsageQuery, useSaveAssignment } from './api.ts'
import { toAssignmentInput, toAssignmentFormValues, validateAssignment } from './assignment-form-values.ts'
import { describeChanges } from './change-list.tsx'
import { type AssignmentBuilder, useAssignmentForm } from './use-assignment-form.ts'

type Usage = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof assignmentUsageQuery>['queryFn']>>>>
export type EditorProps = { course: Course; assignment: Assignment; usage: Usage }

export const formatChanges = (count: number): string => pluralize(count, 'change')

const toAssignmentPath = ({ id, courseId, weekId }: Assignment): string => paths.assignment.to({ courseId, weekId, assignmentId: id })

type Body = ReturnType<typeof toAssignmentInput> & { recheckLate?: boolean }

/** Saves on top of the version that the user has seen. */
function useSaving({ course, assignment }: EditorProps, form: AssignmentBuilder, body: Body, changeCount: number) {
  const navigate = useNavigate()
  const [version, setVersion] = useState(assignment.version)
  const isAllSaved = useRef(true)
  const save = useSaveAssignment({
    onSaved: (reply) => {
      isAllSaved.current = form.saved(toAssignmentFormValues(reply, course.timeZone))
      setVersion(reply.version)
    },
  })
  const onSuccess = (): void => {
    notify.success(`${formatChanges(changeCount)} saved`)
    // What was typed since is not saved yet.
    if (isAllSaved.current) void navigate(toAssignmentPath(assignment))
  }
  // oxlint-disable-next-line react/refs -- read when the answer comes
  const submit = form.submit(() => {
    if (save.isPending) return
    const onError = (error: NonNullable<typeof save.error>) => error.problem !== 'version-conflict' && form.fail(error)
    save.mutate({ params: { id: assignment.id }, body: { ...body, version } }, { onSuccess, onError })
  })
  const newest = save.error?.current as { version: number } | undefined
  const keepMine = (): void => {
    setVersion(newest?.version ?? version)
    save.reset()
  }
  const conflict = save.error?.problem === 'version-conflict' ? { message: save.error.message, keepMine } : null
  return { submit, isSaving: save.isPending, conflict }
}

export function useAssignmentEditor({ course, assignment, usage }: EditorProps) {
  const zone = course.timeZone
  const saved = toAssignmentFormValues(assignment, zone)
  const form = useAssignmentForm({ draft: `assignment-edit:${assignment.id}`, initial: saved })
  const [recheckLate, setRecheckLate] = useState(false)
  const { values } = form
  const answers = new Map(usage.questions.map(({ questionId, answers: count }) => [questionId, count]))
  const changes = describeChanges(saved, values, zone, answers)
  const body = { ...toAssignmentInput(values, zone, assignment), ...(recheckLate && { recheckLate }) }
  return {
    form,
    changes,
    body,
    isFaultless: Object.keys(validateAssignment(values)).length === 0,
    isDueEarlier: body.dueAt !== null && (assignment.dueAt === null || body.dueAt < assignment.dueAt),
    recheckLate,
    setRecheckLate,
    /** The page of the assignment. */
    here: toAssignmentPath(assignment),
    discard: (): void => form.discard(saved),
    ...useSaving({ course, assignment, usage }, form, body, changes.length),
  }
}

export type AssignmentEditing = ReturnType<typeof useAssignmentEditor>
