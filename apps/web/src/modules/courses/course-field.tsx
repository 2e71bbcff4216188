/** A course as a field of a form, found by typing. */
import { type ChoiceFieldProps, SearchSelect } from '#ui/search-select.tsx'
import { useCourseOptions } from './use-course-options.ts'

type Props = ChoiceFieldProps & { of?: 'all' | 'taught' }

export function CourseField({ of, ...field }: Props) {
  const { found } = useCourseOptions(field.value, of)
  return <SearchSelect {...field} found={found} nothing="No course of that name" />
}
