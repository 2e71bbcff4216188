/** A time zone, found by typing a city. */
import { Select } from '@mantine/core'
import { useMemo } from 'react'

type Props = {
  value: string | null
  onChange: (zone: string) => void
  id?: string
  label?: string
  help?: string
  error?: string | undefined
}

/** “Europe/Lisbon, GMT+1”: the offset of today, because people know theirs. */
function toLabel(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return `${zone.replaceAll('_', ' ')}${offset && zone !== 'UTC' ? `, ${offset}` : ''}`
}

function zonesWith(value: string | null): { value: string; label: string }[] {
  const now = new Date()
  const known = new Set(['UTC', ...(value ? [value] : []), ...Intl.supportedValuesOf('timeZone')])
  return [...known].map((zone) => ({ value: zone, label: toLabel(zone, now) }))
}

export function TimeZoneField({ value, onChange, id, label = 'Time zone', help, error }: Props) {
  const zones = useMemo(() => zonesWith(value), [value])
  return (
    <Select
      {...(id !== undefined && { id })}
      label={label}
      description={help}
      error={error}
      data={zones}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      limit={60}
      maxDropdownHeight={280}
      allowDeselect={false}
      nothingFoundMessage="No zone of that name. Try the nearest large city."
    />
  )
}
