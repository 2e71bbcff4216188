/** “Add media” of a course from afar: a menu of its weeks, the running one first; where there is only one, a link to it. */
import type { Week } from '@lms/contract/weeks'
import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import classes from './add-media-menu.module.css'

type Props = {
  course: { id: string; title: string }
  weeks: readonly Week[]
  /** The number of the running week. */
  now: number | null
}

const words = 'Add media'

function WeekLink({ week: { id, courseId, number, title }, note }: { week: Week; note?: string }) {
  const name = `Week ${number}`
  return (
    <Menu.Item component={Link} to={paths.mediaNew.to({ courseId, weekId: id })} className={classes.item}>
      <span className={classes.week}>
        {name}
        {note && <span className={classes.note}> {note}</span>}
      </span>
      {title !== name && <span className={classes.title}>{title}</span>}
    </Menu.Item>
  )
}

export function AddMediaMenu({ course, weeks, now }: Props) {
  const [first] = weeks
  if (!first) return null
  const label = `${words} to ${course.title}`
  if (weeks.length === 1)
    return (
      <Link to={paths.mediaNew.to({ courseId: course.id, weekId: first.id })} className={classes.button} aria-label={label}>
        {words}
      </Link>
    )
  const running = weeks.find(({ number }) => number === now)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={label}>
          {words}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={384} className={classes.list}>
        {running && <WeekLink week={running} note="this week" />}
        {running && <Menu.Divider />}
        {weeks
          .filter((week) => week !== running)
          .map((week) => (
            <WeekLink key={week.id} week={week} />
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
