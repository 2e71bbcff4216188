/** What staff do with a week from its own page. */
import { Button } from '@mantine/core'
import { IconClipboardText, IconMovie } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { DeleteWeek } from './delete-week.tsx'
import { WeekMenu } from './week-menu.tsx'
import { submissionsIn } from '#features/courses/index.ts'
import type { Parts } from './week-items.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function StaffActions({ week, view, items }: Parts) {
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const here = { courseId: week.courseId, weekId: week.id }
  return (
    <>
      {items.length > 0 && (
        <>
          <Button component={Link} to={paths.mediaNew.to(here)} variant="default" leftSection={<IconMovie {...icon} />}>
            Add media
          </Button>
          <Button component={Link} to={paths.assignmentNew.to(here)} variant="default" leftSection={<IconClipboardText {...icon} />}>
            Add assignment
          </Button>
        </>
      )}
      <WeekMenu week={week} onDelete={() => setLeaving(true)} />
      <DeleteWeek
        week={isLeaving ? week : null}
        submissions={submissionsIn(view.rows, week)}
        onClose={() => setLeaving(false)}
        onDeleted={() => void navigate(paths.course.to({ courseId: week.courseId }), { replace: true })}
      />
    </>
  )
}
