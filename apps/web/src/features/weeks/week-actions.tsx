/** Actions for staff on the weeks of a course: their menu, adding, deleting and restoring one. */
import type { Week, DeletedWeek } from '@lms/contract/weeks'
import { ActionIcon, Menu, Button, Switch, TextInput } from '@mantine/core'
import { IconCalendarCheck, IconClipboardText, IconDots, IconMovie, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { defaultSession, hasSessionsAhead } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { addDays, longDate } from '#lib/zoned-date-time.ts'
import { useForm } from '#lib/form.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog, ConfirmDialog } from '#ui/dialog.tsx'
import { ErrorSummary } from '#ui/form-page.tsx'
import { notify } from '#ui/toasts.tsx'
import classes from './weeks.module.css'
import { useCreateWeek, useRemoveWeek, useRestoreWeek, deletedWeeksQuery } from './api.ts'
import { restorableDays } from '@lms/contract/rules/deletion'
import { pluralize } from '#lib/pluralize.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { toLoadError, LoadFailed } from '#ui/load-failed.tsx'
import { day } from '#lib/format-date.ts'
import { RestoreButton, Row, Rows } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/loading.tsx'

type MenuProps = { week: Week; onDelete: () => void }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function WeekMenu({ week, onDelete }: MenuProps) {
  const { id: weekId, courseId, number, media } = week
  const here = { courseId, weekId }
  const session = defaultSession(media, serverNow())?.id ?? weekId
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon flex="none" aria-label={`Actions for week ${number}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.weekEdit.to(here)} leftSection={<IconPencil {...icon} />}>
          Edit week
        </Menu.Item>
        <Menu.Item component={Link} to={paths.mediaNew.to(here)} leftSection={<IconMovie {...icon} />}>
          Add media
        </Menu.Item>
        <Menu.Item component={Link} to={paths.assignmentNew.to(here)} leftSection={<IconClipboardText {...icon} />}>
          Add assignment
        </Menu.Item>
        <Menu.Item component={Link} to={paths.markAttendance.to(here, { session })} leftSection={<IconCalendarCheck {...icon} />}>
          Mark attendance
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
          Delete week
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type AddProps = {
  courseId: string
  /** The number that the week will have. */
  number: number
  /** When the last week starts, if it says so. */
  lastStartsOn: string | null
  isOpen: boolean
  onClose: () => void
}

function AddWeekForm({ courseId, number, lastStartsOn, onClose }: Omit<AddProps, 'isOpen'>) {
  const initial = { title: '', startsOn: lastStartsOn ? addDays(lastStartsOn, 7) : '', published: true }
  const form = useForm({
    draft: `week-new:${courseId}`,
    initial,
    check: ({ title }) => (title.trim() ? {} : { title: 'Give the week a title' }),
  })
  const create = useCreateWeek({ onSaved: () => form.clear() })
  const onSuccess = (): void => {
    notify.success(`Week ${number} is added`)
    onClose()
  }
  const send = form.submit(({ title, startsOn, published }) =>
    create.mutate({ params: { courseId }, body: { title, startsOn: startsOn || null, published } }, { onSuccess, onError: form.fail }),
  )
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {form.summary.length > 0 && <ErrorSummary key={form.submitCount} errors={form.summary} />}
      <TextInput label="Title" data-autofocus {...form.inputProps('title')} />
      <DateTimeField
        kind="date"
        label="Starts on"
        help={lastStartsOn ? `The last week starts on ${longDate(lastStartsOn)}` : 'Leave it empty for a course without dates'}
        {...form.field('startsOn')}
      />
      <Switch
        label="Students see it at once"
        checked={form.values.published}
        onChange={(event) => form.set('published', event.currentTarget.checked)}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Add week {number}
        </Button>
      </div>
    </form>
  )
}

export function AddWeek({ isOpen, ...props }: AddProps) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={`Add week ${props.number}`}>
      <AddWeekForm {...props} />
    </Dialog>
  )
}

type DeleteProps = {
  /** The week in the dialog; null while it is closed. */
  week: Week | null
  /** How many students handed something in. */
  submissions: number
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
  const title = `“${week.title}”`
  if (parts.length === 0) return `${title} is empty. You can restore it for ${restorableDays} days.`
  const after = submissions > 0 ? ' After that, students can still read what they submitted.' : ''
  return `${title} is deleted with ${joinParts(parts)}. You can restore it for ${restorableDays} days.${after}`
}

export function DeleteWeek({ week, submissions, onClose, onDeleted }: DeleteProps) {
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
      confirmLabel={`Delete ${name}`}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {describeDeletion(week, submissions)}
      {isMailed && ' Everybody in the course gets an email that its live sessions are cancelled.'}
    </ConfirmDialog>
  )
}

const formatItems = (count: number): string => (count === 0 ? 'Empty' : pluralize(count, 'item'))

function DeletedRow({ courseId, week }: { courseId: string; week: DeletedWeek }) {
  const { id, title, mediaCount, assignmentCount, deletedAt, restorableUntil } = week
  const restore = useRestoreWeek({ onSaved: () => notify.success(`${title} is restored`) })
  return (
    <Row
      name={title}
      meta={`${formatItems(mediaCount + assignmentCount)}, deleted ${day(deletedAt)}, restorable until ${day(restorableUntil)}`}
      wraps
      controls={
        <RestoreButton title={title} isLoading={restore.isPending} onClick={() => restore.mutate({ params: { courseId, weekId: id } })} />
      }
    />
  )
}

function DeletedList({ courseId }: { courseId: string }) {
  const list = useQuery(deletedWeeksQuery({ params: { courseId }, query: { limit: 100 } }))
  const rows = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The deleted weeks did not load" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={2} />
    if (list.data.total === 0) return null
    return (
      <Rows label="Deleted weeks">
        {list.data.items.map((week) => (
          <DeletedRow key={week.id} courseId={courseId} week={week} />
        ))}
      </Rows>
    )
  }
  return (
    <>
      <p className={classes.text}>
        {list.data?.total === 0 && 'No deleted weeks. '}A deleted week can be restored for {restorableDays} days. Restoring sends no email.
      </p>
      {rows()}
    </>
  )
}

export function DeletedWeeks({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.deleted}>
      <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide deleted weeks' : 'Show deleted weeks'}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeletedList courseId={courseId} />}
      </div>
    </div>
  )
}
