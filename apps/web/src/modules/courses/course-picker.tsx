/** Which course a page is about: its spine and title on a button, the others in its menu. */
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { spineOf } from '#ui/spine.ts'
import classes from './course-picker.module.css'

type Props = {
  courses: readonly { id: string; title: string }[]
  chosen: { id: string; title: string }
  onChange: (courseId: string) => void
}

export function CoursePicker({ courses, chosen, onChange }: Props) {
  const spine = { background: `var(--spine-${spineOf(chosen.id)})` }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={`Course: ${chosen.title}`}>
          <span className={classes.spine} style={spine} />
          <span className={classes.title}>{chosen.title}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.RadioGroup value={chosen.id} onChange={onChange}>
          {courses.map(({ id, title }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
