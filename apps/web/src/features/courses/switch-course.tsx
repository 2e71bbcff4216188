/** The button beside a course’s name that leads to the same page of another course. */

import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import { IconChevronDown } from '#ui/icons.ts'
import type { CourseSwitcher as Menu } from './course-switcher.tsx'
import { useRecentCourse } from './recent-courses.ts'
import classes from './course-switcher.module.css'

const load = () => import('./course-switcher.tsx')
const CourseSwitcher = lazy(async () => ({ default: (await load()).CourseSwitcher }))

export function SwitchCourse(props: Omit<ComponentProps<typeof Menu>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useRecentCourse(props.course.id)
  const fetchAhead = (): void => void load().catch(() => undefined)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <span className={classes.switch}>
      <button
        ref={button}
        type="button"
        aria-label="Switch course"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      >
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <CourseSwitcher {...props} onClose={close} />
        </Suspense>
      )}
    </span>
  )
}
