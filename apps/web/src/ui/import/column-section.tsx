/** Which columns of a file have names and email addresses, and how to change that: each column is shown with some of its values. */

import { Button, Flex, NativeSelect } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import classes from './import.module.css'

/** A column of the file, counted from 1, with some of its values. */
type Column = { at: number; title: string; samples: readonly string[] }

/** As the query parameters of an import: columns are counted from 1, names may be in two: `2,3`; 0 is none. */
export type ReadColumns = { nameColumns: string; emailColumn: string }

type PickerProps = {
  columns: readonly Column[]
  read: ReadColumns
  onChange: (change: Partial<ReadColumns>) => void
}

const toOption = ({ at, title, samples }: Column) => ({ value: String(at), label: `${isolate(title)}: ${samples.join(', ')}` })

function ColumnPicker({ columns, read: { nameColumns, emailColumn }, onChange }: PickerProps) {
  const options = columns.map(toOption)
  const [first, last = '0'] = nameColumns.split(',')
  const but = (other: string | undefined) => options.filter(({ value }) => value !== other)
  return (
    <div className={`${classes.fields} ${classes.columns}`} role="group" aria-label="Columns of the file">
      <NativeSelect
        label="Email addresses"
        data={[...(emailColumn === '0' ? [{ value: '0', label: 'None' }] : []), ...options]}
        value={emailColumn}
        onChange={({ currentTarget: { value } }) => onChange({ emailColumn: value })}
      />
      <NativeSelect
        label="Names, or given names"
        data={[{ value: '0', label: 'None' }, ...but(last)]}
        value={first}
        onChange={({ currentTarget: { value } }) => onChange({ nameColumns: value === '0' || last === '0' ? value : `${value},${last}` })}
      />
      {first !== '0' && (
        <NativeSelect
          label="Family names"
          data={[{ value: '0', label: 'None: whole names are in one column' }, ...but(first)]}
          value={last}
          onChange={({ currentTarget: { value } }) => onChange({ nameColumns: value === '0' ? first! : `${first},${value}` })}
        />
      )}
    </div>
  )
}

type Props = PickerProps & {
  /** How the file was read. */
  text?: ReactNode
  isOpenAtFirst?: boolean
  /** What is to be answered, above the list of columns. */
  questions?: ReactNode
  /** What else can be changed. */
  children?: ReactNode
}

/** The columns can be changed in a part that opens. */
export function ColumnSection({ text, isOpenAtFirst = false, questions, children, ...picker }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <>
      <Flex align="center" wrap="wrap" rowGap={0} columnGap={10}>
        {text}
        <Button
          variant="subtle"
          size="sm"
          className={classes.change ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Change columns
        </Button>
      </Flex>
      {questions}
      <div id={id} className={classes.pickers} hidden={!isOpen}>
        <ColumnPicker {...picker} />
        {children}
      </div>
    </>
  )
}

const listNames = new Intl.ListFormat('en-GB')

/** “Only the first sheet is read, not “Notes”.” */
export const otherSheetsText = (names: readonly string[]): string =>
  `Only the first sheet is read, not ${listNames.format(names.map((name) => `“${isolate(name)}”`))}.`
