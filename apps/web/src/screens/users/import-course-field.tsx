/** The course that imported people are enrolled in, found by typing: there may be more courses than a list can hold. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { courseQuery, coursesQuery } from '#modules/courses/queries.ts'

/** The chosen course, wherever it was chosen. */
export const useCourse = (courseId: string | null) =>
  useQuery({ ...courseQuery({ params: { id: courseId ?? '' } }), enabled: courseId !== null })

type Props = { value: string | null; help: string; onChange: (courseId: string | null) => void }

export function ImportCourseField({ value, help, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const chosen = useCourse(value).data
  // The field writes the chosen title into its search: that is no search.
  const isSearch = search !== '' && search !== chosen?.title
  const found = useQuery({
    ...coursesQuery({ query: { limit: 50, sort: 'title', ...(isSearch && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const items = found.data?.items ?? []
  const all = chosen && !items.some(({ id }) => id === chosen.id) ? [chosen, ...items] : items
  return (
    <Select
      label="Course"
      placeholder="No course"
      description={help}
      data={all.map(({ id, title }) => ({ value: id, label: title }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      searchable
      clearable
      nothingFoundMessage={found.isFetching ? 'Searching' : 'No course of that name'}
    />
  )
}
