/** Deleting a course: its title must be typed, because everything in it goes too. */
import type { Course } from '@lms/contract/courses'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { hasSessionsAhead } from '#lib/live-session.ts'
import { serverNow } from '#lib/server-clock.ts'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveCourse } from './queries.ts'
import classes from './delete-course-form.module.css'

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/** People type a title as they read it: case and spaces do not matter. */
const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase()

type Props = { course: Course; onClose: () => void; onDeleted: () => void }

export function DeleteCourseForm({ course, onClose, onDeleted }: Props) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const remove = useRemoveCourse()
  const items = course.weeks ?? []
  const parts = [
    count(course.weekCount, 'week'),
    count(items.flatMap((week) => week.media).length, 'recording or session', 'recordings and sessions'),
    count(items.flatMap((week) => week.assignments).length, 'assignment'),
  ].filter((part) => !part.startsWith('0 '))
  const confirm = (): void => {
    if (plain(typed) !== plain(course.title)) return setWrong(true)
    remove.mutate(
      { params: { id: course.id } },
      {
        onSuccess: () => {
          notify.ok(`${course.title} is deleted`)
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
          {parts.length > 0 && `${parts.join(', ')} go with it. `}
          {course.studentCount > 0 && `${count(course.studentCount, 'student')} lose it at once. `}
          {course.status === 'PUBLISHED' &&
            hasSessionsAhead(items, serverNow()) &&
            'Everybody in it gets a mail that its live sessions are cancelled. '}
          Where work was submitted, it is kept and can be restored for 30 days; the rest cannot.
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
