/** Users as a table; on phones as rows, which can be selected once that is turned on. */

import { Badge, Box, Checkbox, Flex, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { ListedUser, User } from '@lms/contract/users'
import { formatLastSeen, formatShortDay } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import type { RowSelection } from '#lib/row-selection.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Cell, DataRow, DataTable, NameCell, type Column } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { AccountState } from './mail-state.tsx'
import { roleLabels } from './role-labels.ts'
import { UserActionsMenu, type UserAction } from './user-actions.tsx'
import { columnKeys, columnLabels, type ColumnKey, type Columns, nextSort, type UserSort } from './user-filters.tsx'
import classes from './user-table.module.css'

/** Selecting people on phones, where rows open a person unless selecting is turned on. */
type Choice = RowSelection<ListedUser> & {
  isOpen: (person: ListedUser) => boolean
  /** Selecting is turned on. */
  isOn: boolean
}

type ChoiceProps = { people: readonly ListedUser[]; choice: Choice; onAction: (action: UserAction, person: User) => void }

const RoleOf = ({ person }: { person: ListedUser }) => (
  <Flex c="dimmed" fz="sm" lh="sm" align="center" gap={4}>
    {roleLabels[person.role]}
    {person.status !== 'ACTIVE' && (
      <>
        {' · '}
        <AccountState person={person} />
      </>
    )}
  </Flex>
)

type ChoosableProps = { label: string; isOn: boolean; isSome?: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** The whole row toggles its checkbox. */
function Choosable({ label, isOn, isSome = false, onChange, children }: ChoosableProps) {
  return (
    <label className={`${classes.choosable} ${isOn ? classes.chosen : ''}`}>
      <span className={classes.box}>
        <Checkbox
          aria-label={label}
          checked={isOn}
          indeterminate={isSome && !isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </span>
      <Box component="span" flex={1} miw={0}>
        {children}
      </Box>
    </label>
  )
}

function ChoosableRows({ people, choice }: Pick<ChoiceProps, 'people' | 'choice'>) {
  const open = people.filter(choice.isOpen)
  const isChosen = ({ id }: ListedUser): boolean => choice.isSelected(id)
  return (
    <div>
      <Choosable
        label="All on this page"
        isOn={open.length > 0 && open.every(isChosen)}
        isSome={open.some(isChosen)}
        onChange={(isOn) => choice.change(open, isOn)}
      >
        <span className={classes.all}>All on this page</span>
      </Choosable>
      <ul className={classes.list} aria-label="Users">
        {people.map((person) => (
          <li key={person.id}>
            <Choosable label={`Choose ${isolate(person.name)}`} isOn={isChosen(person)} onChange={(isOn) => choice.change([person], isOn)}>
              <span className={classes.name}>{person.name}</span>
              <Text span variant="meta" className={classes.email}>
                {person.email}
              </Text>
              <RoleOf person={person} />
            </Choosable>
          </li>
        ))}
      </ul>
    </div>
  )
}

function UserRows({ people, choice, onAction }: ChoiceProps) {
  if (choice.isOn) return <ChoosableRows people={people} choice={choice} />
  return (
    <Rows label="Users">
      {people.map((person) => (
        <Row
          key={person.id}
          to={paths.userDetails.to({ userId: person.id })}
          glyph={<Avatar id={person.id} name={person.name} src={person.profileImageUrl} size={44} />}
          name={person.name}
          meta={person.email}
          controls={<UserActionsMenu person={person} onAction={onAction} />}
        >
          <RoleOf person={person} />
        </Row>
      ))}
    </Rows>
  )
}

type Props = {
  people: readonly ListedUser[]
  sort: UserSort
  /** The URL with another order. */
  sortTo: (sort: UserSort) => string
  choice: Choice
  isShown: Columns['isShown']
  onAction: (action: UserAction, person: User) => void
}

function buildColumns({ sort, sortTo, isShown }: Pick<Props, 'sort' | 'sortTo' | 'isShown'>): Column[] {
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

const getDetailsPath = (person: ListedUser): string => paths.userDetails.to({ userId: person.id })

const cells: Record<ColumnKey, (person: ListedUser, now: number) => ReactNode> = {
  role: ({ role }) => (
    <Text span inherit c="var(--c-ink)" fw={500}>
      {roleLabels[role]}
    </Text>
  ),
  courses: (person) => <CoursesOf person={person} />,
  status: (person) => <AccountState person={person} />,
  added: ({ createdAt }) => formatShortDay(createdAt),
  seen: ({ lastSeenAt }, now) => formatLastSeen(lastSeenAt, now),
}
const isNumber = (key: ColumnKey): boolean => key === 'added' || key === 'seen'

export function UserTable({ people, sort, sortTo, choice, isShown, onAction }: Props) {
  const isPhone = useIsPhone()
  const now = useServerNow(60_000)
  if (isPhone) return <UserRows people={people} choice={choice} onAction={onAction} />
  const open = people.filter(choice.isOpen)
  const all = {
    label: 'All on this page',
    isAll: open.length > 0 && open.every(({ id }) => choice.isSelected(id)),
    isSome: open.some(({ id }) => choice.isSelected(id)),
    onChange: (isOn: boolean) => choice.change(open, isOn),
  }
  return (
    <DataTable label="Users" columns={buildColumns({ sort, sortTo, isShown })} choice={all} hasRowKeys>
      {people.map((person) => (
        <DataRow
          key={person.id}
          choice={{
            label: `Choose ${isolate(person.name)}`,
            isOn: choice.isSelected(person.id),
            onChange: (isOn) => choice.change([person], isOn),
          }}
        >
          <NameCell
            name={person.name}
            meta={person.email}
            to={getDetailsPath(person)}
            picture={<Avatar id={person.id} name={person.name} src={person.profileImageUrl} />}
          />
          {columnKeys.filter(isShown).map((key) => (
            <Cell key={key} isNumber={isNumber(key)}>
              {cells[key](person, now)}
            </Cell>
          ))}
          <Cell>
            <UserActionsMenu person={person} onAction={onAction} />
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
      <Text span inherit truncate miw={0}>
        {title}
      </Text>
      {more > 0 && index === courses.length - 1 && (
        <Badge>
          +{more}
          <VisuallyHidden> more</VisuallyHidden>
        </Badge>
      )}
    </span>
  ))
}
