/** The dialog that adds a week to a course. */

import { Button, Flex, Switch, TextInput } from '@mantine/core'
import { useForm } from '#lib/form.ts'
import { getViewerZone } from '#lib/format-date.ts'
import { findDateError } from '#lib/typed-date.ts'
import { addDays, longDate } from '#lib/zoned-date-time.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorSummary } from '#ui/form-page.tsx'
import { notify } from '#ui/toasts.tsx'
import { useCreateWeek } from './api.ts'

type AddProps = {
  courseId: string
  /** The number that the week will have. */
  number: number
  /** When the last week starts, if it says so. */
  lastStartsOn: string | null
  onClose: () => void
}

function AddWeekForm({ courseId, number, lastStartsOn, onClose }: AddProps) {
  const initial = { title: '', startsOn: lastStartsOn ? addDays(lastStartsOn, 7) : '', published: true }
  const form = useForm({
    draft: `week-new:${courseId}`,
    initial,
    check: ({ title, startsOn }) => ({
      title: title.trim() ? undefined : 'Give the week a title',
      startsOn: findDateError(startsOn, 'date'),
    }),
  })
  const create = useCreateWeek({ onSaved: () => void form.saved() })
  const onSuccess = (): void => {
    notify.success(`Week ${number} is added`)
    onClose()
  }
  const send = form.submit(({ title, startsOn, published }) =>
    create.mutate({ params: { courseId }, body: { title, startsOn: startsOn || null, published } }, { onSuccess, onError: form.fail }),
  )
  return (
    <Flex component="form" direction="column" gap={16} mt={4} onSubmit={send} noValidate>
      {form.summary.length > 0 && <ErrorSummary key={form.submitCount} errors={form.summary} />}
      <TextInput label="Title" data-autofocus {...form.inputProps('title')} />
      <DateTimeField
        kind="date"
        label="Starts on"
        zone={getViewerZone()}
        help={lastStartsOn ? `The last week starts on ${longDate(lastStartsOn)}` : 'Leave it empty for a course without dates'}
        {...form.field('startsOn')}
      />
      <Switch
        label="Students see it at once"
        checked={form.values.published}
        onChange={(event) => form.set('published', event.currentTarget.checked)}
      />
      <Flex justify="flex-end" wrap="wrap" gap={8} mt={4}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Add week {number}
        </Button>
      </Flex>
    </Flex>
  )
}

export function AddWeek(props: AddProps) {
  return (
    <Dialog isOpen onClose={props.onClose} title={`Add week ${props.number}`}>
      <AddWeekForm {...props} />
    </Dialog>
  )
}
