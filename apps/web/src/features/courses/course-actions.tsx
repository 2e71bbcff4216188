/** Actions for staff on the page of a course: publishing it, and the menu of the others. */
import type { Course } from '@lms/contract/courses'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { useChangeCourseStatus } from './use-course.tsx'

type PublishProps = { course: Course; isPrimary: boolean; isFull?: boolean }

/** For drafts. */
export function PublishCourse({ course, isPrimary, isFull = false }: PublishProps) {
  const { change, isPending } = useChangeCourseStatus(course)
  return (
    <Button {...(!isPrimary && { variant: 'default' })} fullWidth={isFull} loading={isPending} onClick={() => change('PUBLISHED')}>
      Publish course
    </Button>
  )
}

const loadMenu = () => import('./course-menu.tsx')
const LazyCourseMenu = lazy(async () => ({ default: (await loadMenu()).CourseMenu }))

/** The button of CourseMenu: the same one before and after its menu is loaded. */
const MenuButton = (props: ComponentProps<typeof ActionIcon<'button'>>) => (
  <ActionIcon variant="default" size="var(--h-md)" flex="none" aria-label="Course actions" {...props}>
    <IconDots size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
)

/** The other actions of a course, loaded on demand. */
export function CourseMenu({ course }: { course: Course }) {
  const { isWanted, trigger } = useOnDemand(loadMenu)
  return (
    <Suspense>
      {isWanted ? (
        <LazyCourseMenu course={course} Button={MenuButton} />
      ) : (
        <MenuButton aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}
