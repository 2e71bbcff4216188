/** Chooses which columns of a file have names and email addresses, each shown with some of its values. */

import { NativeSelect } from '@mantine/core'
import { isolate } from '@lms/contract/rules/direction'
import classes from './column-picker.module.css'

/** A column of the file, counted from 1, with some of its values. */
type Column = { at: number; title: string; samples: readonly string[] }

/** As the query parameters of an import: columns are counted from 1, names may be in two: `2,3`; 0 is none. */
export type ReadColumns = { nameColumns: string; emailColumn: string }

type Props = {
  columns: readonly Column[]
  read: ReadColumns
  onChange: (change: Partial<ReadColumns>) => void
}

const toOption = ({ at, title, samples }: Column) => ({ value: String(at), label: `${isolate(title)}: ${samples.join(', ')}` })

export function ColumnPicker({ columns, read: { nameColumns, emailColumn }, onChange }: Props) {
  const options = columns.map(toOption)
  const [first, last = '0'] = nameColumns.split(',')
  const but = (other: string | undefined) => options.filter(({ value }) => value !== other)
  return (
    <div className={classes.picker} role="group" aria-label="Columns of the file">
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
