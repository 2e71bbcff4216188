/** Adds a user to a course that is found by typing; saved at once. */

import { Button, Flex } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { focusField } from '#lib/focus-field.ts'
import { formatPassed } from '#lib/format-passed.ts'
import type { Option } from '#lib/search-options.ts'
import type { ChoiceFieldProps } from '#ui/search-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { useAddToCourse } from './api.ts'
import classes from './users.module.css'

type Props = {
  person: Pick<UserDetails, 'id' | 'name' | 'courses'>
  CourseField: ComponentType<ChoiceFieldProps>
  onAdded?: () => void
}

export function AddToCourse({ person, CourseField, onAdded }: Props) {
  const [course, setCourse] = useState<Option | null>(null)
  const add = useAddToCourse()
  const isIn = person.courses.some(({ id }) => id === course?.value)
  const send = (): void => {
    if (!course) return
    add.mutate(
      { params: { id: person.id, courseId: course.value } },
      {
        onSuccess: ({ passed }) => {
          notify.success(`${isolate(person.name)} is in ${isolate(course.label)}${formatPassed(passed)}`)
          setCourse(null)
          onAdded?.()
        },
        onError: () => focusField('add-to-course'),
      },
    )
  }
  return (
    <Flex align="flex-start" gap={8} mt={12}>
      <CourseField
        id="add-to-course"
        label="Add to a course"
        placeholder="Choose a course"
        className={classes.course ?? ''}
        value={course?.value ?? null}
        error={isIn ? `${isolate(person.name)} is in it already` : add.error ? getErrorMessage(add.error) : null}
        onChange={(_id, chosen) => {
          add.reset()
          setCourse(chosen)
        }}
        clearable
      />
      <Button variant="default" className={classes.button ?? ''} disabled={!course || isIn} loading={add.isPending} onClick={send}>
        Add
      </Button>
    </Flex>
  )
}
