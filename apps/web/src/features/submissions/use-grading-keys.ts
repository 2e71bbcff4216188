/** The keys of a grader: letters outside fields, Ctrl+Enter everywhere. */
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from 'react-router'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { feedbackFieldId } from './grading-form.tsx'
import type { Neighbours } from './grading-head.tsx'
import { markFieldId } from './mark-fields.tsx'

function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** A recording in the work has its own use for the arrows, and a dialog for all keys. */
const isElsewhere = (): boolean =>
  document.activeElement?.matches('video, audio, [role=menuitemradio]') === true || document.querySelector('[role=dialog]') !== null

type Keys = { neighbours: Neighbours; onGrade: () => void; onShowGrade: () => void }

export function useGradingKeys({ neighbours, onGrade, onShowGrade }: Keys): void {
  const navigate = useNavigate()
  const go = (to: string | null) => (): void => {
    if (to && !isElsewhere()) void navigate(to)
  }
  const show = (id: string) => (): void => {
    if (isElsewhere()) return
    onShowGrade()
    setTimeout(() => focusField(id))
  }
  useShortcuts({ j: go(neighbours.next), k: go(neighbours.previous), m: show(markFieldId), c: show(feedbackFieldId) })
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
