/** The students of a course in a dialog, with links to their pages. */
import type { Course } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { openComposer } from '#features/emails/index.ts'
import { useCan } from '#lib/session.ts'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/loading.tsx'

const RosterList = lazy(() => import('./roster-list.tsx').then((module) => ({ default: module.RosterList })))

export function Roster({ course }: { course: Course }) {
  const [isOpen, setOpen] = useState(false)
  const may = useCan()
  const close = (): void => setOpen(false)
  return (
    <Section title="Students" count={course.studentCount}>
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        Show the roster
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Students of ${course.title}`}
        foot={
          <>
            {may('user.create') && (
              <Button variant="default" component={Link} to={paths.usersImport.to({ role: 'USER', courseId: course.id })}>
                Import students
              </Button>
            )}
            {may('mail.send', course.membership) && course.studentCount > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  close()
                  openComposer({ courseId: course.id, sendTo: ['STUDENTS'] })
                }}
              >
                Write email
              </Button>
            )}
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </>
        }
      >
        <Suspense fallback={<SkeletonRows count={5} />}>
          <RosterList courseId={course.id} />
        </Suspense>
      </Dialog>
    </Section>
  )
}
