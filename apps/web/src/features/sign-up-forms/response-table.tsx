/** Responses as rows, filtered by the URL: a table, on phones a list. A row opens its answers. */

import { Button, Checkbox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isolate } from '@lms/contract/rules/direction'
import { hasOptions } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import type { SignupForm } from '@lms/contract/signup-forms'
import type { SignupResponse } from '@lms/contract/signup-responses'
import { formatShortDay } from '#lib/format-date.ts'
import type { RowSelection } from '#lib/row-selection.ts'
import { getPage, parseEnum, useLastPage, useSearch, withParams } from '#lib/search-params.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { formatAnswer } from '#features/questions/answer-text.ts'
import { responsesQuery, useMoveUp } from './api.ts'
import { responseStatusLabels, shorten } from './labels.ts'
import classes from './responses.module.css'

type Props = {
  courseId: string
  items: readonly SignupResponse[]
  questions: readonly FormQuestion[]
  responses: ResponseList
  selection: RowSelection<SignupResponse>
}

const toRowId = (id: string): string => `response-${id}`

/** After the panel is closed, the focus returns to where it was. */
export const focusResponse = (id: string): void => document.querySelector<HTMLElement>(`#${toRowId(id)} th a`)?.focus()

const nextSort = (now: ResponseSort, column: 'name' | 'sentAt'): ResponseSort => (now === column ? `-${column}` : column)

export function ResponseTable({ courseId, items, questions, responses, selection }: Props) {
  const isPhone = useIsPhone()
  const moveUp = useMoveUp()
  const { isSelected, change } = selection
  const { tab, sort, toSort, toResponse, open, opened } = responses
  const isWaitingList = tab === 'WAITLISTED'
  const hasStates = tab === 'ALL'
  // Nothing can be decided about users who have left.
  const mayChoose = tab !== 'LEFT'
  // The panel takes the space of a column.
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
                  aria-label={`Choose ${isolate(item.person.name)}`}
                  checked={isSelected(item.id)}
                  onChange={(event) => change([item], event.currentTarget.checked)}
                />
              )
            }
            to={toResponse(item.id)}
            name={item.person.name}
            meta={[hasStates && responseStatusLabels[item.status], ...shown.map((question) => answerOf(item, question))]
              .filter(Boolean)
              .join(' · ')}
            fact={item.place ?? formatShortDay(item.sentAt)}
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
  const all = {
    label: 'All on this page',
    isAll: items.every(({ id }) => isSelected(id)),
    isSome: items.some(({ id }) => isSelected(id)),
    onChange: (isOn: boolean) => change(items, isOn),
  }
  return (
    <DataTable label="Responses" columns={columns} choice={mayChoose ? all : undefined} hasRowKeys>
      {items.map((item) => (
        <DataRow
          key={item.id}
          id={toRowId(item.id)}
          choice={
            mayChoose
              ? { label: `Choose ${isolate(item.person.name)}`, isOn: isSelected(item.id), onChange: (isOn) => change([item], isOn) }
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
                  aria-label={`Move ${isolate(item.person.name)} up`}
                  loading={moveUp.isPending && moveUp.variables.params.id === item.id}
                  onClick={() => moveUp.mutate({ params: { courseId, id: item.id } })}
                >
                  Move up
                </Button>
              )}
            </Cell>
          )}
          {hasStates && <Cell>{responseStatusLabels[item.status]}</Cell>}
          <Cell isNumber>{formatShortDay(item.sentAt)}</Cell>
        </DataRow>
      ))}
    </DataTable>
  )
}

const limit = 50
const tabs = ['PENDING', 'APPROVED', 'WAITLISTED', 'REJECTED', 'LEFT', 'ALL'] as const
export type ResponseTab = (typeof tabs)[number]
const sorts = ['-sentAt', 'sentAt', 'name', '-name', 'place'] as const
export type ResponseSort = (typeof sorts)[number]

/** The list of responses: tab, filters, sorting and page from the URL, and the matching data. */
export function useResponseList(courseId: string, form: SignupForm | null | undefined) {
  const [search, change] = useSearch()
  const isAutomatic = form?.autoApprove === true
  const tab = parseEnum(tabs, search.get('tab') ?? (isAutomatic ? 'ALL' : 'PENDING'))
  const choices = (search.get('choice') ?? '').split('\n').filter(Boolean)
  const text = search.get('search') ?? ''
  const page = getPage(search)
  const sort = parseEnum(sorts, search.get('sort') ?? (tab === 'WAITLISTED' ? 'place' : '-sentAt'))
  const matching = {
    ...(tab !== 'ALL' && { status: tab }),
    ...(text !== '' && { search: text }),
    ...(choices.length > 0 && { choice: choices.join('\n') }),
  }
  const list = useQuery({
    ...responsesQuery({ params: { courseId }, query: { ...matching, sort, page, limit } }),
    enabled: Boolean(form),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const isChoiceOf = (questionId: string) => (choice: string) => choice.startsWith(`${questionId}:`)
  return {
    list,
    tab,
    /** Few courses have users who left; with a form that enrols at once only those wait who answered before. */
    tabsWith: (counts: { review: number; left: number } | undefined) =>
      tabs.filter((one) => {
        if (one === 'PENDING') return !isAutomatic || tab === one || (counts?.review ?? 0) > 0
        return one !== 'LEFT' || tab === one || (counts?.left ?? 0) > 0
      }),
    text,
    page,
    limit,
    sort,
    total: list.data?.total ?? 0,
    /** The filters as query parameters. */
    matching,
    isFiltered: text !== '' || choices.length > 0,
    toTab: (key: ResponseTab) => `?${withParams(search, { tab: key, page: null, sort: null, response: null })}`,
    toSort: (next: ResponseSort) => `?${withParams(search, { sort: next })}`,
    choiceOf: (questionId: string): string => choices.find(isChoiceOf(questionId))?.slice(questionId.length + 1) ?? 'all',
    setChoice: (questionId: string, option: string): void => {
      const others = choices.filter((choice) => !isChoiceOf(questionId)(choice))
      change({ choice: (option === 'all' ? others : [...others, `${questionId}:${option}`]).join('\n'), page: null }, { replace: true })
    },
    setText: (value: string): void => change({ search: value, page: null }, { replace: true }),
    clearFilters: (): void => change({ search: null, choice: null, page: null }, { replace: true }),
    /** Id of the response whose answers are shown. */
    opened: search.get('response'),
    toResponse: (id: string) => `?${withParams(search, { response: id, page })}`,
    open: (id: string | null, options?: { replace: boolean }): void => change({ response: id, page: search.get('page') }, options),
    /** Below the width of two columns: the summary instead of the list. */
    isSummary: search.get('view') === 'summary',
    showSummary: (isOn: boolean): void => change({ view: isOn ? 'summary' : null, page: search.get('page') }, { replace: true }),
    /** Id of the question whose answers are shown. */
    reading: search.get('read'),
    readingPage: getPage(search, 'readPage'),
    toAnswers: (questionId: string) => `?${withParams(search, { read: questionId, readPage: null, page })}`,
    closeAnswers: (): void => change({ read: null, readPage: null, page: search.get('page') }, { replace: true }),
  }
}

export type ResponseList = ReturnType<typeof useResponseList>
