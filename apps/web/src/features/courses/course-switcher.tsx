/** The menu that leads from a page of a course to the same page of another: found by typing, those opened last first. */

import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isAdminRole } from '@lms/contract/policy'
import { noResults, type Option, searchMoreHint } from '#lib/search-options.ts'
import { useSession } from '#lib/session.ts'
import { getCoverColor } from '#ui/avatar.tsx'
import { IconSearch } from '#ui/icons.ts'
import menuClasses from '#ui/select-menu.module.css'
import { useCourseOptions } from './course-picker.tsx'
import { readRecentCourses } from './recent-courses.ts'
import picker from './course-picker.module.css'
import classes from './course-switcher.module.css'

type Props = {
  course: { id: string; title: string }
  /** The same page of another course. */
  toPage: (courseId: string) => string
  /** “Open the gradebook of”. */
  title: string
  onClose: () => void
}

/** Those opened last in that order, without the one that is open, and the others. */
function useGroups(courseId: string) {
  const user = useSession((session) => session.user)
  const { found } = useCourseOptions(null, isAdminRole(user?.role) ? 'all' : 'taught')
  const others = found.options.filter(({ value }) => value !== courseId)
  const ids = user && !found.isSearch ? readRecentCourses(user.id) : []
  const recent = ids.flatMap((id) => others.find(({ value }) => value === id) ?? [])
  return { found, recent, rest: others.filter((one) => !recent.includes(one)) }
}

export function CourseSwitcher({ course, toPage, title, onClose }: Props) {
  const navigate = useNavigate()
  const { found, recent, rest } = useGroups(course.id)
  const [typed, setTyped] = useState('')
  const menu = useCombobox({ defaultOpened: true, onDropdownClose: onClose })
  useEffect(() => {
    menu.focusSearchInput()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])
  const type = (text: string): void => {
    setTyped(text)
    found.onSearch(text)
    menu.resetSelectedOption()
  }
  const open = (courseId: string): void => {
    menu.closeDropdown()
    void navigate(toPage(courseId))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = [...recent, ...rest][menu.getSelectedOptionIndex()]
    if (event.key === 'Tab') menu.closeDropdown()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !chosen) return
    event.preventDefault()
    window.open(toPage(chosen.value))
  }
  const nothing = recent.length + rest.length === 0
  return (
    <Combobox store={menu} position="bottom-start" width="min(392px, calc(100vw - 32px))" shadow="none" onOptionSubmit={open}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <span className={classes.place} />
      </Combobox.Target>
      <Combobox.Dropdown className={menuClasses.dropdown}>
        <Combobox.Search
          role="combobox"
          aria-controls={menu.listId ?? undefined}
          aria-expanded
          aria-label="Course"
          placeholder="Course"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          loading={found.isLoading}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Combobox.Options aria-label={title} mah={320} className={menuClasses.list}>
          <Group title={title} options={recent.length > 0 ? recent : rest} />
          <Group title="Other courses" options={recent.length > 0 ? rest : []} />
        </Combobox.Options>
        <p role="status" className={menuClasses.said}>
          {nothing ? noResults(found, 'No course matches.') : searchMoreHint(found)}
        </p>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Group({ title, options }: { title: string; options: readonly Option[] }) {
  if (options.length === 0) return null
  return (
    <Combobox.Group label={title}>
      {options.map(({ value, label }) => (
        <Combobox.Option key={value} value={value} className={`${menuClasses.option} ${classes.option}`}>
          <span className={picker.spine} style={{ background: `var(--spine-${getCoverColor(value)})` }} />
          <bdi>{label}</bdi>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}
