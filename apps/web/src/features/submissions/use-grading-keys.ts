/** The shortcuts of grading. They work in mark fields, too, because a mark has no letters; in the feedback only Ctrl+Enter does. */
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { getShortcutKey, useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { feedbackFieldId } from './feedback-field.tsx'
import type { SubmissionNeighbours } from './grading-head.tsx'
import { markFieldAttribute, markFieldId, partAttribute } from './mark-fields.tsx'

/** For the list of keys: what it does, and the keys for it. */
export const gradingKeys: readonly (readonly [action: string, keys: readonly string[]])[] = [
  ['Save the mark, open the next to grade', ['Enter']],
  ['The same from the feedback', ['Ctrl', 'Enter']],
  ['Next student', ['J']],
  ['Previous student', ['K']],
  ['Next to grade, without saving', ['N']],
  ['Mark', ['M']],
  ['Feedback', ['C']],
  ['Undo the mark saved last, within ten seconds', ['Ctrl', 'Z']],
  ['Saved comment, on an empty line of the feedback', ['/', '1–9']],
  ['Leave a field', ['Esc']],
  ['This list', ['?']],
]

export function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** A recording in the work has its own use for the arrows, and a dialog for all keys. */
const isElsewhere = (): boolean =>
  document.activeElement?.matches('video, audio, [role=menuitemradio], [role=region][tabindex]') === true ||
  document.querySelector('[role=dialog]') !== null

type Keys = { neighbours: SubmissionNeighbours; onGrade: () => void; onShowGrade: () => void; onHelp: () => void }

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
      // Enter in one question goes to the next that has no mark yet: the sum so far is not the mark.
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
