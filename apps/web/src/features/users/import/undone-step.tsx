/** What stands in the place of a result that was taken back. */
import type { KeptImport } from '@lms/contract/users'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { dayAndTime } from '#lib/format-date.ts'
import { peopleText } from './labels.ts'
import classes from './result-step.module.css'

type Props = {
  undone: NonNullable<KeptImport['undone']>
  summary: Pick<KeptImport['summary'], 'created' | 'enrolled'>
  course: string | null
  onAnother: () => void
}

export function UndoneStep({ undone: { at, people, enrolments }, summary, course, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const parts = [
    people > 0 && `${peopleText(people)} deleted`,
    enrolments > 0 && `${peopleText(enrolments)} taken out of ${course ?? 'a course that is gone'}`,
  ].filter(Boolean)
  const isWhole = people + enrolments === summary.created + summary.enrolled
  return (
    <div className={classes.step}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          This import was taken back
        </h2>
      </div>
      <p className={classes.help}>
        {dayAndTime(at)}
        {parts.length > 0 && `: ${parts.join(', ')}`}.{!isWhole && ' Whoever had signed in, was changed or had work stayed.'}
      </p>
      <div className={classes.actions}>
        <Button onClick={onAnother}>Import another file</Button>
      </div>
    </div>
  )
}
