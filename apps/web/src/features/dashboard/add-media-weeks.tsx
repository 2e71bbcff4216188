/** The weeks of a course to add media to, the running one first. */

import { Flex, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ComponentType } from 'react'
import { Link } from 'react-router'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'
import { courseQuery } from '#features/courses/api.ts'
import classes from './dashboard.module.css'

function WeekLink({ week: { id, courseId, number, title }, note }: { week: Week; note?: string }) {
  const name = `Week ${number}`
  return (
    <Menu.Item component={Link} to={paths.mediaNew.to({ courseId, weekId: id })} py={6}>
      <Flex component="span" justify="space-between" gap={12}>
        {name}
        {note && (
          <Text span inherit c="dimmed" fz="sm">
            {' '}
            {note}
          </Text>
        )}
      </Flex>
      {title !== name && (
        <Text span variant="meta" truncate display="block">
          {title}
        </Text>
      )}
    </Menu.Item>
  )
}

type Props = {
  course: { id: string; title: string; currentWeek: number | null }
  /** The button that was pressed; this menu replaces it, and opens. */
  Button: ComponentType<ComponentProps<'button'> & { to: string }>
}

export function AddMediaWeeks({ course, Button }: Props) {
  const { menu, button } = useTakeOver()
  const { data } = useQuery(courseQuery({ params: { id: course.id } }))
  const weeks = data?.weeks ?? []
  const running = weeks.find(({ number }) => number === course.currentWeek)
  return (
    <Menu {...menu} position="bottom-end" width={260}>
      <Menu.Target>
        <Button to={course.title} ref={button} />
      </Menu.Target>
      <Menu.Dropdown mah={384} className={classes.addMediaMenuList}>
        {running && <WeekLink week={running} note="current week" />}
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
