/** Which course a page is about: its spine and title on a button, the others in its menu. */
import { IconChevronDown } from '@tabler/icons-react'
import type { SearchOptions } from '#lib/search-options.ts'
import { SelectMenu } from '#ui/select-menu.tsx'
import { getCoverColor } from '#ui/course-cover.tsx'
import classes from './courses.module.css'

type Props = {
  courses?: readonly { id: string; title: string }[]
  /** More courses, found by typing. */
  found?: SearchOptions
  chosen: { id: string; title: string }
  onChange: (courseId: string) => void
}

export function CoursePicker({ courses = [], found, chosen, onChange }: Props) {
  const spine = { background: `var(--spine-${getCoverColor(chosen.id)})` }
  const button = {
    className: classes.button,
    'aria-label': `Course: ${chosen.title}`,
    children: (
      <>
        <span className={classes.spine} style={spine} />
        <span className={classes.title}>{chosen.title}</span>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </>
    ),
  }
  const options = courses.map(({ id, title }) => ({ value: id, label: title }))
  return <SelectMenu label="Course" value={chosen.id} options={options} found={found} onChange={onChange} button={button} />
}
