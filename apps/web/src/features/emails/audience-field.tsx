/** The audience of an email: the rule as text, names by reason, excluded users, and choosing a different audience. */

import { Button, Checkbox, Flex, NativeSelect, NumberInput, Radio } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AudiencePreview } from '@lms/contract/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FormerRows, PlainRows } from '#ui/former-rows.tsx'
import { IconMailOff, IconX } from '#ui/icons.ts'
import { SearchField } from '#ui/search-field.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseStudentsQuery } from '#features/users/api.ts'
import { describeRule, leftOutLabels, formatReason } from './format.ts'
import { mostNames } from './use-audience.ts'
import type { ComposerState } from './use-composer.ts'
import classes from './audience-field.module.css'

/** Names up to which all are shown; beyond, the first eight of each group. */
const maxShown = 12
const firstShown = 8

export function AudienceField({ state }: { state: ComposerState }) {
  const isPhone = useIsPhone()
  const [areNamesShown, setNamesShown] = useState(false)
  const [isChanging, setChanging] = useState(state.sendTo.length === 0)
  const { audience } = state
  const { data, isPlaceholderData: isFormer } = audience
  const found = !data || isFormer ? null : data.groups.reduce((sum, { people }) => sum + people.length, 0)
  return (
    <section aria-label="To">
      <Flex justify="space-between">
        <h3 className={classes.label}>To</h3>
        <button type="button" className={classes.change} aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          {isChanging ? 'Done' : 'Change'}
        </button>
      </Flex>
      {isChanging && <Choice state={state} />}
      {state.audienceError && (
        <p id="sendTo" className={classes.error} role="alert">
          {state.audienceError}
        </p>
      )}
      {data && state.sendTo.length > 0 && (
        <>
          <p className={classes.rule}>
            {!state.reached && 'Counting …'}
            {state.reached?.rules.map((rule, index) => {
              const [words, title] = describeRule(rule)
              return (
                <span key={`${rule.kind}${index}`}>
                  {index > 0 && ', '}
                  {words} {title !== null && <strong>{title}</strong>}
                </span>
              )
            })}
          </p>
          <div aria-live="polite">
            {state.reached?.count === 0 && (
              <p className={classes.nobody}>
                {state.isOnlyAnnounced ? 'Nobody gets an email now. It is shown on the course page.' : formatEmptyAudience(data)}
              </p>
            )}
            {isPhone && state.count > 0 && (
              <button type="button" className={classes.change} aria-expanded={areNamesShown} onClick={() => setNamesShown(!areNamesShown)}>
                {areNamesShown ? 'Hide the names' : `Show ${state.people}`}
              </button>
            )}
            {(!isPhone || areNamesShown) && data.count > maxShown && (
              <SearchField label="Find someone to leave out" value={state.search} found={found} onChange={state.setSearch} />
            )}
            <FormerRows isFormer={isFormer}>
              <PlainRows>
                {(!isPhone || areNamesShown) &&
                  data.groups.map((group) => <Group key={group.why} group={group} total={data.count} state={state} />)}
              </PlainRows>
            </FormerRows>
            {state.reached?.leftOut.map((left) => (
              <p key={left.reason} className={classes.left}>
                <IconMailOff size={16} stroke={1.75} aria-hidden />
                <span>
                  {left.count} left out: <strong>{left.people.map(({ name }) => name).join(', ')}</strong>
                  {left.count > left.people.length && ` and ${left.count - left.people.length} more`} {leftOutLabels[left.reason]}
                </span>
              </p>
            ))}
          </div>
        </>
      )}
    </section>
  )
}

function formatEmptyAudience({ rules, leftOut }: AudiencePreview): string {
  const left = leftOut.reduce((sum, { count }) => sum + count, 0)
  if (left > 0)
    return leftOut.every(({ reason }) => reason === 'OPTED_OUT')
      ? `${left === 1 ? 'The only reader has' : `All ${left} have`} opted out of emails from this course.`
      : `${left === 1 ? 'The only reader is' : `All ${left} are`} left out.`
  return rules.every(({ kind }) => kind === 'NOT_SUBMITTED') ? 'Everyone has submitted this.' : 'There is nobody in this group.'
}

const states: Partial<Record<string, StatusName>> = { NOT_STARTED: 'not-started', DRAFT_SAVED: 'draft' }

type GroupProps = { group: AudiencePreview['groups'][number]; total: number; state: ComposerState }

function Group({ group, total, state }: GroupProps) {
  const [isMore, setMore] = useState(false)
  const isSearch = state.search !== ''
  const people = isMore || isSearch || total <= maxShown ? group.people : group.people.slice(0, firstShown)
  const rest = group.count - people.length
  const name = states[group.why]
  return (
    <div className={classes.group}>
      <Flex component="span" c="dimmed" align="center" gap={6} h={32}>
        {name && <StatusIcon name={name} size={16} />}
        {formatReason(group.why, group.people, serverNow())}
      </Flex>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.id} className={classes.person}>
            <Avatar id={person.id} name={person.name} src={person.profileImageUrl} size={24} />
            <span>{person.name}</span>
            <button type="button" aria-label={`Leave out ${isolate(person.name)}`} onClick={() => state.leaveOut(person.id)}>
              <IconX size={14} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
        {isSearch && people.length === 0 && <li className={classes.quiet}>Nobody here has this name</li>}
        {!isSearch && rest > 0 && isMore && <li className={classes.quiet}>and {rest} more, found by name</li>}
        {!isSearch && rest > 0 && !isMore && (
          <li>
            <button
              type="button"
              className={classes.change}
              onClick={() => {
                setMore(true)
                state.showMoreNames()
              }}
            >
              {group.count <= mostNames ? `Show all ${group.count}` : `Show ${mostNames} of ${group.count}`}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}

type WeekAssignment = NonNullable<NonNullable<ComposerState['course']>['weeks']>[number]['assignments'][number]
/** Of those that are due already; else the first one. */
const latestDue = (assignments: readonly WeekAssignment[]): WeekAssignment | undefined =>
  assignments
    .filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= serverNow())
    .sort((a, b) => Date.parse(b.dueAt!) - Date.parse(a.dueAt!))[0] ?? assignments[0]

const getKind = (entry: string | undefined): string => {
  if (entry === undefined) return ''
  return /^[A-Z_]+/.exec(entry)?.[0] ?? 'PEOPLE'
}

const isDays = (days: number): boolean => days >= 1 && days <= 999

function Choice({ state }: { state: ComposerState }) {
  const { sendTo, course, audience } = state
  const kind = getKind(sendTo[0])
  const [isPeople, setPeople] = useState(kind === 'PEOPLE')
  const [days, setDays] = useState<number | string>(Number(/^INACTIVE:(\d+)$/.exec(sendTo[0] ?? '')?.[1] ?? 14))
  const chosenDays = Math.trunc(Number(days))
  const weeks = course?.weeks ?? []
  // Those that students can see: nobody can have submitted another one.
  const assignments = weeks
    .filter((week) => week.published && !week.locked)
    .flatMap((week) => week.assignments.filter(({ status }) => status !== 'DRAFT'))
  const options = audience.data?.options
  const id = sendTo[0]?.split(':')[1]
  const assignmentId = assignments.find((one) => one.id === id)?.id ?? latestDue(assignments)?.id
  const weekId = weeks.find((one) => one.id === id)?.id ?? weeks.at(-1)?.id
  const choose = (next: string): void => {
    setPeople(next === 'PEOPLE')
    const entries: Record<string, string | undefined> = {
      NOT_SUBMITTED: assignmentId && `NOT_SUBMITTED:${assignmentId}`,
      UNGRADED: assignmentId && `UNGRADED:${assignmentId}`,
      ABSENT: weekId && `ABSENT:${weekId}`,
      INACTIVE: `INACTIVE:${isDays(chosenDays) ? chosenDays : 14}`,
    }
    if (next === 'PEOPLE') return kind === 'PEOPLE' ? undefined : state.setAudience([])
    state.setAudience([entries[next] ?? next])
  }
  /** Once they are typed: each digit would be another audience, without those left out. */
  const chooseDays = (): void => {
    if (isDays(chosenDays) && sendTo[0] !== `INACTIVE:${chosenDays}`) state.setAudience([`INACTIVE:${chosenDays}`])
  }
  const current = isPeople ? 'PEOPLE' : kind
  const count = (value: string): number | undefined => (current === value && sendTo.length === 1 ? state.count : undefined)
  const row = (value: string, label: string, number: number | undefined) => (
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
  return (
    <div className={classes.choice}>
      <Radio.Group aria-label="Who gets it" value={current} onChange={choose}>
        <div className={classes.options}>
          {row('ALL', 'Everyone', options?.all)}
          {row('STUDENTS', 'Students', options?.students)}
          {row('TRAINERS', 'Trainers', options?.trainers)}
          {row('PENDING', 'Waiting for review', options?.pending)}
          {assignments.length > 0 && row('NOT_SUBMITTED', 'Not submitted', count('NOT_SUBMITTED'))}
          {assignments.length > 0 && row('UNGRADED', 'Not marked', count('UNGRADED'))}
          {weeks.length > 0 && row('ABSENT', 'Absent', count('ABSENT'))}
          {row('INACTIVE', 'Not seen lately', count('INACTIVE'))}
          {row('PEOPLE', 'Choose people', undefined)}
        </div>
      </Radio.Group>
      {(current === 'NOT_SUBMITTED' || current === 'UNGRADED') && (
        <NativeSelect
          label="Assignment"
          value={id ?? ''}
          data={assignments.map((one) => ({ value: one.id, label: one.title }))}
          onChange={(event) => state.setAudience([`${current}:${event.currentTarget.value}`])}
        />
      )}
      {current === 'ABSENT' && (
        <NativeSelect
          label="Week"
          value={id ?? ''}
          data={weeks.map((week) => ({ value: week.id, label: `Week ${week.number}: ${isolate(week.title)}` }))}
          onChange={(event) => state.setAudience([`ABSENT:${event.currentTarget.value}`])}
        />
      )}
      {current === 'INACTIVE' && (
        <NumberInput
          label="Days since they were last seen"
          min={1}
          max={999}
          clampBehavior="none"
          allowDecimal={false}
          value={days}
          error={isDays(chosenDays) ? undefined : 'A number of days from 1 to 999'}
          onChange={setDays}
          onBlur={chooseDays}
          onKeyDown={({ key }) => key === 'Enter' && chooseDays()}
        />
      )}
      {current === 'PEOPLE' && <People state={state} />}
    </div>
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
