/** The dialog with the settings of a course's marks: what counts in totals, and what students see of the class. */

import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { getErrorMessage } from '#lib/api-errors.ts'
import { Dialog } from '#ui/dialog.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateMarkSettings } from './api.ts'

type Settings = { missingCounts: 'CLOSED' | 'DUE' | 'NEVER'; showMedians: boolean }
type Props = { courseId: string; settings: Settings; onClose: () => void }

const choices = [
  { value: 'CLOSED', label: 'Once it is closed', help: 'Nobody can submit it any more' },
  { value: 'DUE', label: 'From the due date', help: 'Late work replaces the 0' },
  { value: 'NEVER', label: 'Never', help: 'Missing work stays out of the total' },
] as const

export function MarkOptions({ courseId, settings, onClose }: Props) {
  const [missingCounts, setMissingCounts] = useState(settings.missingCounts)
  const [showMedians, setShowMedians] = useState(settings.showMedians)
  const update = useUpdateMarkSettings()
  const save = (): void =>
    update.mutate(
      { params: { courseId }, body: { missingCounts, showMedians } },
      {
        onSuccess: () => {
          notify.success('Options saved')
          onClose()
        },
        onError: (error) => notify.error(getErrorMessage(error)),
      },
    )
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={update.isPending} onClick={save}>
        Save options
      </Button>
    </>
  )
  return (
    <Dialog isOpen title="Options for marks" onClose={onClose} foot={foot}>
      <RadioCards label="Missing work counts as 0" choices={choices} value={missingCounts} onChange={setMissingCounts} />
      <Switch
        mt="md"
        label="Students see the class median"
        description="From 5 marks on"
        checked={showMedians}
        onChange={(event) => setShowMedians(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
