/** Whether the answers are safe, in the words of the save line. */
import type { AnswerSheet } from './use-answer-sheet.ts'
import { SaveState } from '#ui/save-state.tsx'

export function SheetState({ sheet }: { sheet: Pick<AnswerSheet, 'saving' | 'flush'> }) {
  const { state, at } = sheet.saving
  if (state === 'idle') return null
  return <SaveState state={state} at={at} onRetry={() => void sheet.flush()} />
}
