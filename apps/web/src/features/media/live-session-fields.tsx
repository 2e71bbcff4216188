/** The fields of a live session: when it is, and how people get in. */
import { Checkbox, TextInput } from '@mantine/core'
import { IconLink, IconVideo } from '@tabler/icons-react'
import { RadioCards } from '#ui/radio-cards.tsx'
import { DateTimeField, TimeZoneField } from '#ui/date-time-field.tsx'
import classes from './media.module.css'
import type { FieldsProps } from './media-form.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function SessionTime({ form: { field, inputProps: text } }: FieldsProps) {
  return (
    <>
      <div className={classes.two}>
        <DateTimeField kind="date" label="Day" {...field('date')} />
        <DateTimeField kind="time" label="Time" {...field('time')} />
      </div>
      <TimeZoneField help="Everybody sees the time in their own zone." {...field('timeZone')} />
      <TextInput className={classes.short} label="Length in minutes" inputMode="numeric" autoComplete="off" {...text('minutes')} />
    </>
  )
}

type TextField = 'joinUrl' | 'startUrl' | 'meetingId' | 'passcode'

function Text({ form, field, label, help }: FieldsProps & { field: TextField; label: string; help?: string }) {
  const isAddress = field === 'joinUrl' || field === 'startUrl'
  return (
    <TextInput
      label={label}
      description={help}
      {...(isAddress && { type: 'url', inputMode: 'url', placeholder: 'https://' })}
      autoComplete="off"
      {...form.inputProps(field)}
    />
  )
}

function PastedLink({ form, isNeeded }: FieldsProps & { isNeeded: boolean }) {
  const later = isNeeded ? '' : ' It can be added later.'
  return (
    <>
      <Text form={form} field="joinUrl" label="Join link" help={`Students get it 15 minutes before the start.${later}`} />
      <Text form={form} field="startUrl" label="Host link" help="Only staff see it. Leave it empty if you start with the join link." />
      <div className={classes.two}>
        <Text form={form} field="meetingId" label="Meeting number" />
        <Text form={form} field="passcode" label="Passcode" />
      </div>
    </>
  )
}

const joinOptions = [
  {
    value: 'zoom',
    label: 'Create a Zoom meeting',
    help: 'The link and number are added automatically, and attendance is measured.',
    icon: <IconVideo {...icon} />,
  },
  { value: 'link', label: 'Paste a link', help: 'Of a meeting that you created, with any provider.', icon: <IconLink {...icon} /> },
] as const

/** `hasZoom`: the server can make meetings. */
export function LiveSessionFields({ form, hasZoom }: FieldsProps & { hasZoom: boolean }) {
  const { values, set } = form
  const isMade = hasZoom && values.way === 'zoom'
  return (
    <>
      <SessionTime form={form} />
      {hasZoom && (
        <RadioCards label="How people get in" columns={2} choices={joinOptions} value={values.way} onChange={(way) => set('way', way)} />
      )}
      {isMade ? (
        <Text
          form={form}
          field="passcode"
          label="Passcode"
          help="At most 10 letters, digits or @ - _ *. If it is empty, Zoom creates one."
        />
      ) : (
        <PastedLink form={form} isNeeded={hasZoom} />
      )}
      <Checkbox
        label="Students wait in a waiting room until they are let in"
        checked={values.waitingRoom}
        onChange={(event) => set('waitingRoom', event.currentTarget.checked)}
      />
    </>
  )
}
