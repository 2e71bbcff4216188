/** Whether the answers are safe, in the words of the save line. */
import type { AnswerDraft } from './use-answer-draft.ts'
import { SaveStatus } from '#ui/save-status.tsx'

export function SheetState({ sheet }: { sheet: Pick<AnswerDraft, 'saving' | 'flush'> }) {
  const { state, at } = sheet.saving
  if (state === 'idle') return null
  return <SaveStatus state={state} at={at} onRetry={() => void sheet.flush()} />
}
