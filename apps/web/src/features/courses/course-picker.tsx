/** Choosing a course: on a button of the page that is about it, or in a field of a form. Courses are found by typing. */

import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isolate } from '@lms/contract/rules/direction'
import { searchLimit as limit, type SearchOptions, toSearchOptions, useSearchTerm } from '#lib/search-options.ts'
import { getCoverColor } from '#ui/avatar.tsx'
import { IconChevronDown } from '#ui/icons.ts'
import { type ChoiceFieldProps, type OptionsFieldProps, SearchMultiSelect, SearchSelect } from '#ui/search-field.tsx'
import { SelectMenu } from '#ui/select-menu.tsx'
import { courseQuery, coursesQuery, myCoursesQuery } from './api.ts'
import classes from './course-picker.module.css'

type Props = {
  courses?: readonly { id: string; title: string }[]
  /** More courses, found by typing. */
  found?: SearchOptions
  chosen: { id: string; title: string }
  onChange: (courseId: string) => void
}

export function CoursePicker({ courses = [], found, chosen, onChange }: Props) {
  const spine = { background: `var(--spine-${getCoverColor(chosen.id)})` }
  const button = {
    className: classes.button,
    'aria-label': `Course: ${isolate(chosen.title)}`,
    children: (
      <>
        <span className={classes.spine} style={spine} />
        <Text component="bdi" inherit truncate>
          {chosen.title}
        </Text>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </>
    ),
  }
  const options = courses.map(({ id, title }) => ({ value: id, label: title }))
  return <SelectMenu label="Course" value={chosen.id} options={options} found={found} onChange={onChange} button={button} />
}

type CourseFieldProps = ChoiceFieldProps & { of?: Of }

/** A course, or several, as a field of a form, found by typing. */
export function CourseField({ of, ...field }: CourseFieldProps) {
  const { found } = useCourseOptions(field.value, of)
  return <SearchSelect {...field} found={found} nothing="No course of that name" />
}

/** A course that people can be added to. */
export const OpenCourseField = (props: ChoiceFieldProps) => <CourseField {...props} of="taking" />

/** Courses that somebody can be added to. */
export function CoursesField({ value, onChange, ...field }: OptionsFieldProps) {
  const { found } = useCourseOptions(null, 'taking')
  const away = value.filter((option) => !found.options.some((one) => one.value === option.value))
  const all = new Map([...found.options, ...value].map((option) => [option.value, option]))
  return (
    <SearchMultiSelect
      {...field}
      found={{ ...found, chosen: away }}
      nothing="No course of that name"
      value={value.map((option) => option.value)}
      onChange={(ids) => onChange(ids.flatMap((id) => all.get(id) ?? []))}
    />
  )
}

/** `taught`: only courses that the user teaches; `taking`: only those that people can be added to. */
type Of = 'all' | 'taught' | 'taking'

type CourseName = { id: string; title: string }
const toOption = ({ id, title }: CourseName) => ({ value: id, label: title })

/** `first` is the list before anything is typed. */
export function useCourseOptions(value: string | null, of: Of = 'all') {
  const typed = useSearchTerm()
  const isAll = of !== 'taught'
  const isSearch = typed.search !== ''
  const query = { limit, sort: 'title' } as const
  const searched = { query: { ...query, search: typed.search } }
  const firstOfAll = useQuery({ ...coursesQuery({ query }), enabled: isAll })
  const firstOfOwn = useQuery({ ...myCoursesQuery({ query }), enabled: !isAll })
  const ofAll = useQuery({ ...coursesQuery(searched), enabled: isAll && isSearch, placeholderData: keepPreviousData })
  const ofOwn = useQuery({ ...myCoursesQuery(searched), enabled: !isAll && isSearch, placeholderData: keepPreviousData })
  const first = isAll ? firstOfAll : firstOfOwn
  const isAway = value !== null && !first.isPending && !first.data?.items.some(({ id }) => id === value)
  const chosen = useQuery({ ...courseQuery({ params: { id: value ?? '' } }), enabled: isAway })
  const found = toSearchOptions<CourseName>({
    typed,
    first,
    found: isAll ? ofAll : ofOwn,
    toOption,
    values: value === null ? [] : [value],
    known: chosen.data ? [toOption(chosen.data)] : [],
    unknown: chosen.isError ? 'A deleted course' : 'Loading',
  })
  const archived = [...(firstOfAll.data?.items ?? []), ...(ofAll.data?.items ?? [])].filter(({ status }) => status === 'ARCHIVED')
  const isOffered = (id: string): boolean => of !== 'taking' || !archived.some((course) => course.id === id)
  return { first, found: { ...found, options: found.options.filter((option) => isOffered(option.value)) } }
}
