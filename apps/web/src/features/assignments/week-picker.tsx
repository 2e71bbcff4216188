/** Where a new assignment goes: a course and one of its weeks. */
import { Button, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import classes from './week-picker.module.css'

type Props = {
  isOpen: boolean
  onClose: () => void
  courseField: ReactNode
  courseId: string | null
  /** Of the chosen course; undefined while they load. */
  weeks: readonly { id: string; number: number; title: string }[] | undefined
}

export function WeekPicker({ isOpen, onClose, courseField, courseId, weeks }: Props) {
  const [weekId, setWeekId] = useState<string | null>(null)
  const week = weeks?.find(({ id }) => id === weekId) ?? null
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {week && courseId && (
        <Button component={Link} to={paths.assignmentNew.to({ courseId, weekId: week.id })}>
          Go on in week {week.number}
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Which week is it for?" foot={foot}>
      <div className={classes.fields}>
        {courseField}
        {courseId && (
          <Select
            label="Week"
            placeholder={weeks ? (weeks.length > 0 ? 'Choose a week' : 'This course has no weeks yet') : 'Loading'}
            data={(weeks ?? []).map(({ id, number, title }) => ({ value: id, label: `${number}. ${title}` }))}
            value={week?.id ?? null}
            allowDeselect={false}
            onChange={setWeekId}
          />
        )}
      </div>
    </Dialog>
  )
}
