/** People as a table; on phones as rows, which can be chosen once that was asked for. */
import type { ListedUser, User } from '@lms/contract/users'
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { lastSeen, shortDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StatusText } from '#ui/badge.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import { type ColumnKey, columnKeys, type Columns, columnLabels } from './use-columns.ts'
import { nextSort, type UserSort } from './user-filter.ts'
import { type UserAction, UserMenu } from './user-menu.tsx'
import { type Choice, UserRows } from './user-rows.tsx'
import { roleLabels, statusGlyphs } from './labels.ts'
import classes from './user-table.module.css'

type Props = {
  people: readonly ListedUser[]
  sort: UserSort
  /** The address with another sort. */
  sortTo: (sort: UserSort) => string
  choice: Choice
  isShown: Columns['isShown']
  onAction: (action: UserAction, person: User) => void
}

function columnsOf({ sort, sortTo, isShown }: Pick<Props, 'sort' | 'sortTo' | 'isShown'>): Column[] {
  const sorting = (column: Exclude<UserSort, `-${string}`>) => ({
    sortTo: sortTo(nextSort(sort, column)),
    sorted: sort === column ? ('asc' as const) : sort === `-${column}` ? ('desc' as const) : undefined,
  })
  const more: Record<ColumnKey, Omit<Column, 'key' | 'label'>> = {
    role: { width: '11%' },
    courses: { width: '22%' },
    status: { width: '12%' },
    added: { width: '10%', isNumber: true, ...sorting('createdAt') },
    seen: { width: '12%', isNumber: true, ...sorting('lastSeenAt') },
  }
  return [
    { key: 'name', label: 'Name', ...sorting('name'), second: { label: 'Email', ...sorting('email') } },
    ...columnKeys.filter(isShown).map((key) => ({ key, label: columnLabels[key], ...more[key] })),
    { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
  ]
}

const detailsOf = (person: ListedUser): string => paths.userDetails.to({ userId: person.id })

const cells: Record<ColumnKey, (person: ListedUser) => ReactNode> = {
  role: ({ role }) => <span className={classes.role}>{roleLabels[role]}</span>,
  courses: (person) => <CoursesOf person={person} />,
  status: ({ status }) => <StatusText state={statusGlyphs[status]} />,
  added: ({ createdAt }) => shortDay(createdAt),
  seen: ({ lastSeenAt }) => lastSeen(lastSeenAt),
}
const isNumber = (key: ColumnKey): boolean => key === 'added' || key === 'seen'

export function UserTable({ people, sort, sortTo, choice, isShown, onAction }: Props) {
  const isPhone = useIsPhone()
  if (isPhone) return <UserRows people={people} choice={choice} onAction={onAction} />
  const open = people.filter(choice.isOpen)
  const all = {
    label: 'All on this page',
    isAll: open.length > 0 && open.every(({ id }) => choice.people.has(id)),
    isSome: open.some(({ id }) => choice.people.has(id)),
    onChange: (isOn: boolean) => choice.choose(open, isOn),
  }
  return (
    <DataTable label="Users" columns={columnsOf({ sort, sortTo, isShown })} choice={all} hasRowKeys>
      {people.map((person) => (
        <DataRow
          key={person.id}
          choice={{ label: `Choose ${person.name}`, isOn: choice.people.has(person.id), onChange: (isOn) => choice.choose([person], isOn) }}
        >
          <NameCell
            name={person.name}
            meta={person.email}
            to={detailsOf(person)}
            picture={<Avatar id={person.id} name={person.name} src={person.profileImageUrl} />}
          />
          {columnKeys.filter(isShown).map((key) => (
            <Cell key={key} isNumber={isNumber(key)}>
              {cells[key](person)}
            </Cell>
          ))}
          <Cell>
            <UserMenu person={person} onAction={onAction} />
          </Cell>
        </DataRow>
      ))}
    </DataTable>
  )
}

/** The first two courses by name, one below the other; of more, the number. */
function CoursesOf({ person: { courses, courseCount } }: { person: ListedUser }) {
  const more = courseCount - courses.length
  return courses.map(({ id, title }, index) => (
    <span key={id} className={classes.courses} title={title}>
      <span className={classes.course}>{title}</span>
      {more > 0 && index === courses.length - 1 && (
        <OutlineBadge>
          +{more}
          <VisuallyHidden> more</VisuallyHidden>
        </OutlineBadge>
      )}
    </span>
  ))
}
