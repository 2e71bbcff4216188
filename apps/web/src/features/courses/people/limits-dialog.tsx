/** The limits beyond which students of a course are at risk: three numbers. */

import { Button, Flex, Text, TextInput } from '@mantine/core'
import type { AtRiskLimits } from '@lms/contract/rules/at-risk'
import { useForm } from '#lib/form.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateAtRiskLimits } from '../api.ts'

type Fields = Record<keyof AtRiskLimits, string>
type Props = { courseId: string; limits: AtRiskLimits; onClose: () => void }

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** The least and the most of each field, as in the contract. */
function check({ daysAway, missing, attendance }: Fields) {
  return {
    ...(!isWhole(daysAway, 1, 365) && { daysAway: 'Enter 1 to 365 days' }),
    ...(!isWhole(missing, 1, 100) && { missing: 'Enter 1 to 100' }),
    ...(!isWhole(attendance, 0, 100) && { attendance: 'Enter 0 to 100 percent' }),
  }
}

const numeric = { inputMode: 'numeric', autoComplete: 'off' } as const

export function LimitsDialog({ courseId, limits, onClose }: Props) {
  const update = useUpdateAtRiskLimits()
  const form = useForm<Fields>({
    draft: null,
    initial: { daysAway: String(limits.daysAway), missing: String(limits.missing), attendance: String(limits.attendance) },
    check,
  })
  const save = form.submit(({ daysAway, missing, attendance }) =>
    update.mutate(
      { params: { id: courseId }, body: { daysAway: Number(daysAway), missing: Number(missing), attendance: Number(attendance) } },
      {
        onSuccess: () => {
          notify.success('Limits saved')
          onClose()
        },
        onError: form.fail,
      },
    ),
  )
  return (
    <Dialog isOpen title="When a student is at risk" onClose={onClose}>
      <Flex component="form" direction="column" gap={16} onSubmit={save} noValidate>
        {form.failure && <Alert tone="bad" role="alert" title={form.failure.message} />}
        <Text variant="caption">For this course. One of these is enough.</Text>
        <TextInput label="Days without a visit" data-autofocus {...numeric} {...form.inputProps('daysAway')} />
        <TextInput label="Missing assignments" {...numeric} {...form.inputProps('missing')} />
        <TextInput
          label="Attendance below (%)"
          description="Used once 3 sessions are marked."
          {...numeric}
          {...form.inputProps('attendance')}
        />
        <Flex justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  )
}
