/** Actions for staff on the weeks of a course: their menu, deleting and restoring one. */

import { ActionIcon, Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useId, useState } from 'react'
import { restorableDays } from '@lms/contract/rules/deletion'
import { isolate } from '@lms/contract/rules/direction'
import type { Week, DeletedWeek } from '@lms/contract/weeks'
import { formatDay } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconDots } from '#ui/icons.ts'
import { toLoadError, LoadFailed } from '#ui/load-failed.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { RestoreButton, Row, Rows } from '#ui/row.tsx'
import { notify } from '#ui/toasts.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { hasSessionsAhead } from '#features/live-sessions/live-session.ts'
import { useRemoveWeek, useRestoreWeek, deletedWeeksQuery, weekSubmissionsQuery } from './api.ts'
import type { Steps } from './move-menu.tsx'
import classes from './week-actions.module.css'

type MenuProps = { week: Week; steps?: Steps; onDelete: () => void }

const loadMenu = () => import('./week-menu.tsx')
const LazyWeekMenu = lazy(async () => ({ default: (await loadMenu()).WeekMenu }))

/** The button of WeekMenu: the same one before and after its menu is loaded. */
const MenuButton = ({ number, ...rest }: ComponentProps<typeof ActionIcon<'button'>> & { number: number }) => (
  <ActionIcon flex="none" aria-label={`Actions for week ${number}`} {...rest}>
    <IconDots size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
)

/** The actions of a week, loaded on demand. */
export function WeekMenu(props: MenuProps) {
  const { isWanted, trigger } = useOnDemand(loadMenu)
  return (
    <Suspense>
      {isWanted ? (
        <LazyWeekMenu {...props} Button={MenuButton} />
      ) : (
        <MenuButton number={props.week.number} aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

/** Loaded when it is opened: the course page works without forms. */
export const AddWeek = lazy(() => import('./add-week.tsx').then((module) => ({ default: module.AddWeek })))

type DeleteProps = {
  /** The week in the dialog; null while it is closed. */
  week: Week | null
  onClose: () => void
  onDeleted?: () => void
}

const joinParts = (parts: string[]): string => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`)

/** What is deleted with the week, and for how long it can be restored. */
function describeDeletion(week: Pick<Week, 'title' | 'media' | 'assignments'>, submissions: number): string {
  const parts = [
    week.media.length > 0 && pluralize(week.media.length, 'recording or session', 'recordings and sessions'),
    week.assignments.length > 0 && pluralize(week.assignments.length, 'assignment'),
    submissions > 0 && pluralize(submissions, 'submission'),
  ].filter((part) => part !== false)
  const title = `“${isolate(week.title)}”`
  if (parts.length === 0) return `${isolate(title)} is empty. You can restore it for ${restorableDays} days.`
  const after = submissions > 0 ? ' After that, students can still read what they submitted.' : ''
  return `${isolate(title)} is deleted with ${joinParts(parts)}. You can restore it for ${restorableDays} days.${after}`
}

function Describe({ week, submissions }: { week: Week; submissions: ReturnType<typeof useSubmissions> }) {
  if (submissions.isError && !submissions.data)
    return <LoadFailed title="The submissions of the week could not be counted" {...toLoadError(submissions)} />
  return submissions.isLoading ? 'Counting submissions…' : describeDeletion(week, submissions.data?.submissions ?? 0)
}

const isWithWork = (week: Week | null): week is Week => week !== null && week.assignments.length > 0

/** How many submissions go with it; read again for each dialog. */
const useSubmissions = (week: Week | null) =>
  useQuery({
    ...weekSubmissionsQuery({ params: { courseId: week?.courseId ?? '', weekId: week?.id ?? '' } }),
    enabled: isWithWork(week),
  })

export function DeleteWeek({ week, onClose, onDeleted }: DeleteProps) {
  const submissions = useSubmissions(week)
  const remove = useRemoveWeek()
  const restore = useRestoreWeek()
  if (!week) return null
  const name = `week ${week.number}`
  const isMailed = hasSessionsAhead([week], serverNow())
  const at = { params: { courseId: week.courseId, weekId: week.id } }
  const undo = (): void =>
    void restore
      .mutateAsync(at)
      .then(() =>
        notify.success(`Week ${week.number} is restored${isMailed ? '. Tell the students that its live sessions take place' : ''}`),
      )
      .catch(() => {})
  const onConfirm = (): void =>
    remove.mutate(at, {
      onSuccess: () => {
        notify.success(`Week ${week.number} is deleted`, { link: { label: 'Undo', onClick: undo } })
        onClose()
        onDeleted?.()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${name}?`}
      cancelLabel={`Keep ${name}`}
      confirmLabel={`Delete ${isolate(name)}`}
      isPending={remove.isPending || (isWithWork(week) && !submissions.data)}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Describe week={week} submissions={submissions} />
      {isMailed && ' Everybody in the course gets an email that its live sessions are cancelled.'}
    </ConfirmDialog>
  )
}

const formatItems = (count: number): string => (count === 0 ? 'Empty' : pluralize(count, 'item'))

function DeletedRow({ courseId, week }: { courseId: string; week: DeletedWeek }) {
  const { id, title, mediaCount, assignmentCount, deletedAt, restorableUntil } = week
  const restore = useRestoreWeek({ onSaved: () => notify.success(`${isolate(title)} is restored`) })
  return (
    <Row
      name={title}
      meta={`${formatItems(mediaCount + assignmentCount)}, deleted ${formatDay(deletedAt)}, restorable until ${formatDay(restorableUntil)}`}
      wraps
      controls={
        <RestoreButton title={title} isLoading={restore.isPending} onClick={() => restore.mutate({ params: { courseId, weekId: id } })} />
      }
    />
  )
}

function DeletedList({ courseId }: { courseId: string }) {
  const list = useQuery(deletedWeeksQuery({ params: { courseId } }))
  return (
    <>
      <Text variant="meta" m="8px 0">
        {list.data?.length === 0 && 'No deleted weeks. '}A deleted week can be restored for {restorableDays} days. Restoring sends no email.
      </Text>
      <QueryPart query={list} what="The deleted weeks" loading={2}>
        {(weeks) =>
          weeks.length > 0 && (
            <Rows label="Deleted weeks">
              {weeks.map((week) => (
                <DeletedRow key={week.id} courseId={courseId} week={week} />
              ))}
            </Rows>
          )
        }
      </QueryPart>
    </>
  )
}

export function DeletedWeeks({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Box mt={16}>
      <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide deleted weeks' : 'Show deleted weeks'}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeletedList courseId={courseId} />}
      </div>
    </Box>
  )
}
