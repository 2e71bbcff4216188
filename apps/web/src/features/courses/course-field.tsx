/** A course, or several, as a field of a form, found by typing. */
import { type ChoiceFieldProps, type OptionsFieldProps, SearchMultiSelect, SearchSelect } from '#ui/search-select.tsx'
import { useCourseOptions } from './use-course-options.ts'

type Props = ChoiceFieldProps & { of?: 'all' | 'taught' }

export function CourseField({ of, ...field }: Props) {
  const { found } = useCourseOptions(field.value, of)
  return <SearchSelect {...field} found={found} nothing="No course of that name" />
}

export function CoursesField({ value, onChange, ...field }: OptionsFieldProps) {
  const { found } = useCourseOptions(null)
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
