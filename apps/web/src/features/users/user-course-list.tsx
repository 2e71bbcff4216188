/** A user's courses, added and removed individually. Not part of the form, because each change is saved at once. */

import { Button, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { isTeaching } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails } from '@lms/contract/users'
import { paths } from '#lib/paths.ts'
import { FirstRows } from '#ui/first-rows.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import type { ChoiceFieldProps } from '#ui/search-field.tsx'
import { CourseColor } from '#features/courses/course-cover.tsx'
import { AddToCourse } from './add-to-course.tsx'
import { RemoveFromCourse } from './remove-from-course.tsx'

type Course = UserDetails['courses'][number]

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
      <AddToCourse person={person} CourseField={CourseField} />
      {leaving && <RemoveFromCourse person={person} course={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}
