/** A week without items, for staff: says so and offers to add the first one. */
import { Button } from '@mantine/core'
import { IconClipboardText, IconMovie, IconVideo } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import classes from './weeks.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Props = {
  week: { id: string; courseId: string; title: string }
  /** The next step of the whole page: with a picture, and its first button filled. */
  isNextStep: boolean
}

export function EmptyWeek({ week, isNextStep }: Props) {
  const at = { courseId: week.courseId, weekId: week.id }
  const links = [
    { label: 'Add video', Icon: IconMovie, to: paths.mediaNew.to(at) },
    { label: 'Add live session', Icon: IconVideo, to: paths.mediaNew.to(at, { kind: 'live' }) },
    { label: 'Add assignment', Icon: IconClipboardText, to: paths.assignmentNew.to(at) },
  ]
  const buttons = (
    <div className={classes.buttons}>
      {links.map(({ label, Icon, to }, index) => (
        <Button
          key={label}
          component={Link}
          to={to}
          {...(!(isNextStep && index === 0) && { variant: 'default' })}
          leftSection={<Icon {...icon} />}
          aria-label={`${label} to ${week.title}`}
        >
          {label}
        </Button>
      ))}
    </div>
  )
  if (isNextStep)
    return (
      <div className={classes.box}>
        <EmptyState title="This week is empty." action={buttons}>
          Add the first item.
        </EmptyState>
      </div>
    )
  return (
    <div className={classes.plain}>
      <p className={classes.emptyWeekText}>This week is empty.</p>
      {buttons}
    </div>
  )
}
