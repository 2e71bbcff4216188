/** One response with the questions as they were asked, and the decision: next to the list, or as a dialog. J and K move. */

import { ActionIcon, Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { FormQuestion } from '@lms/contract/signup-forms'
import type { SignupResponse } from '@lms/contract/signup-responses'
import { useDraft } from '#lib/drafts.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { IconChevronDown, IconChevronUp, IconX } from '#ui/icons.ts'
import { useHasSideColumn } from '#ui/use-breakpoint.ts'
import { formatAnswer } from '#features/questions/answer-text.ts'
import { responseStatusLabels } from './labels.ts'
import type { Decide, Decision } from './response-choice.tsx'
import classes from './response-panel.module.css'
import shared from './responses.module.css'

type Props = {
  items: readonly SignupResponse[]
  item: SignupResponse
  versions: readonly { version: number; questions: FormQuestion[] }[]
  /** Null closes it. */
  onOpen: (id: string | null) => void
  seatsLeft: number | null
  decide: Decide
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function ResponsePanel({ items, item, onOpen, ...rest }: Props) {
  const index = items.findIndex(({ id }) => id === item.id)
  const [previous, next] = [items[index - 1], items[index + 1]]
  const goTo = (other: SignupResponse | undefined) => () => other && onOpen(other.id)
  useShortcuts({ j: goTo(next), k: goTo(previous) })
  const moves = [
    { name: 'Previous response', title: 'Previous response (K)', Icon: IconChevronUp, other: previous },
    { name: 'Next response', title: 'Next response (J)', Icon: IconChevronDown, other: next },
  ]
  return (
    <Content
      key={item.id}
      item={item}
      moves={moves.map(({ name, title, Icon, other }) => (
        <ActionIcon
          key={name}
          aria-label={name}
          title={title}
          aria-disabled={!other}
          {...(!other && { 'data-disabled': true })}
          onClick={goTo(other)}
        >
          <Icon {...icon} />
        </ActionIcon>
      ))}
      onClose={() => onOpen(null)}
      // A decision opens the next response.
      onDecided={() => onOpen((next ?? previous)?.id ?? null)}
      {...rest}
    />
  )
}

type ContentProps = Omit<Props, 'items' | 'onOpen'> & { moves: React.ReactNode; onClose: () => void; onDecided: () => void }

function Content({ item, versions, seatsLeft, decide, moves, onClose, onDecided }: ContentProps) {
  const hasColumn = useHasSideColumn()
  const { value: note, setValue: setNote, saved } = useDraft(`decision:${item.id}`, '')
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = useRef(true)
  useEffect(() => {
    heading.current?.focus()
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const run = (decision: Decision) => () =>
    decide.run([item.id], decision, {
      note,
      onDone: () => {
        saved(note)
        // Who has gone on to another response stays there.
        if (isShown.current) onDecided()
      },
    })
  const isDecidable = item.status !== 'WITHDRAWN' && item.status !== 'LEFT'
  const foot = isDecidable && <DecisionButtons item={item} seatsLeft={seatsLeft} isPending={decide.isPending} onDecide={run} />
  const facts = <ResponseFacts item={item} />
  const body = (
    <>
      <ResponseHistory item={item} versions={versions} />
      {isDecidable && <DecisionMessage name={item.person.name} note={note} decide={decide} onNote={setNote} />}
    </>
  )
  if (!hasColumn)
    return (
      <Dialog isOpen onClose={onClose} title={item.person.name} size={720} foot={foot}>
        <div className={classes.facts}>
          {facts}
          <span className={classes.moves}>
            {moves}
            <ActionIcon aria-label="Close" onClick={onClose}>
              <IconX {...icon} />
            </ActionIcon>
          </span>
        </div>
        {body}
      </Dialog>
    )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes, wherever the focus is in it
    <aside className={classes.panel} aria-label="Response" onKeyDown={onKeyDown}>
      <div className={classes.panelHead}>
        <h2 ref={heading} tabIndex={-1} className={classes.panelTitle}>
          {item.person.name}
        </h2>
        {moves}
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX {...icon} />
        </ActionIcon>
      </div>
      <div className={classes.panelBody}>
        {facts}
        {body}
      </div>
      {foot && <div className={classes.panelFoot}>{foot}</div>}
    </aside>
  )
}

type ItemProps = Pick<Props, 'item'>

type DecisionProps = ItemProps & Pick<Props, 'seatsLeft'> & { isPending: boolean; onDecide: (decision: Decision) => () => void }

/** The decisions that the response does not have yet; nobody is approved while the course is full. */
function DecisionButtons({ item: { status }, seatsLeft, isPending, onDecide }: DecisionProps) {
  const isFull = seatsLeft === 0 && status !== 'APPROVED'
  return (
    <>
      {status !== 'REJECTED' && (
        <Button variant="subtle" color="red" disabled={isPending} onClick={onDecide('REJECTED')}>
          Decline
        </Button>
      )}
      {status !== 'WAITLISTED' && !isFull && (
        <Button variant="default" disabled={isPending} onClick={onDecide('WAITLISTED')}>
          Add to waiting list
        </Button>
      )}
      {status !== 'APPROVED' && (status !== 'WAITLISTED' || !isFull) && (
        <Button loading={isPending} onClick={onDecide('APPROVED')}>
          {isFull ? 'Add to waiting list' : 'Approve'}
        </Button>
      )}
    </>
  )
}

function ResponseFacts({ item }: ItemProps) {
  const facts = [
    item.person.email,
    responseStatusLabels[item.status],
    item.place !== null && `place ${item.place}`,
    `sent ${formatDayAndTime(item.sentAt)}`,
  ]
  return (
    <Text variant="meta" className={shared.meta}>
      {facts.filter(Boolean).join(' · ')}
    </Text>
  )
}

/** The last decision, the answers, and those that were sent before. */
function ResponseHistory({ item, versions }: ItemProps & Pick<Props, 'versions'>) {
  return (
    <>
      {item.decidedAt && (
        <Text variant="meta" className={shared.meta}>
          Decided {formatDayAndTime(item.decidedAt)}
          {item.decidedBy && ` by ${isolate(item.decidedBy.name)}`}
          {item.note && `: “${item.note}”`}
        </Text>
      )}
      <ResponseAnswers {...item} versions={versions} />
      {item.earlier.map((one) => (
        <details key={one.sentAt} className={classes.earlier}>
          <summary>Earlier answers, sent {formatDayAndTime(one.sentAt)}</summary>
          <ResponseAnswers {...one} files={item.files} versions={versions} />
        </details>
      ))}
      {item.status === 'LEFT' && (
        <Text variant="meta" className={shared.meta}>
          They can sign up again, or an admin can add them to the course.
        </Text>
      )}
    </>
  )
}

type MessageProps = Pick<Props, 'decide'> & { name: string; note: string; onNote: (note: string) => void }

function DecisionMessage({ name, note, decide, onNote }: MessageProps) {
  return (
    <Stack gap={10}>
      <Textarea
        label="Message"
        description="Optional. Shown in the email and on the person’s page."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      <Checkbox
        label={`Email ${isolate(name)}`}
        checked={decide.email}
        onChange={(event) => decide.setEmail(event.currentTarget.checked)}
      />
    </Stack>
  )
}

type Files = SignupResponse['files']
type Value = string | string[] | undefined

/** An answer as text, or as links to its files. */
export function ResponseAnswer({ question, value, files }: { question: Pick<FormQuestion, 'type'>; value: Value; files: Files }) {
  if (question.type !== 'FILE')
    return (
      formatAnswer(question, value) || (
        <Text span variant="meta" className={shared.meta}>
          Not answered
        </Text>
      )
    )
  const given = files.filter(({ key }) => [value ?? []].flat().includes(key))
  if (given.length === 0)
    return (
      <Text span variant="meta" className={shared.meta}>
        Not answered
      </Text>
    )
  return given.map(({ key, name, url }) => (
    <a key={key} href={url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  ))
}

type AnswerValueProps = Pick<SignupResponse, 'version' | 'answers' | 'files'> & {
  versions: readonly { version: number; questions: FormQuestion[] }[]
}

/** The answers of one response, with the questions of the version that was answered. */
function ResponseAnswers({ version, answers, files, versions }: AnswerValueProps) {
  const questions = versions.find((one) => one.version === version)?.questions ?? []
  const isOld = version !== Math.max(...versions.map((one) => one.version))
  return (
    <>
      {isOld && (
        <Text variant="meta" className={shared.meta}>
          Version {version} of the form. It has been changed since.
        </Text>
      )}
      <dl className={shared.given}>
        {questions.map((question) => (
          <div key={question.id}>
            <dt>{question.label}</dt>
            <dd>
              <ResponseAnswer
                question={question}
                value={answers.find(({ questionId }) => questionId === question.id)?.value}
                files={files}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
