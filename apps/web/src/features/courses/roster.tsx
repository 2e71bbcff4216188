/** The students of a course in a dialog, with links to their pages. */
import type { Course } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { openComposer } from '#features/emails/index.ts'
import { useCan } from '#lib/session.ts'
import { paths } from '#lib/paths.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { lastSeen } from '#lib/format-date.ts'
import { courseStudentsQuery } from '#features/users/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import classes from './courses.module.css'

const pageSize = 50

function Students({ courseId }: { courseId: string }) {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const list = useQuery({
    ...courseStudentsQuery({ params: { courseId }, query: { limit, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const rows = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The students did not load" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={5} />
    if (list.data.items.length === 0)
      return (
        <p className={classes.hint}>{search ? `Nobody matches “${search}”.` : 'No students yet. Share the join link or add people.'}</p>
      )
    return (
      <Rows label="Students">
        {list.data.items.map(({ id, name, email, profileImageUrl, lastSeenAt }) => (
          <Row
            key={id}
            to={paths.userDetails.to({ userId: id })}
            glyph={<Avatar id={id} name={name} src={profileImageUrl} />}
            name={name}
            meta={email}
            fact={lastSeen(lastSeenAt)}
          />
        ))}
      </Rows>
    )
  }
  const hasMore = list.data !== undefined && list.data.total > list.data.items.length && limit < 100
  return (
    <div className={classes.roster}>
      <SearchField label="Search students" value={search} onChange={setSearch} />
      <div className={classes.list}>{rows()}</div>
      {hasMore && (
        <Button variant="default" onClick={() => setLimit(100)}>
          Show more
        </Button>
      )}
      {list.data !== undefined && list.data.total > 100 && limit === 100 && (
        <p className={classes.hint}>The first 100 of {list.data.total}. Search for a name to find others.</p>
      )}
    </div>
  )
}

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
        <Students courseId={course.id} />
      </Dialog>
    </Section>
  )
}
