/** The fields of a week: title, place, first day, text, and who sees it from when. */
import type { Week } from '@lms/contract/weeks'
import { Select, TextInput } from '@mantine/core'
import type { FieldErrors } from '#lib/field-errors.ts'
import type { Form } from '#lib/form.ts'
import { fromLocalInput, isInDstGap, toLocalInput } from '#lib/zoned-date-time.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'

export type WeekValues = {
  title: string
  number: string
  startsOn: string
  description: string
  published: boolean
  /** As the field writes it, on the clocks of the course. */
  unlockAt: string
}

export const toWeekFormValues = (week: Week, zone: string): WeekValues => ({
  title: week.title,
  number: String(week.number),
  startsOn: week.startsOn ?? '',
  description: week.description,
  published: week.published,
  unlockAt: toLocalInput(week.unlockAt, zone),
})

export const toWeekInput = ({ title, number, startsOn, description, published, unlockAt }: WeekValues, zone: string) => ({
  title: title.trim(),
  number: Number(number),
  startsOn: startsOn || null,
  description,
  published,
  unlockAt: fromLocalInput(unlockAt, zone),
})

export const checkWeek =
  (zone: string) =>
  ({ title, unlockAt }: WeekValues): FieldErrors<keyof WeekValues> => ({
    ...(!title.trim() && { title: 'Enter a title' }),
    ...(unlockAt && isInDstGap(unlockAt, zone) && { unlockAt: 'The clocks skip this hour on that night. Choose an hour later.' }),
  })

type Props = { form: Form<WeekValues>; weekCount: number; zone: string }

const places = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: `Week ${index + 1} of ${count}` }))

export function WeekFields({ form: { values, set, error: fault, field, inputProps: text }, weekCount, zone }: Props) {
  return (
    <>
      <FormSection>
        <TextInput label="Title" autoComplete="off" {...text('title')} />
        {weekCount > 1 && (
          <Select
            id="number"
            label="Place in the course"
            description="The other weeks move up or down."
            data={places(weekCount)}
            value={values.number}
            error={fault('number')}
            allowDeselect={false}
            onChange={(number) => number && set('number', number)}
          />
        )}
        <DateTimeField kind="date" label="First day" {...field('startsOn')} />
        <RichTextEditor label="What this week is about" {...field('description')} />
      </FormSection>
      <FormSection title="Students">
        <RadioCards
          id="published"
          label="What students see"
          value={values.published ? 'yes' : 'no'}
          error={fault('published')}
          onChange={(choice) => set('published', choice === 'yes')}
          choices={[
            { value: 'yes', label: 'Published', help: 'Students open the week, or see when it opens.' },
            { value: 'no', label: 'Not published', help: 'Students see its title and date alone.' },
          ]}
        />
        {values.published && (
          <DateTimeField
            label="Opens"
            help={`Empty for at once. In the time zone of the course, ${zone.replaceAll('_', ' ')}.`}
            {...field('unlockAt')}
          />
        )}
      </FormSection>
    </>
  )
}
