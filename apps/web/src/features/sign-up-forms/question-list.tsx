/** The questions of the form builder in order: selected by a click, moved by dragging or by Alt with the arrow keys. */

import { formQuestionTypes } from '@lms/contract/rules/questions'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { AddQuestionMenu } from '#features/questions/add-question-menu.tsx'
import { BuilderList } from '#features/questions/builder-list.tsx'
import classes from '#features/questions/builder.module.css'
import { TypeIcon } from '#features/questions/type-icon.tsx'
import { panelTitleId } from './question-panel.tsx'
import type { useFormBuilder } from './use-form-builder.ts'

type Builder = Pick<ReturnType<typeof useFormBuilder>, 'form' | 'selected' | 'select' | 'onAction'>

export function QuestionList({ builder: { form, selected, select, onAction } }: { builder: Builder }) {
  const isPhone = useIsPhone()
  const { questions } = form.values
  const choose = (index: number): void => {
    select(index)
    // On phones the question is below the list.
    if (isPhone)
      requestAnimationFrame(() => {
        const title = document.getElementById(panelTitleId)
        title?.scrollIntoView({ block: 'start' })
        title?.focus({ preventScroll: true })
      })
  }
  return (
    <nav id="questions" tabIndex={-1} className={classes.list} aria-label="Questions">
      <BuilderList
        items={questions.map(({ key, label, type, required }, index) => ({
          key,
          type,
          label,
          meta: required ? 'required' : '',
          hasError: form.error(`questions.${index}`) !== undefined,
        }))}
        selected={selected}
        onSelect={choose}
        onMove={(at, to) => onAction({ do: 'move', at, to })}
      />
      <AddQuestionMenu types={formQuestionTypes} Icon={TypeIcon} onAdd={(type) => onAction({ do: 'add', type })} />
    </nav>
  )
}
