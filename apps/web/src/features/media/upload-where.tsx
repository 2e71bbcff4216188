/** Chooses the week for a recording from the library: every media item belongs to a week of a course. */

import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage } from '#lib/api-errors.ts'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { CourseField } from '#features/courses/course-picker.tsx'

type Props = { /** The course of the current filter, or null. */ course: string | null; onClose: () => void }

export function UploadWhere({ course: filtered, onClose }: Props) {
  const [courseId, setCourseId] = useState(filtered)
  const [chosen, setChosen] = useState<string | null>(null)
  const course = useQuery({ ...courseQuery({ params: { id: courseId ?? '' } }), enabled: courseId !== null })
  const weeks = course.data?.weeks ?? []
  // New recordings go to the end of a course more often than to its beginning.
  const weekId = weeks.some(({ id }) => id === chosen) ? chosen : (weeks.at(-1)?.id ?? null)
  const isEmpty = course.data !== undefined && weeks.length === 0
  const error = course.isError ? getErrorMessage(course.error) : isEmpty ? 'It has no weeks yet' : undefined
  const foot = (
    <>
      <Button variant="default" onClick={onClose} data-autofocus>
        Cancel
      </Button>
      {courseId !== null && weekId !== null ? (
        <Button component={Link} to={paths.mediaNew.to({ courseId, weekId })}>
          Choose recordings
        </Button>
      ) : (
        <Button disabled>Choose recordings</Button>
      )}
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Upload recordings" foot={foot}>
      <Stack gap={16}>
        <Text inherit c="dimmed">
          Recordings belong to a week of a course. From there they can be added to others.
        </Text>
        <CourseField
          label="Course"
          placeholder="Type to search"
          // Rendered outside the sheet, the list would make the page wider on phones, and move it.
          comboboxProps={{ withinPortal: false }}
          value={courseId}
          error={error}
          onChange={(value) => setCourseId(value)}
        />
        {isEmpty && courseId !== null && (
          <Text inherit c="dimmed">
            Weeks are added <Link to={paths.course.to({ courseId })}>on the course’s page</Link>.
          </Text>
        )}
        <NativeSelect
          label="Week"
          disabled={weeks.length === 0}
          value={weekId ?? ''}
          data={weeks.map(({ id, number, title }) => ({
            value: id,
            label: title === `Week ${number}` ? title : `Week ${number}: ${isolate(title)}`,
          }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </Stack>
    </Dialog>
  )
}
