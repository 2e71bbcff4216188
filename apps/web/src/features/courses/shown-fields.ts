/** The fields of a course by name, for two versions of it. */

import { describeDate } from '#lib/typed-date.ts'
import { formatZone } from '#lib/zoned-date-time.ts'
import type { ShownField } from '#ui/stale-edit.tsx'
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
  { name: 'enrolment', label: 'Who can enrol', show: ({ enrolment }) => labelOf(enrolments, enrolment) },
  { name: 'seats', label: 'Seats', show: ({ seats }) => seats.trim() || 'No limit' },
  { name: 'status', label: 'Status', show: ({ status }) => labelOf(statuses, status) },
]

/** `nameOf`: of a trainer. */
export const shownFields = (seen: CourseValues, nameOf: (userId: string) => string): readonly ShownField<CourseValues>[] => [
  ...fields,
  { name: 'trainerIds', label: 'Trainers', show: ({ trainerIds }) => trainerIds.map(nameOf).join(', ') },
  // An unsaved picture has no address yet.
  {
    name: 'coverImage',
    label: 'Cover',
    show: ({ coverImage }) => (coverImage === null ? '' : coverImage === seen.coverImage ? 'The former picture' : 'A new picture'),
  },
]
