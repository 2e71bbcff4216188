/** The parts of an assignment in the editor: its title, dates and rules, then its questions in their order. */

import { Button, Flex } from '@mantine/core'
import { restorableDays } from '@lms/contract/rules/deletion'
import { assignmentQuestionTypes } from '@lms/contract/rules/questions'
import { IconSettings, IconTrash } from '#ui/icons.ts'
import { AddQuestionMenu } from '#features/questions/add-question-menu.tsx'
import { BuilderList } from '#features/questions/builder-list.tsx'
import builder from '#features/questions/builder.module.css'
import { TypeIcon } from '#features/questions/type-icon.tsx'
import { parsePoints } from './assignment-form-values.ts'
import type { Change } from './change-list.tsx'
import { formatPoints } from './question.tsx'
import type { AssignmentBuilder } from './use-assignment-form.ts'

/** Where the question at an index is after another one, or itself, has moved. */
function indexAfterMove(index: number, at: number, to: number): number {
  if (index === at) return to
  if (at < index && index <= to) return index - 1
  return to <= index && index < at ? index + 1 : index
}

type Props = {
  form: AssignmentBuilder
  changes: readonly Change[]
  /** Index of the question that is shown; null for the other parts of the assignment. */
  selected: number | null
  onSelect: (at: number | null) => void
  onDelete: () => void
}

export function EditorList({ form, changes, selected, onSelect, onDelete }: Props) {
  const { values, error, onAction } = form
  const { questions } = values
  const move = (at: number, to: number): void => {
    onAction({ do: 'move', at, to })
    if (selected === null) return
    const next = indexAfterMove(selected, at, to)
    if (next !== selected) onSelect(next)
  }
  const items = questions.map((question, index) => {
    const { key, type, prompt, id, replaces } = question
    const points = parsePoints(question)
    const isChanged = changes.some(({ at }) => at === index)
    return {
      key,
      type,
      label: prompt,
      meta: formatPoints(Number.isNaN(points) ? 0 : points),
      hasError: error(`questions.${index}`) !== undefined,
      badge: isChanged ? (replaces === undefined ? (id ? 'Changed' : 'New') : 'Replaced') : undefined,
    }
  })
  const general = changes.filter(({ at }) => at === undefined)
  const isGeneral = selected === null
  return (
    <nav className={builder.list} aria-label="Parts of the assignment">
      <div className={`${builder.item} ${isGeneral ? builder.current : ''}`}>
        <button type="button" className={builder.choose} aria-current={isGeneral} onClick={() => onSelect(null)}>
          <IconSettings size={18} stroke={1.75} aria-hidden />
          <Flex component="span" direction="column" align="flex-start" gap={2} miw={0}>
            <span className={builder.label}>Title, instructions, dates</span>
            {general.length > 0 && <span className={builder.meta}>{general.map(({ title }) => title).join(', ')} changed</span>}
          </Flex>
        </button>
      </div>
      <BuilderList items={items} selected={selected} onSelect={onSelect} onMove={move} />
      <AddQuestionMenu
        types={assignmentQuestionTypes}
        Icon={TypeIcon}
        onAdd={(type) => {
          onAction({ do: 'add', type })
          onSelect(questions.length)
        }}
      />
      <div className={builder.foot}>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={onDelete}
        >
          Delete assignment
        </Button>
        <p>Can be restored for {restorableDays} days.</p>
      </div>
    </nav>
  )
}
