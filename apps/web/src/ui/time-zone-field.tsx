/** A field for a time zone, found by typing a city. */

import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { isFound } from '@lms/contract/rules/search'
import { nameOffset } from '@lms/contract/rules/time-zones'
import { serverNow } from '#lib/server-clock.ts'

type Props = {
  value: string | null
  onChange: (zone: string) => void
  id?: string
  label?: string
  help?: string
  error?: string | undefined
}

/** “Europe/Lisbon, GMT+1”: today's offset, because that is the familiar one. */
const toLabel = (zone: string, now: number): string => `${zone.replaceAll('_', ' ')}${zone === 'UTC' ? '' : `, ${nameOffset(zone, now)}`}`

function labelled(zones: string[]): { value: string; label: string }[] {
  const now = serverNow()
  return [...new Set(zones)].map((zone) => ({ value: zone, label: toLabel(zone, now) }))
}

/** Without a search, all of them. */
const filterZones: NonNullable<SelectProps['filter']> = ({ options, search, limit }) =>
  options.filter((option) => !search.trim() || ('label' in option && isFound(option.label, search))).slice(0, limit)

export function TimeZoneField({ value, onChange, id, label = 'Time zone', help, error }: Props) {
  const [wasOpened, setWasOpened] = useState(false)
  const zones = useMemo(() => {
    const current = value ? [value] : []
    // Each label takes a formatter of its own, and there are more than 400: they are made when somebody looks at them.
    return labelled(wasOpened ? ['UTC', ...current, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))] : current)
  }, [value, wasOpened])
  return (
    <Select
      {...(id !== undefined && { id })}
      label={label}
      description={help}
      error={error}
      data={zones}
      onDropdownOpen={() => setWasOpened(true)}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      filter={filterZones}
      limit={60}
      maxDropdownHeight={280}
      allowDeselect={false}
      nothingFoundMessage="No zone of that name. Try the nearest large city."
    />
  )
}
