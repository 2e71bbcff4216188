/** Enrols students who are found by name or email in a course. */

import { useState } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { api } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { Ask } from './bulk-dialogs.tsx'
import { formatPeople } from './labels.ts'
import { type FoundPerson, StudentsField } from './people-field.tsx'
import { useBulkAction } from './use-bulk-action.ts'

type Props = { course: { id: string; title: string }; onClose: () => void }

export function AddStudents({ course, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly FoundPerson[]>([])
  const onPart = (added: readonly FoundPerson[]): void => setChosen(chosen.filter((person) => !added.includes(person)))
  const { run, stop, going, outcome } = useBulkAction<FoundPerson>({ onDone: onClose, onPart })
  const add = (): void =>
    void run(chosen, ({ id }) => api.users.addUserToCourse({ params: { id, courseId: course.id } }), `enrolled in ${isolate(course.title)}`)
  return (
    <Ask
      title={`Add people to ${isolate(course.title)}`}
      action={chosen.length === 0 ? 'Add' : `Add ${formatPeople(chosen.length)}`}
      isOpen={chosen.length > 0}
      going={going}
      outcome={outcome}
      onClose={going ? stop : onClose}
      onAction={add}
    >
      <StudentsField value={chosen} onChange={setChosen} />
      <p>
        For people who have no account yet, <Link to={paths.usersImport.to({ role: 'USER', courseId: course.id })}>import students</Link>.
      </p>
    </Ask>
  )
}
