/** The search and the filters of the responses: one for each of the first questions with options. */

import { Flex } from '@mantine/core'
import { hasOptions } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { shorten } from './labels.ts'
import type { ResponseList } from './response-table.tsx'

export function ResponseFilters({ questions, responses }: { questions: readonly FormQuestion[]; responses: ResponseList }) {
  return (
    <Flex align="center" wrap="wrap" gap={8} m="12px 0" role="search">
      <SearchField
        label="Name or email"
        value={responses.text}
        found={responses.list.isPlaceholderData ? null : (responses.list.data?.total ?? null)}
        onChange={responses.setText}
      />
      {questions
        .filter(({ type }) => hasOptions(type))
        .slice(0, 3)
        .map(({ id, label, options }) => (
          <FilterMenu
            key={id}
            label={shorten(label)}
            value={responses.choiceOf(id)}
            options={[{ value: 'all', label: 'All' }, ...options.map((option) => ({ value: option, label: option }))]}
            onChange={(option) => responses.setChoice(id, option)}
          />
        ))}
      {responses.isFiltered && <ClearFilters onClick={responses.clearFilters} />}
    </Flex>
  )
}
