/** The address has an account already: whose it is, and how to enrol that person instead. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '#lib/api.ts'
import type { Option } from '#lib/search-options.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StatusText } from '#ui/badge.tsx'
import { Alert } from '#ui/alert.tsx'
import type { ChoiceFieldProps } from '#ui/search-select.tsx'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import classes from './existing-user.module.css'
import { useAddToCourse, usersQuery } from './api.ts'
import { roleLabels, statusGlyphs, takesCourse } from './labels.ts'

type Props = { email: string; CourseField: ComponentType<ChoiceFieldProps>; onEnrolled: () => void }

export function ExistingUser({ email, CourseField, onEnrolled }: Props) {
  const { data } = useQuery(usersQuery({ query: { search: email, limit: 10 } }))
  const person = data?.items.find((found) => found.email === email.toLowerCase())
  const [course, setCourse] = useState<Option | null>(null)
  const add = useAddToCourse()
  const courseId = course?.value ?? null
  const title = course?.label
  const enrol = (): void => {
    if (!person || courseId === null) return
    add.mutate(
      { params: { id: person.id, courseId } },
      {
        onSuccess: () => {
          notify.success(`${person.name} is in ${title}`)
          onEnrolled()
        },
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  }
  return (
    <div className={classes.card}>
      <Alert tone="warn" role="alert" title="This address has an account already">
        Nobody was added.
      </Alert>
      {person && (
        <div className={classes.person}>
          <Avatar id={person.id} name={person.name} src={person.profileImageUrl} size={44} />
          <div className={classes.words}>
            <Link to={paths.userDetails.to({ userId: person.id })} className={classes.name}>
              {person.name}
            </Link>
            <span className={classes.meta}>{person.email}</span>
            <span className={classes.facts}>
              <OutlineBadge>{roleLabels[person.role]}</OutlineBadge>
              <StatusText state={statusGlyphs[person.status]} />
            </span>
          </div>
        </div>
      )}
      {person && takesCourse(person.role) && (
        <div className={classes.enrol}>
          <CourseField
            aria-label={`Course for ${person.name}`}
            placeholder="Choose a course"
            className={classes.course ?? ''}
            value={courseId}
            onChange={(_id, chosen) => setCourse(chosen)}
          />
          <Button variant="default" disabled={courseId === null} loading={add.isPending} onClick={enrol}>
            {title ? `Enrol them in ${title}` : 'Enrol them'}
          </Button>
        </div>
      )}
    </div>
  )
}
