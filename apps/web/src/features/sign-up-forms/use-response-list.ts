/** The list of responses: tab, filters, order and page of the address, and what the server found by them. */
import type { SignupForm } from '@lms/contract/signup-forms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPage, parseEnum, useLastPage, useSearch, withParams } from '#lib/search-params.ts'
import { responsesQuery } from './api.ts'

const limit = 50
const tabs = ['PENDING', 'APPROVED', 'WAITLISTED', 'REJECTED', 'LEFT', 'ALL'] as const
export type ResponseTab = (typeof tabs)[number]
const sorts = ['-sentAt', 'sentAt', 'name', '-name', 'place'] as const
export type ResponseSort = (typeof sorts)[number]

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
    /** Few courses have people who left. */
    tabsWith: (counts: { left: number } | undefined) =>
      tabs.filter((one) => (one === 'PENDING' ? !isAutomatic : one !== 'LEFT' || tab === 'LEFT' || (counts?.left ?? 0) > 0)),
    text,
    page,
    limit,
    sort,
    total: list.data?.total ?? 0,
    /** What the list is filtered by, as the server takes it. */
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
    /** Id of the question whose answers are read. */
    reading: search.get('read'),
    readingPage: getPage(search, 'readPage'),
    toAnswers: (questionId: string) => `?${withParams(search, { read: questionId, readPage: null, page })}`,
    closeAnswers: (): void => change({ read: null, readPage: null, page: search.get('page') }, { replace: true }),
  }
}

export type ResponseList = ReturnType<typeof useResponseList>
