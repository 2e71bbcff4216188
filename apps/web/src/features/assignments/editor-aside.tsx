/** Beside the fields of an assignment: what would change, or how students will read it. */

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import builder from '#features/questions/builder.module.css'
import { ChangeList } from './change-list.tsx'
import { QuestionToRead } from './question-to-read.tsx'
import { StudentPreview } from './student-preview.tsx'
import type { AssignmentEditing, EditorProps } from './use-assignment-editor.ts'
import classes from './assignment-form.module.css'

type Props = { assignmentId: string; usage: EditorProps['usage']; editing: AssignmentEditing }

export function EditorAside({ assignmentId, usage, editing }: Props) {
  const { form, changes, body, isFaultless, isDueEarlier, recheckLate, setRecheckLate } = editing
  const [pane, setPane] = useState<'changes' | 'preview'>(usage.submitted > 0 ? 'changes' : 'preview')
  return (
    <aside className={builder.aside} aria-label="Changes and preview">
      <SegmentedControl
        fullWidth
        aria-label="Show"
        value={pane}
        data={[
          { value: 'changes', label: changes.length > 0 ? `Changes ${changes.length}` : 'Changes' },
          { value: 'preview', label: 'Student preview' },
        ]}
        onChange={(value) => setPane(value)}
      />
      {pane === 'changes' ? (
        <ChangeList
          assignmentId={assignmentId}
          changes={changes}
          body={usage.submitted > 0 && isFaultless ? body : null}
          isDueEarlier={isDueEarlier}
          recheckLate={recheckLate}
          onRecheckLate={setRecheckLate}
        />
      ) : (
        <StudentPreview values={form.values} />
      )}
      {usage.formerQuestions.length > 0 && (
        <details className={classes.former}>
          <summary className={classes.words}>Questions asked before, with answers: {usage.formerQuestions.length}</summary>
          {usage.formerQuestions.map((former, index) => (
            <QuestionToRead key={former.id} question={former} number={index + 1} />
          ))}
        </details>
      )}
    </aside>
  )
}
