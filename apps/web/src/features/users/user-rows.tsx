/** People as rows, for phones: each opens, or is chosen while several are being chosen. */
import type { ListedUser, User } from '@lms/contract/users'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { StatusText } from '#ui/badge.tsx'
import { Row, Rows } from '#ui/row.tsx'
import type { ChosenPeople } from './use-chosen-people.ts'
import { type UserAction, UserMenu } from './user-menu.tsx'
import classes from './user-rows.module.css'
import { roleLabels, statusGlyphs } from './labels.ts'

export type Choice = {
  people: ChosenPeople
  choose: (people: readonly ListedUser[], isOn: boolean) => void
  isOpen: (person: ListedUser) => boolean
  /** Rows are for choosing now, not for opening. */
  isOn: boolean
}

type Props = { people: readonly ListedUser[]; choice: Choice; onAction: (action: UserAction, person: User) => void }

const RoleOf = ({ person }: { person: ListedUser }) => (
  <div className={classes.second}>
    {roleLabels[person.role]}
    {person.status !== 'ACTIVE' && (
      <>
        {' · '}
        <StatusText state={statusGlyphs[person.status]} />
      </>
    )}
  </div>
)

type ChoosableProps = { label: string; isOn: boolean; isSome?: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** The whole row is the target of its box. */
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
      <span className={classes.words}>{children}</span>
    </label>
  )
}

function ChoosableRows({ people, choice }: Pick<Props, 'people' | 'choice'>) {
  const open = people.filter(choice.isOpen)
  const isChosen = ({ id }: ListedUser): boolean => choice.people.has(id)
  return (
    <div>
      <Choosable
        label="All on this page"
        isOn={open.length > 0 && open.every(isChosen)}
        isSome={open.some(isChosen)}
        onChange={(isOn) => choice.choose(open, isOn)}
      >
        <span className={classes.all}>All on this page</span>
      </Choosable>
      <ul className={classes.list} aria-label="Users">
        {people.map((person) => (
          <li key={person.id}>
            <Choosable label={`Choose ${person.name}`} isOn={isChosen(person)} onChange={(isOn) => choice.choose([person], isOn)}>
              <span className={classes.name}>{person.name}</span>
              <span className={classes.email}>{person.email}</span>
              <RoleOf person={person} />
            </Choosable>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function UserRows({ people, choice, onAction }: Props) {
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
          controls={<UserMenu person={person} onAction={onAction} />}
        >
          <RoleOf person={person} />
        </Row>
      ))}
    </Rows>
  )
}
