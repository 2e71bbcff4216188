/** Choosing the audience of an email: a group, a group about one item of the course, or people one by one. */

import { Button, Checkbox, Flex, NativeSelect, NumberInput, Radio } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { FormerRows, PlainRows } from '#ui/former-rows.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { courseStudentsQuery } from '#features/users/api.ts'
import type { ComposerState } from './use-composer.ts'
import classes from './audience-field.module.css'

type Weeks = NonNullable<NonNullable<ComposerState['course']>['weeks']>
type WeekAssignment = Weeks[number]['assignments'][number]
/** Of those that are due already; else the first one. */
const latestDue = (assignments: readonly WeekAssignment[]): WeekAssignment | undefined =>
  assignments
    .filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= serverNow())
    .sort((a, b) => Date.parse(b.dueAt!) - Date.parse(a.dueAt!))[0] ?? assignments[0]

/** What a group is about: the items to choose from, and the first choice. */
interface Subject {
  label: string
  items: readonly { id: string; title: string }[]
  first: string | undefined
}

function listSubjects(weeks: Weeks): Record<string, Subject> {
  // Those that students can see: nobody can have submitted or watched another one.
  const open = weeks.filter((week) => week.published && !week.locked)
  const assignments = open.flatMap((week) => week.assignments.filter(({ status }) => status !== 'DRAFT'))
  const recordings = open.flatMap((week) => week.media.filter(({ hasRecording }) => hasRecording))
  const ofAssignment = { label: 'Assignment', items: assignments, first: latestDue(assignments)?.id }
  return {
    NOT_SUBMITTED: ofAssignment,
    UNGRADED: ofAssignment,
    NOT_WATCHED: { label: 'Recording', items: recordings, first: recordings.at(-1)?.id },
    ABSENT: {
      label: 'Week',
      items: weeks.map(({ id, number, title }) => ({ id, title: `Week ${number}: ${isolate(title)}` })),
      first: weeks.at(-1)?.id,
    },
  }
}

const getKind = (entry: string | undefined): string => {
  if (entry === undefined) return ''
  return /^[A-Z_]+/.exec(entry)?.[0] ?? 'PEOPLE'
}

const firstDays = 14
const readDays = (entry = ''): number => Number(/^INACTIVE:(\d+)$/.exec(entry)?.[1] ?? firstDays)
/** As typed; undefined if there can be no such number. */
const toDays = (typed: number | string): number | undefined => {
  const days = Math.trunc(Number(typed))
  return days >= 1 && days <= 999 ? days : undefined
}

/** The entry of a group. What was chosen before for another group is kept if it can be. */
function toEntry(kind: string, subject: Subject | undefined, { id, days }: { id: string | undefined; days: number | string }): string {
  if (kind === 'INACTIVE') return `INACTIVE:${toDays(days) ?? firstDays}`
  const about = subject?.items.find((one) => one.id === id)?.id ?? subject?.first
  return about === undefined ? kind : `${kind}:${about}`
}

export function AudienceChoice({ state }: { state: ComposerState }) {
  const { sendTo, course, audience } = state
  const kind = getKind(sendTo[0])
  const [isPeople, setPeople] = useState(kind === 'PEOPLE')
  const [days, setDays] = useState<number | string>(readDays(sendTo[0]))
  const subjects = listSubjects(course?.weeks ?? [])
  const { all, students, trainers, pending } = audience.data?.options ?? {}
  const id = sendTo[0]?.split(':')[1]
  const choose = (next: string): void => {
    setPeople(next === 'PEOPLE')
    if (next === 'PEOPLE') return kind === 'PEOPLE' ? undefined : state.setAudience([])
    state.setAudience([toEntry(next, subjects[next], { id, days })])
  }
  const current = isPeople ? 'PEOPLE' : kind
  const subject = subjects[current]
  const row = (value: string, label: string, size?: number) => {
    const number = size ?? (current === value && sendTo.length === 1 ? state.count : undefined)
    return <Option value={value} label={label} number={number} />
  }
  const about = (value: string, label: string) => subjects[value]!.items.length > 0 && row(value, label)
  return (
    <div className={classes.choice}>
      <Radio.Group aria-label="Who gets it" value={current} onChange={choose}>
        <div className={classes.options}>
          {row('ALL', 'Everyone', all)}
          {row('STUDENTS', 'Students', students)}
          {row('TRAINERS', 'Trainers', trainers)}
          {row('PENDING', 'Waiting for review', pending)}
          {about('NOT_SUBMITTED', 'Not submitted')}
          {about('UNGRADED', 'Not marked')}
          {about('NOT_WATCHED', 'Not watched')}
          {about('ABSENT', 'Absent')}
          {row('INACTIVE', 'Not seen lately')}
          <Option value="PEOPLE" label="Choose people" />
        </div>
      </Radio.Group>
      {subject && (
        <NativeSelect
          label={subject.label}
          value={id ?? ''}
          data={subject.items.map((one) => ({ value: one.id, label: one.title }))}
          onChange={(event) => state.setAudience([`${current}:${event.currentTarget.value}`])}
        />
      )}
      {current === 'INACTIVE' && <Days days={days} onChange={setDays} state={state} />}
      {current === 'PEOPLE' && <People state={state} />}
    </div>
  )
}

function Option({ value, label, number }: { value: string; label: string; number?: number | undefined }) {
  return (
    <Radio
      value={value}
      label={
        <Flex component="span" gap={8}>
          <span>{label}</span>
          {number !== undefined && <span className={classes.quiet}>{number}</span>}
        </Flex>
      }
    />
  )
}

type DaysProps = { days: number | string; onChange: (days: number | string) => void; state: ComposerState }

function Days({ days, onChange, state }: DaysProps) {
  const chosen = toDays(days)
  /** Once they are typed: each digit would be another audience, without those left out. */
  const choose = (): void => {
    if (chosen !== undefined && state.sendTo[0] !== `INACTIVE:${chosen}`) state.setAudience([`INACTIVE:${chosen}`])
  }
  return (
    <NumberInput
      label="Days since they were last seen"
      min={1}
      max={999}
      clampBehavior="none"
      allowDecimal={false}
      value={days}
      error={chosen === undefined && 'A number of days from 1 to 999'}
      onChange={onChange}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  )
}

function People({ state }: { state: ComposerState }) {
  const [search, setSearch] = useState('')
  const list = useQuery({
    ...courseStudentsQuery({ params: { courseId: state.courseId }, query: { limit: 50, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const chosen = new Set(state.sendTo)
  const toggle = (id: string, isOn: boolean): void => state.setAudience(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id))
  return (
    <div className={classes.choosing}>
      <SearchField
        label="Name of a student"
        value={search}
        found={list.isPlaceholderData ? null : (list.data?.total ?? null)}
        onChange={setSearch}
      />
      <FormerRows isFormer={list.isPlaceholderData}>
        <PlainRows className={classes.scroll} role="group" aria-label="Students">
          {list.data?.items.map(({ id, name }) => (
            <Checkbox
              key={id}
              size="xs"
              label={name}
              checked={chosen.has(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
          {list.data?.total === 0 && search !== '' && <p className={classes.quiet}>Nobody has this name</p>}
          {list.data && list.data.total > list.data.items.length && (
            <p className={classes.quiet}>{pluralize(list.data.total - list.data.items.length, 'more student')}. Search for a name.</p>
          )}
        </PlainRows>
      </FormerRows>
      {chosen.size > 0 && (
        <Button variant="subtle" size="sm" onClick={() => state.setAudience([])}>
          Choose nobody
        </Button>
      )}
    </div>
  )
}
