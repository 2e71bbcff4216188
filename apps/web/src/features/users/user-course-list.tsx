/** A user's courses, added and removed individually. Not part of the form, because each change is saved at once. */

import { Button, Flex, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { isTeaching } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatPassed } from '#lib/format-passed.ts'
import { paths } from '#lib/paths.ts'
import type { Option } from '#lib/search-options.ts'
import { FirstRows } from '#ui/first-rows.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import type { ChoiceFieldProps } from '#ui/search-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { CourseColor } from '#features/courses/course-cover.tsx'
import { useAddToCourse } from './api.ts'
import { RemoveFromCourse } from './remove-from-course.tsx'
import classes from './users.module.css'

type Person = Pick<UserDetails, 'id' | 'name' | 'role'>
type Course = UserDetails['courses'][number]

type AddProps = { person: Person; courses: readonly Course[]; CourseField: ComponentType<ChoiceFieldProps> }

function AddCourse({ person, courses, CourseField }: AddProps) {
  const [course, setCourse] = useState<Option | null>(null)
  const add = useAddToCourse()
  const isIn = courses.some(({ id }) => id === course?.value)
  const send = (): void => {
    if (!course) return
    add.mutate(
      { params: { id: person.id, courseId: course.value } },
      {
        onSuccess: ({ passed }) => {
          notify.success(`${isolate(person.name)} is in ${isolate(course.label)}${formatPassed(passed)}`)
          setCourse(null)
        },
      },
    )
  }
  return (
    <Flex align="flex-start" gap={8} mt={12}>
      <CourseField
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

export function UserCourseList({ person, CourseField }: { person: UserDetails; CourseField: ComponentType<ChoiceFieldProps> }) {
  const [leaving, setLeaving] = useState<Course | null>(null)
  const { courses } = person
  return (
    <Section title="Courses" count={courses.length}>
      <Text variant="meta" mb={10}>
        Changes are saved immediately. The role in a course follows the role of the account.
      </Text>
      <Rows label="Courses">
        <FirstRows rows={courses} isList>
          {(shown) =>
            shown.map((course) => (
              <Row
                key={course.id}
                to={paths.course.to({ courseId: course.id })}
                name={<CourseColor id={course.id}>{course.title}</CourseColor>}
                fact={isTeaching(course) ? 'Trainer' : 'Student'}
                controls={
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={`Remove from course: ${isolate(course.title)}`}
                    onClick={() => setLeaving(course)}
                  >
                    Remove from course
                  </Button>
                }
              />
            ))
          }
        </FirstRows>
      </Rows>
      <AddCourse person={person} courses={courses} CourseField={CourseField} />
      {leaving && <RemoveFromCourse person={person} course={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}
