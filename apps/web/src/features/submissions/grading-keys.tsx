/** The shortcuts of grading on the screen: the most useful ones in a bar below the submission, all of them in a dialog. */

import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { getShortcutKey, useShortcuts, useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { onNextPerson } from '#lib/next-person.ts'
import { ShortcutsDialog } from '#ui/dialog.tsx'
import type { SubmissionNeighbours } from './grading-queue.tsx'
import { markFieldAttribute, partAttribute } from './mark-fields.tsx'
import { feedbackFieldId, markFieldId } from './marks.ts'
import classes from './grading-keys.module.css'

const hints = [
  ['Enter', 'save and next'],
  ['J', 'next'],
  ['K', 'previous'],
  ['N', 'next to grade'],
  ['C', 'feedback'],
  ['R', 'return'],
] as const

export function GradingKeysBar({ onHelp, children }: { onHelp: () => void; children?: ReactNode }) {
  const hasShortcuts = useShortcutsEnabled()
  return (
    <div className={classes.bar}>
      {children}
      {(hasShortcuts ? hints : hints.slice(0, 1)).map(([key, action]) => (
        <span key={key} className={classes.hint}>
          <kbd>{key}</kbd> {action}
        </span>
      ))}
      <button type="button" className={classes.all} onClick={onHelp}>
        {hasShortcuts && <kbd>?</kbd>} all keys
      </button>
    </div>
  )
}

export function GradingKeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const note = useShortcutsEnabled()
    ? 'Letters work everywhere except in the feedback.'
    : 'Single-key shortcuts are turned off in your profile: only Enter, Ctrl+Enter and Esc work.'
  return <ShortcutsDialog isOpen={isOpen} onClose={onClose} title="Keys for grading" note={note} shortcuts={gradingKeys} />
}

/** For the list of shortcuts: the label, and the keys. */
const gradingKeys: readonly (readonly [action: string, keys: readonly string[]])[] = [
  ['Save the mark, open the next to grade', ['Enter']],
  ['The same from the feedback', ['Ctrl', 'Enter']],
  ['Next student', ['J']],
  ['Previous student', ['K']],
  ['Next to grade, without saving', ['N']],
  ['Mark', ['M']],
  ['Feedback', ['C']],
  ['Return for another attempt, with the feedback', ['R']],
  ['Extend the due time', ['E']],
  ['Undo what was saved or returned last, within ten seconds', ['Ctrl', 'Z']],
  ['Saved comment, on an empty line of the feedback', ['/', '1–9']],
  ['Leave a field', ['Esc']],
  ['This list', ['?']],
]

export function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Players and scrollable regions use the arrow keys themselves, and dialogs all keys. */
const isElsewhere = (): boolean =>
  document.activeElement?.matches('video, audio, [role=menuitemradio], [role=region][tabindex]') === true ||
  document.querySelector('[role=dialog]') !== null

/** Of the buttons that keys press. */
export const returnButtonProps = { 'data-return': true, 'aria-keyshortcuts': 'r', title: 'R' } as const
export const extendButtonProps = { 'data-extend': true, 'aria-keyshortcuts': 'e', title: 'E' } as const
const press = (selector: string) => (): void => {
  if (isElsewhere()) return
  const button = document.querySelector<HTMLButtonElement>(selector)
  // A menu gives the focus back to its button.
  button?.focus()
  button?.click()
}
const buttonKeys = { r: press('button[data-return]'), e: press('button[data-extend]') }

type Keys = { neighbours: SubmissionNeighbours; onGrade: () => void; onShowGrade: () => void; onHelp: () => void }

/** The shortcuts of grading. They work in mark fields, too, because a mark has no letters; in the feedback only Ctrl+Enter does. */
export function useGradingKeys({ neighbours, onGrade, onShowGrade, onHelp }: Keys): void {
  const navigate = useNavigate()
  const go = (to: string | null) => (): void => {
    if (to && !isElsewhere()) void navigate(to)
  }
  const show = (id: string) => (): void => {
    if (isElsewhere()) return
    onShowGrade()
    setTimeout(() => focusField(id))
  }
  const actions = {
    j: go(neighbours.next),
    k: go(neighbours.previous),
    n: go(neighbours.nextToGrade),
    m: show(markFieldId),
    c: show(feedbackFieldId),
    ...buttonKeys,
    '?': () => !isElsewhere() && onHelp(),
  }
  useShortcuts(actions)
  useMarkFieldKeys(actions, onGrade)
  useHotkeys([
    ['ArrowRight', go(neighbours.next)],
    ['ArrowLeft', go(neighbours.previous)],
  ])
  useHotkeys(
    [
      ['mod+Enter', () => !isElsewhere() && onGrade()],
      [
        'Escape',
        () => !isElsewhere() && document.activeElement instanceof HTMLElement && document.activeElement.blur(),
        { preventDefault: false },
      ],
    ],
    [],
  )
}

/** Keys pressed after a mark was sent and before the next student is shown: they are for that student. */
let waiting: { keys: string[]; end: () => void } | null = null
let isPressing = false
onNextPerson(() => waiting?.end())

/** Milliseconds: a page that does not come by then has failed. */
const maxWaitMs = 5_000

/** From now on keys wait for the next student. */
export function delayKeys(): void {
  const keys = waiting?.keys ?? []
  waiting?.end()
  const hold = (event: KeyboardEvent): void => {
    const isText = [...event.key].length === 1 || event.key === 'Enter' || event.key === 'Backspace'
    if (isPressing || !isText || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!event.repeat) keys.push(event.key)
  }
  const end = (): void => {
    window.removeEventListener('keydown', hold, true)
    window.removeEventListener('pointerdown', end, true)
    clearTimeout(timer)
    waiting = null
  }
  const timer = setTimeout(end, maxWaitMs)
  window.addEventListener('keydown', hold, true)
  window.addEventListener('pointerdown', end, true)
  waiting = { keys, end }
}

/** Presses the waiting keys in the field that has the focus; those after Enter wait for the student after it. */
export async function replayDelayedKeys(): Promise<void> {
  const own = waiting
  const isOver = (): boolean => own !== waiting
  while (!isOver()) {
    const key = own?.keys.shift()
    if (key === undefined) return own?.end()
    pressKey(key)
    // The field is drawn again.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function pressKey(key: string): void {
  const field = document.activeElement
  isPressing = true
  const isTyped = field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })) === true
  isPressing = false
  if (!isTyped || !(field instanceof HTMLInputElement) || key === 'Enter') return
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  if (key === 'Backspace') field.setRangeText('', from === to ? Math.max(0, from - 1) : from, to, 'end')
  else field.setRangeText(key, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const findEmptyPart = () => [...document.querySelectorAll<HTMLInputElement>(`[${partAttribute}]`)].find(({ value }) => value.trim() === '')

function useMarkFieldKeys(actions: Readonly<Record<string, () => void>>, onEnter: () => void): void {
  const latest = useRef({ actions, onEnter })
  useEffect(() => {
    latest.current = { actions, onEnter }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLElement && event.target.hasAttribute(markFieldAttribute)) || event.isComposing) return
      const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      // Enter in one question goes to the next one without a mark: a partial sum is not the mark.
      const empty = isEnter && event.target.hasAttribute(partAttribute) ? findEmptyPart() : undefined
      const letter = getShortcutKey(event)
      const action = empty
        ? () => empty.focus()
        : isEnter
          ? latest.current.onEnter
          : letter === undefined
            ? undefined
            : latest.current.actions[letter]
      if (!action) return
      event.preventDefault()
      // Holding the key must not grade the students that follow.
      if (!event.repeat) action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
