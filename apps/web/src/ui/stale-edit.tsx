/** A save that was refused because somebody else saved first: both versions of each field, and what is saved of them. */

import { Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { StaleEdit } from '#lib/edit-form.ts'
import { focusField } from '#lib/focus-field.ts'
import type { FieldOf } from '#lib/form.ts'
import { formatClock, formatDayAndTime, formatDay } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { Alert } from './alert.tsx'
import { LinkButton } from './link-button.tsx'
import { RadioCards } from './radio-cards.tsx'
import { RichTextEditor } from './rich-text-editor.tsx'
import { RichText } from './rich-text.tsx'
import { StickyFooter } from './sticky-footer.tsx'
import { notify } from './toasts.tsx'
import classes from './stale-edit.module.css'

/** How a field of a form is named and read; its value is plain text, or HTML. */
export type ShownField<V> = { name: FieldOf<V>; label: string; show: (values: V) => string; isRichText?: boolean }

type Version = 'theirs' | 'mine' | 'seen'

const toPlainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
const toWords = (text: string): ReactNode => text || <span className={classes.none}>Empty</span>

function useChoices<V extends object>(stale: StaleEdit<V>, fields: readonly ShownField<V>[]) {
  const [chosen, setChosen] = useState<{ [K in string]?: Version }>({})
  /** Texts written from both. */
  const [texts, setTexts] = useState<{ [K in string]?: string }>({})
  const isShown = (names: readonly FieldOf<V>[]) => fields.filter(({ name }) => names.includes(name))
  const both = isShown(stale.both)
  const pick = (name: FieldOf<V>): V[FieldOf<V>] =>
    // Only rich text has one, and its values are text.
    (texts[name] as V[FieldOf<V>] | undefined) ?? stale[chosen[name] ?? (stale.byThem.includes(name) ? 'theirs' : 'mine')][name]
  const names = Object.keys(stale.seen) as FieldOf<V>[]
  const isMine = ({ name }: ShownField<V>): boolean =>
    texts[name] !== undefined || (chosen[name] ?? (stale.byMe.includes(name) && 'mine')) === 'mine'
  const isTheirs = ({ name }: ShownField<V>): boolean => (chosen[name] ?? (stale.byThem.includes(name) && 'theirs')) === 'theirs'
  return {
    chosen,
    texts,
    both,
    byOne: [...isShown(stale.byThem), ...isShown(stale.byMe)],
    open: both.filter(({ name }) => chosen[name] === undefined && texts[name] === undefined),
    choose: (name: FieldOf<V>, version: Version | undefined) => setChosen((now) => ({ ...now, [name]: version })),
    write: (name: FieldOf<V>, text: string | undefined) => setTexts((now) => ({ ...now, [name]: text })),
    kept: { mine: fields.filter(isMine).length, theirs: fields.filter(isTheirs).length },
    result: (): V => ({ ...stale.theirs, ...Object.fromEntries(names.map((name) => [name, pick(name)])) }),
  }
}
type Choices<V extends object> = ReturnType<typeof useChoices<V>>

/** “14:01”, or with its day if that is not today. */
const formatSaved = (at: string): string =>
  formatDay(at) === formatDay(new Date(serverNow()).toISOString()) ? formatClock(at) : formatDayAndTime(at)

const fieldId = (name: string): string => `stale-${name}`

type Props<V extends object> = {
  stale: StaleEdit<V>
  /** “week”. */
  what: string
  fields: readonly ShownField<V>[]
}

/** Give it the newer version as its key: a second refusal asks again. */
export function StaleEditChoice<V extends object>({ stale, what, fields }: Props<V>) {
  const choices = useChoices(stale, fields)
  const [isRefused, setRefused] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => head.current?.focus(), [])
  const { open, both, byOne, kept } = choices
  const who = stale.by === null ? 'Someone' : isolate(stale.by)
  const save = (): void => {
    setRefused(open.length > 0)
    if (open[0]) focusField(fieldId(open[0].name))
    else stale.save(choices.result())
  }
  const discard = (): void => {
    const undo = stale.discard()
    notify.success('Your changes are discarded', { link: { label: 'Undo', onClick: undo }, isOnlyWay: true })
  }
  const result = `saves ${kept.mine} of your changes, keeps ${kept.theirs} by ${who}`
  return (
    <section className={classes.choice} aria-label="Two versions">
      <Alert tone="warn" role="alert" ref={head} title={`${who} saved this ${what} at ${formatSaved(stale.at)}`}>
        Your changes are not saved yet.{' '}
        {both.length > 0 && `Both of you changed ${pluralize(both.length, 'field')}: choose one version for each. `}
        Your text is kept on this device.
      </Alert>
      {both.length > 0 && <Heading title="Changed by both" count={both.length} />}
      {both.map((field) => (
        <BothField key={field.name} field={field} stale={stale} who={who} choices={choices} />
      ))}
      {byOne.length > 0 && <Heading title="Changed by one of you" count={byOne.length} />}
      {byOne.length > 0 && (
        <ul className={classes.rows}>
          {byOne.map((field) => (
            <OneField key={field.name} field={field} stale={stale} who={who} choices={choices} />
          ))}
        </ul>
      )}
      <StickyFooter
        state={
          open.length > 0 ? (
            <span role={isRefused ? 'alert' : undefined} className={isRefused ? classes.refused : undefined}>
              {isRefused ? `Choose ${pluralize(open.length, 'field')}` : `${pluralize(open.length, 'field')} to choose`}
            </span>
          ) : (
            result.charAt(0).toUpperCase() + result.slice(1)
          )
        }
      >
        <Button onClick={save}>Save {what}</Button>
        <Button variant="default" onClick={discard}>
          Discard mine
        </Button>
      </StickyFooter>
    </section>
  )
}

const Heading = ({ title, count }: { title: string; count: number }) => (
  <Text component="h2" variant="section">
    {title}{' '}
    <Text span inherit fw={400} c="var(--c-ink2)">
      {count}
    </Text>
  </Text>
)

type FieldProps<V extends object> = { field: ShownField<V>; stale: StaleEdit<V>; who: string; choices: Choices<V> }

const showValue = <V extends object>({ show, isRichText }: ShownField<V>, values: V): ReactNode => {
  const text = show(values)
  return isRichText && text ? <RichText html={text} /> : toWords(text)
}

function BothField<V extends object>({ field, stale, who, choices: { chosen, texts, choose, write } }: FieldProps<V>) {
  const { name, label, show, isRichText = false } = field
  const text = texts[name]
  const setText = (next: string | undefined): void => {
    write(name, next)
    requestAnimationFrame(() => focusField(fieldId(name)))
  }
  const saved = `${who} · saved ${formatSaved(stale.at)}`
  if (text !== undefined)
    return (
      <div className={classes.field}>
        <Text variant="meta">{saved}</Text>
        <div className={classes.theirs}>{showValue(field, stale.theirs)}</div>
        <RichTextEditor id={fieldId(name)} label={label} help="Yours" value={text} onChange={(next) => write(name, next)} />
        <LinkButton onClick={() => setText(undefined)}>Choose one version</LinkButton>
      </div>
    )
  return (
    <div className={classes.field}>
      <RadioCards
        id={fieldId(name)}
        label={label}
        columns={2}
        value={chosen[name] ?? null}
        onChange={(version) => choose(name, version)}
        choices={[
          { value: 'theirs', label: saved, help: <span className={classes.value}>{showValue(field, stale.theirs)}</span> },
          { value: 'mine', label: 'Yours · not saved', help: <span className={classes.value}>{showValue(field, stale.mine)}</span> },
        ]}
      />
      {isRichText && (
        <span className={classes.edit}>
          <LinkButton label={`Edit a text from both: ${label}`} onClick={() => setText(show(stale.mine))}>
            Edit a text from both
          </LinkButton>
        </span>
      )}
    </div>
  )
}

function OneField<V extends object>({ field, stale, who, choices: { chosen, choose } }: FieldProps<V>) {
  const { name, label, show, isRichText } = field
  const by = stale.byThem.includes(name) ? 'theirs' : 'mine'
  const isKept = chosen[name] === 'seen'
  const [before, after] = [stale.seen, stale[by]].map((values) => (isRichText ? toPlainText(show(values)) : show(values)))
  return (
    <li className={classes.row}>
      <span className={classes.name}>{label}</span>
      <span className={classes.change}>
        {isKept ? (
          toWords(before!)
        ) : (
          <>
            <del>{toWords(before!)}</del> <span aria-hidden>→</span> <ins>{toWords(after!)}</ins>
          </>
        )}
      </span>
      <span className={classes.by}>
        <Text span variant="meta">
          {by === 'theirs' ? who : 'Yours'}
        </Text>
        <LinkButton
          label={`${isKept ? 'Take the new value' : 'Keep the old value'}: ${label}`}
          onClick={() => choose(name, isKept ? by : 'seen')}
        >
          {isKept ? 'Take the new value' : 'Keep the old value'}
        </LinkButton>
      </span>
    </li>
  )
}
