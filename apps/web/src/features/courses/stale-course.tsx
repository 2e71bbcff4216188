/** Two versions of a course: its fields by name. */

import type { Course } from '@lms/contract/courses'
import type { StaleEdit } from '#lib/edit-form.ts'
import { describeDate } from '#lib/typed-date.ts'
import { formatZone } from '#lib/zoned-date-time.ts'
import { type ShownField, StaleEditChoice } from '#ui/stale-edit.tsx'
import { useStaff } from '#features/users/people-field.tsx'
import { type CourseValues, enrolments, modes, statuses } from './course-form.tsx'

const labelOf = (choices: readonly { value: string; label: string }[], chosen: string): string =>
  choices.find(({ value }) => value === chosen)?.label ?? chosen

const fields: readonly ShownField<CourseValues>[] = [
  { name: 'title', label: 'Title', show: ({ title }) => title },
  { name: 'description', label: 'Summary', show: ({ description }) => description, isRichText: true },
  { name: 'mode', label: 'How it is taught', show: ({ mode }) => labelOf(modes, mode) },
  {
    name: 'requireVideo',
    label: 'Videos count as watched',
    show: ({ requireVideo }) => (requireVideo ? 'From 90 % played' : 'Also if marked'),
  },
  { name: 'startsOn', label: 'First day', show: ({ startsOn }) => describeDate(startsOn) },
  { name: 'endsOn', label: 'Last day', show: ({ endsOn }) => describeDate(endsOn) },
  { name: 'timeZone', label: 'Time zone', show: ({ timeZone }) => formatZone(timeZone) },
  { name: 'enrolment', label: 'Who may enrol', show: ({ enrolment }) => labelOf(enrolments, enrolment) },
  { name: 'seats', label: 'Seats', show: ({ seats }) => seats.trim() || 'No limit' },
  { name: 'status', label: 'Status', show: ({ status }) => labelOf(statuses, status) },
]

export function StaleCourse({ course, stale }: { course: Course; stale: StaleEdit<CourseValues> }) {
  const { seen, theirs, mine } = stale
  const people = useStaff([...seen.trainerIds, ...theirs.trainerIds, ...mine.trainerIds], course.trainers)
  const shown: readonly ShownField<CourseValues>[] = [
    ...fields,
    {
      name: 'trainerIds',
      label: 'Trainers',
      show: ({ trainerIds }) => trainerIds.map((id) => people.get(id)?.name ?? 'Loading').join(', '),
    },
    // An unsaved picture has no address yet.
    {
      name: 'coverImage',
      label: 'Cover',
      show: ({ coverImage }) => (coverImage === null ? '' : coverImage === seen.coverImage ? 'The former picture' : 'A new picture'),
    },
  ]
  return <StaleEditChoice stale={stale} what="course" fields={shown} />
}
