/** The audience of an email: the rule as text, names by reason, and excluded users. */

import { Flex } from '@mantine/core'
import { useState } from 'react'
import type { AudiencePreview } from '@lms/contract/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import { serverNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FormerRows, PlainRows } from '#ui/former-rows.tsx'
import { IconMailOff, IconX } from '#ui/icons.ts'
import { SearchField } from '#ui/search-field.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { AudienceChoice } from './audience-choice.tsx'
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
      {isChanging && <AudienceChoice state={state} />}
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
  const isOnly = (only: string): boolean => rules.every(({ kind }) => kind === only)
  if (isOnly('NOT_SUBMITTED')) return 'Everyone has submitted this.'
  return isOnly('NOT_WATCHED') ? 'Nobody has this left to watch.' : 'There is nobody in this group.'
}

const states: Partial<Record<string, StatusName>> = { NOT_STARTED: 'not-started', DRAFT_SAVED: 'draft', IN_PROGRESS: 'in-progress' }

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
