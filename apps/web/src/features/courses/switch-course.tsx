/** The button beside a course’s name that leads to the same page of another course. */

import { lazy, Suspense, useRef, useState } from 'react'
import { IconChevronDown } from '#ui/icons.ts'
import { useRecentCourse } from './recent-courses.ts'
import classes from './course-switcher.module.css'

const load = () => import('./course-switcher.tsx')
const CourseSwitcher = lazy(async () => ({ default: (await load()).CourseSwitcher }))

type Props = {
  course: { id: string; title: string }
  /** The tab of the page; missing on pages that change the course itself. */
  tab: string | undefined
  toTab: Readonly<Record<string, (courseId: string, isStaff: boolean) => string>>
  isStaff: boolean
}

export function SwitchCourse({ course, tab, toTab, isStaff }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useRecentCourse(course.id)
  // Not every course has a sign-up form.
  const target = tab === undefined || tab === 'sign-up' ? 'weeks' : tab
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
          <CourseSwitcher course={course} title={`Open ${target} of`} toPage={(id) => toTab[target]!(id, isStaff)} onClose={close} />
        </Suspense>
      )}
    </span>
  )
}
