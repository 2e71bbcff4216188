/** Where an assignment goes: a course and one of its weeks. */
import { Button, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import classes from './assignments.module.css'

type WeekChoice = { id: string; number: number; title: string }

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  courseField: ReactNode
  courseId: string | null
  /** Of the chosen course; undefined while they load. */
  weeks: readonly WeekChoice[] | undefined
  /** What the button says once a week is chosen. */
  label: (week: WeekChoice) => string
  onChoose: (weekId: string) => void
  isPending?: boolean
}

export function WeekPicker({ title, isOpen, onClose, courseField, courseId, weeks, label, onChoose, isPending = false }: Props) {
  const [weekId, setWeekId] = useState<string | null>(null)
  const week = weeks?.find(({ id }) => id === weekId) ?? null
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {week && courseId && (
        <Button loading={isPending} onClick={() => onChoose(week.id)}>
          {label(week)}
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} foot={foot}>
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
