/** The settings of a course's attendance: what an absence counts as once it is made up for, and the rate that students need. */

import { Button, Flex, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AttendanceSettings } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import { useForm } from '#lib/form.ts'
import { useCan } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconAdjustments } from '#ui/icons.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateAttendanceSettings } from './api.ts'
import type { WeekSheet } from './attendance-records.ts'

const choices = [
  { value: 'EXCUSED', label: 'Excused', help: 'The session stays out of the rate' },
  { value: 'PRESENT', label: 'Present', help: 'The session counts as attended' },
] as const

type Fields = { madeUpAs: AttendanceSettings['madeUpAs']; needed: string }

/** The least and the most, as in the contract. */
const check = ({ needed }: Fields) => (/^(0*[1-9]\d?|100)?$/.test(needed.trim()) ? {} : { needed: 'Enter 1 to 100 percent' })

type DialogProps = { courseId: string; settings: AttendanceSettings; onClose: () => void }

function AttendanceOptions({ courseId, settings, onClose }: DialogProps) {
  const form = useForm<Fields>({
    draft: null,
    initial: { madeUpAs: settings.madeUpAs, needed: settings.needed === null ? '' : String(settings.needed) },
    check,
  })
  const update = useUpdateAttendanceSettings()
  const save = form.submit(({ madeUpAs, needed }) =>
    update.mutate(
      { params: { courseId }, body: { madeUpAs, needed: needed.trim() === '' ? null : Number(needed) } },
      {
        onSuccess: () => {
          notify.success('Options saved')
          onClose()
        },
        onError: form.fail,
      },
    ),
  )
  const { isRequired: _always, ...madeUpAs } = form.field('madeUpAs')
  return (
    <Dialog isOpen title="Options for attendance" onClose={onClose}>
      <Flex component="form" direction="column" gap={16} onSubmit={save} noValidate>
        {form.failure && <Alert tone="bad" role="alert" title={form.failure.message} />}
        <RadioCards label="An absence counts as" help="Once the recording is watched" choices={choices} {...madeUpAs} />
        <TextInput
          label="Attendance that students need (%)"
          description="Leave it empty for none"
          inputMode="numeric"
          autoComplete="off"
          {...form.inputProps('needed')}
        />
        <Flex justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save options
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  )
}

type Props = {
  course: Pick<Course, 'id' | 'membership' | 'weeks'>
  /** The settings come with the first that has arrived. */
  sheets: readonly WeekSheet[]
}

export function AttendanceOptionsButton({ course, sheets }: Props) {
  const may = useCan()
  const [isOpen, setOpen] = useState(false)
  const settings = sheets[0]?.sheet.settings
  if (!course.weeks?.length || !may('attendance.mark', course.membership)) return null
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconAdjustments size={18} stroke={1.75} aria-hidden />}
        disabled={!settings}
        onClick={() => setOpen(true)}
      >
        Options
      </Button>
      {isOpen && settings && <AttendanceOptions courseId={course.id} settings={settings} onClose={() => setOpen(false)} />}
    </>
  )
}
