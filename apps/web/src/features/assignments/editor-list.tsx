/** The parts of an assignment in the editor: its title, dates and rules, then its questions in their order. */
import { Badge, Button, Menu } from '@mantine/core'
import {
  IconAlignLeft,
  IconCheckbox,
  IconCircleDot,
  IconGripVertical,
  IconLink,
  IconPaperclip,
  IconPlus,
  IconSettings,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { restorableDays } from '@lms/contract/rules/deletion'
import { useReorder } from '#ui/use-reorder.ts'
import builder from '#ui/builder.module.css'
import { parsePoints, questionTypes, type QuestionType } from './assignment-form-values.ts'
import type { Change } from './change-list.tsx'
import { formatMarks } from './question.tsx'
import type { AssignmentBuilder } from './use-assignment-form.ts'

const icons: Record<QuestionType, Icon> = {
  TEXT: IconAlignLeft,
  FILE: IconPaperclip,
  LINK: IconLink,
  SINGLE_CHOICE: IconCircleDot,
  MULTIPLE_CHOICE: IconCheckbox,
}
const smallIcon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

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
  const { dragged, itemProps, keyProps } = useReorder(questions.length, (at, to) => {
    onAction({ do: 'move', at, to })
    if (selected === null) return
    const next = indexAfterMove(selected, at, to)
    if (next !== selected) onSelect(next)
  })
  const hasError = (at: number): boolean => error(`questions.${at}`) !== undefined
  const general = changes.filter(({ at }) => at === undefined)
  const isGeneral = selected === null
  return (
    <nav className={builder.list} aria-label="Parts of the assignment">
      <div className={`${builder.item} ${isGeneral ? builder.current : ''}`}>
        <button type="button" className={builder.choose} aria-current={isGeneral} onClick={() => onSelect(null)}>
          <IconSettings size={18} stroke={1.75} aria-hidden />
          <span className={builder.words}>
            <span className={builder.label}>Title, instructions, dates</span>
            {general.length > 0 && <span className={builder.meta}>{general.map(({ title }) => title).join(', ')} changed</span>}
          </span>
        </button>
      </div>
      <ol>
        {questions.map((question, index) => {
          const { key, type, prompt } = question
          const TypeIcon = icons[type]
          const points = parsePoints(question)
          const change = changes.find(({ at }) => at === index)
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the pointer; the button within moves by keys
            <li
              key={key}
              {...itemProps(index)}
              className={`${builder.item} ${index === selected ? builder.current : ''} ${index === dragged ? builder.dragged : ''}`}
            >
              <button
                type="button"
                className={builder.choose}
                aria-current={index === selected}
                onClick={() => onSelect(index)}
                {...keyProps(index)}
              >
                <span className={builder.number}>{index + 1}</span>
                <span className={builder.words}>
                  <span className={builder.label}>{prompt.trim() || 'New question'}</span>
                  <span className={hasError(index) ? builder.error : builder.meta}>
                    <TypeIcon {...smallIcon} />
                    {hasError(index)
                      ? 'Needs attention'
                      : `${questionTypes.find(({ value }) => value === type)!.label}, ${formatMarks(Number.isNaN(points) ? 0 : points)}`}
                  </span>
                  {change && <Badge>{question.replaces === undefined ? (question.id ? 'Changed' : 'New') : 'Replaced'}</Badge>}
                </span>
              </button>
              <IconGripVertical className={builder.grip} size={18} stroke={1.75} aria-hidden />
            </li>
          )
        })}
      </ol>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <Button variant="default" fullWidth leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
            Add question
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {questionTypes.map(({ value, label }) => {
            const TypeIcon = icons[value]
            return (
              <Menu.Item
                key={value}
                leftSection={<TypeIcon {...smallIcon} />}
                onClick={() => {
                  onAction({ do: 'add', type: value })
                  onSelect(questions.length)
                }}
              >
                {label}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <div className={builder.foot}>
        <Button variant="subtle" color="red" size="compact-sm" leftSection={<IconTrash {...smallIcon} />} onClick={onDelete}>
          Delete assignment
        </Button>
        <p>Can be restored for {restorableDays} days.</p>
      </div>
    </nav>
  )
}
