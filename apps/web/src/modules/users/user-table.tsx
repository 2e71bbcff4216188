/** People as a table; on phones as rows, which can be chosen once that was asked for. */
import type { ListedUser, User } from '@lms/contract/users'
import { lastSeen, shortDay } from '#lib/times.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StateWord } from '#ui/chip.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { useIsPhone } from '#ui/screen-size.ts'
import { Tag } from '#ui/tag.tsx'
import { nextSort, type UserSort } from './user-filter.ts'
import { type UserDeed, UserMenu } from './user-menu.tsx'
import { type Choice, UserRows } from './user-rows.tsx'
import { roleWords, statusGlyphs } from './words.ts'
import classes from './user-table.module.css'

type Props = {
  people: readonly ListedUser[]
  sort: UserSort
  /** The address with another sort. */
  sortTo: (sort: UserSort) => string
  choice: Choice
  onDeed: (deed: UserDeed, person: User) => void
}

function columnsOf(sort: UserSort, sortTo: Props['sortTo']): Column[] {
  const sorting = (column: 'name' | 'createdAt' | 'lastSeenAt') => ({
    sortTo: sortTo(nextSort(sort, column)),
    sorted: sort === column ? ('asc' as const) : sort === `-${column}` ? ('desc' as const) : undefined,
  })
  return [
    { key: 'name', label: 'Name', ...sorting('name') },
    { key: 'role', label: 'Role', width: '11%' },
    { key: 'courses', label: 'Courses', width: '22%' },
    { key: 'status', label: 'Status', width: '12%' },
    { key: 'added', label: 'Added', width: '10%', isNumber: true, ...sorting('createdAt') },
    { key: 'seen', label: 'Last seen', width: '12%', isNumber: true, ...sorting('lastSeenAt') },
    { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
  ]
}

const detailsOf = (person: ListedUser): string => paths.userDetails.to({ userId: person.id })

export function UserTable({ people, sort, sortTo, choice, onDeed }: Props) {
  const isPhone = useIsPhone()
  if (isPhone) return <UserRows people={people} choice={choice} onDeed={onDeed} />
  const open = people.filter(choice.isOpen)
  const all = {
    label: 'All on this page',
    isAll: open.length > 0 && open.every(({ id }) => choice.people.has(id)),
    isSome: open.some(({ id }) => choice.people.has(id)),
    onChange: (isOn: boolean) => choice.choose(open, isOn),
  }
  return (
    <DataTable label="Users" columns={columnsOf(sort, sortTo)} choice={all} hasRowKeys>
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
          <Cell>
            <span className={classes.role}>{roleWords[person.role]}</span>
          </Cell>
          <Cell>
            <CoursesOf person={person} />
          </Cell>
          <Cell>
            <StateWord state={statusGlyphs[person.status]} />
          </Cell>
          <Cell isNumber>{shortDay(person.createdAt)}</Cell>
          <Cell isNumber>{lastSeen(person.lastSeenAt)}</Cell>
          <Cell>
            <UserMenu person={person} onDeed={onDeed} />
          </Cell>
        </DataRow>
      ))}
    </DataTable>
  )
}

/** The first course by name; the others are a number, and named where one points. */
function CoursesOf({ person: { courses, courseCount } }: { person: ListedUser }) {
  const [first] = courses
  if (!first) return null
  const more = courseCount - 1
  return (
    <span className={classes.courses} title={courses.map(({ title }) => title).join(', ')}>
      <span className={classes.course}>{first.title}</span>
      {more > 0 && <Tag>+{more}</Tag>}
    </span>
  )
}
