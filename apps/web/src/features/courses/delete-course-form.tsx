/** Deleting a course: its title must be typed, because everything in it is deleted with it. */
import type { Course } from '@lms/contract/courses'
import { restorableDays } from '@lms/contract/rules/deletion'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { hasSessionsAhead } from '#lib/live-session.ts'
import { serverNow } from '#lib/server-clock.ts'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveCourse, useRestoreCourse } from './api.ts'
import classes from './delete-course-form.module.css'

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/** People type a title as they read it: case and spaces do not matter. */
const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase()

type Props = { course: Course; onClose: () => void; onDeleted: () => void }

export function DeleteCourseForm({ course, onClose, onDeleted }: Props) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const remove = useRemoveCourse()
  const restore = useRestoreCourse()
  const items = course.weeks ?? []
  const parts = [
    count(course.weekCount, 'week'),
    count(items.flatMap((week) => week.media).length, 'recording or session', 'recordings and sessions'),
    count(items.flatMap((week) => week.assignments).length, 'assignment'),
  ].filter((part) => !part.startsWith('0 '))
  const isMailed = course.status === 'PUBLISHED' && hasSessionsAhead(items, serverNow())
  const undo = (): void =>
    void restore
      .mutateAsync({ params: { id: course.id } })
      .then(() => notify.success(`${course.title} is restored${isMailed ? '. Tell the students that its live sessions take place' : ''}`))
      .catch(() => {})
  const confirm = (): void => {
    if (plain(typed) !== plain(course.title)) return setWrong(true)
    remove.mutate(
      { params: { id: course.id } },
      {
        onSuccess: () => {
          notify.success(`${course.title} is deleted`, { link: { label: 'Undo', onClick: undo } })
          onDeleted()
        },
      },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Delete ${course.title}?`}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <p>
          {parts.length > 0 && `Deleted with it: ${parts.join(', ')}. `}
          {course.studentCount > 0 && `${count(course.studentCount, 'student')} can no longer open it. `}
          {isMailed && 'Everybody in it gets an email that its live sessions are cancelled. '}
          You can restore it for {restorableDays} days. After that, students can still read what they submitted.
        </p>
        <TextInput
          label="Type the title of the course"
          description={course.title}
          autoComplete="off"
          data-autofocus
          value={typed}
          error={isWrong ? 'This is not the title of the course' : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Keep the course
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            Delete the course
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
