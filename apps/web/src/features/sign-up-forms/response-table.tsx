/** Responses as rows: a table, on phones a list. A row opens its answers. */
import type { SignupResponse } from '@lms/contract/signup-responses'
import { hasOptions, type FormQuestion } from '@lms/contract/rules/form-answers'
import { Button, Checkbox } from '@mantine/core'
import { shortDay } from '#lib/format-date.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Cell, DataRow, DataTable, NameCell, type Column } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useMoveUp } from './api.ts'
import { formatAnswer, shorten, responseStatusLabels } from './labels.ts'
import type { ResponseList, ResponseSort } from './use-response-list.ts'
import classes from './responses.module.css'

type Props = {
  courseId: string
  items: readonly SignupResponse[]
  questions: readonly FormQuestion[]
  responses: ResponseList
  isChosen: (id: string) => boolean
  onChoose: (ids: readonly string[], isOn: boolean) => void
}

const toRowId = (id: string): string => `response-${id}`

/** After the panel is closed, the focus is where it came from. */
export const focusResponse = (id: string): void => document.querySelector<HTMLElement>(`#${toRowId(id)} th a`)?.focus()

const nextSort = (now: ResponseSort, column: 'name' | 'sentAt'): ResponseSort => (now === column ? `-${column}` : column)

export function ResponseTable({ courseId, items, questions, responses, isChosen, onChoose }: Props) {
  const isPhone = useIsPhone()
  const moveUp = useMoveUp()
  const { tab, sort, toSort, toResponse, open, opened } = responses
  const isWaitingList = tab === 'WAITLISTED'
  const hasStates = tab === 'ALL'
  // Nothing can be decided about people who have left.
  const mayChoose = tab !== 'LEFT'
  // The panel takes the room of a column.
  const shown = questions.filter(({ type }) => hasOptions(type)).slice(0, opened ? 1 : 2)
  const answerOf = (item: SignupResponse, question: FormQuestion): string =>
    formatAnswer(question, item.answers.find(({ questionId }) => questionId === question.id)?.value)
  if (isPhone)
    return (
      <Rows label="Responses">
        {items.map((item) => (
          <Row
            key={item.id}
            glyph={
              mayChoose && (
                <Checkbox
                  className={classes.aboveLink}
                  aria-label={`Choose ${item.person.name}`}
                  checked={isChosen(item.id)}
                  onChange={(event) => onChoose([item.id], event.currentTarget.checked)}
                />
              )
            }
            to={toResponse(item.id)}
            name={item.person.name}
            meta={[hasStates && responseStatusLabels[item.status], ...shown.map((question) => answerOf(item, question))]
              .filter(Boolean)
              .join(' · ')}
            fact={item.place ?? shortDay(item.sentAt)}
          />
        ))}
      </Rows>
    )
  const sorted = (column: 'name' | 'sentAt') => ({
    sortTo: toSort(nextSort(sort, column)),
    sorted: sort === column ? ('asc' as const) : sort === `-${column}` ? ('desc' as const) : undefined,
  })
  const columns: Column[] = [
    { key: 'name', label: 'Name', ...sorted('name') },
    ...shown.map(({ id, label }) => ({ key: id, label: shorten(label), width: '20%' })),
    ...(isWaitingList
      ? [
          { key: 'place', label: 'Place', isNumber: true },
          { key: 'up', label: 'Move up', isLabelHidden: true },
        ]
      : []),
    ...(hasStates ? [{ key: 'state', label: 'State' }] : []),
    { key: 'sent', label: 'Sent', isNumber: true, ...sorted('sentAt') },
  ]
  const ids = items.map(({ id }) => id)
  const all = {
    label: 'All on this page',
    isAll: ids.every(isChosen),
    isSome: ids.some(isChosen),
    onChange: (isOn: boolean) => onChoose(ids, isOn),
  }
  return (
    <DataTable label="Responses" columns={columns} choice={mayChoose ? all : undefined} hasRowKeys>
      {items.map((item) => (
        <DataRow
          key={item.id}
          id={toRowId(item.id)}
          choice={
            mayChoose
              ? { label: `Choose ${item.person.name}`, isOn: isChosen(item.id), onChange: (isOn) => onChoose([item.id], isOn) }
              : undefined
          }
          isCurrent={opened === item.id}
          onOpen={() => open(item.id)}
        >
          <NameCell
            name={item.person.name}
            to={toResponse(item.id)}
            meta={item.person.email}
            picture={<Avatar id={item.person.id} name={item.person.name} src={item.person.profileImageUrl} />}
          />
          {shown.map((question) => (
            <Cell key={question.id}>{answerOf(item, question)}</Cell>
          ))}
          {isWaitingList && <Cell isNumber>{item.place}</Cell>}
          {isWaitingList && (
            <Cell>
              {item.place !== 1 && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Move ${item.person.name} up`}
                  loading={moveUp.isPending && moveUp.variables.params.id === item.id}
                  onClick={() => moveUp.mutate({ params: { courseId, id: item.id } })}
                >
                  Move up
                </Button>
              )}
            </Cell>
          )}
          {hasStates && <Cell>{responseStatusLabels[item.status]}</Cell>}
          <Cell isNumber>{shortDay(item.sentAt)}</Cell>
        </DataRow>
      ))}
    </DataTable>
  )
}
