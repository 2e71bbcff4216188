/** The fields of a video or live session. Where the file itself comes from, the screen says. */
import { Checkbox, TextInput } from '@mantine/core'
import { IconBooks, IconLink, IconUpload, IconVideo } from '@tabler/icons-react'
import type { Form } from '#lib/form.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { TimeZoneField } from '#ui/time-zone-field.tsx'
import classes from './media-form.module.css'
import type { MediaKind, MediaValues } from './media-values.ts'

type FieldsProps = { form: Form<MediaValues> }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const kinds = [
  { value: 'upload', label: 'Upload', help: 'A video or audio file of yours.', icon: <IconUpload {...icon} /> },
  { value: 'live', label: 'Live session', help: 'At a set time, by a meeting link.', icon: <IconVideo {...icon} /> },
  { value: 'link', label: 'Link', help: 'A recording at another site.', icon: <IconLink {...icon} /> },
  { value: 'library', label: 'From library', help: 'A copy of what another week has.', icon: <IconBooks {...icon} /> },
] as const

type KindProps = {
  value: MediaKind
  onChange: (kind: MediaKind) => void
  /** Only admins see the library of all courses. */ hasLibrary: boolean
}

export const MediaKindChoice = ({ value, onChange, hasLibrary }: KindProps) => (
  <ChoiceCards
    label="What to add"
    columns={hasLibrary ? 2 : 3}
    choices={kinds.filter((kind) => hasLibrary || kind.value !== 'library')}
    value={value}
    onChange={onChange}
  />
)

export const MediaTitle = ({ form: { values, set, fault } }: FieldsProps) => (
  <TextInput
    id="title"
    label="Title"
    autoComplete="off"
    value={values.title}
    error={fault('title')}
    onChange={(event) => set('title', event.currentTarget.value)}
  />
)

export const MediaNotes = ({ form: { values, set, fault } }: FieldsProps) => (
  <RichTextEditor
    id="notes"
    label="Notes"
    help="Beside the recording or the session. You can leave them empty."
    value={values.notes}
    error={fault('notes')}
    onChange={(html) => set('notes', html)}
  />
)

export const MediaLink = ({ form: { values, set, fault } }: FieldsProps) => (
  <TextInput
    id="link"
    type="url"
    label="Address of the recording"
    description="It plays here where the site allows it, else students open it there."
    placeholder="https://"
    inputMode="url"
    autoComplete="off"
    value={values.link}
    error={fault('link')}
    onChange={(event) => set('link', event.currentTarget.value)}
  />
)

function SessionTime({ form: { values, set, fault } }: FieldsProps) {
  return (
    <>
      <div className={classes.two}>
        <DateTimeField kind="date" id="date" label="Day" value={values.date} error={fault('date')} onChange={(date) => set('date', date)} />
        <DateTimeField
          kind="time"
          id="time"
          label="Time"
          value={values.time}
          error={fault('time')}
          onChange={(time) => set('time', time)}
        />
      </div>
      <TimeZoneField
        id="timeZone"
        help="Everybody sees the time in their own zone."
        value={values.timeZone}
        error={fault('timeZone')}
        onChange={(zone) => set('timeZone', zone)}
      />
      <TextInput
        id="minutes"
        className={classes.short}
        label="Length in minutes"
        inputMode="numeric"
        autoComplete="off"
        value={values.minutes}
        error={fault('minutes')}
        onChange={(event) => set('minutes', event.currentTarget.value)}
      />
    </>
  )
}

export function LiveFields({ form }: FieldsProps) {
  const { values, set, fault } = form
  const address = (field: 'joinUrl' | 'startUrl', label: string, help: string) => (
    <TextInput
      id={field}
      type="url"
      label={label}
      description={help}
      placeholder="https://"
      inputMode="url"
      autoComplete="off"
      value={values[field]}
      error={fault(field)}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
  return (
    <>
      <SessionTime form={form} />
      {address('joinUrl', 'Join link', 'Students get it 15 minutes before the start. It can be added later.')}
      {address('startUrl', 'Host link', 'Only staff see it. Leave it empty if you start with the join link.')}
      <div className={classes.two}>
        <TextInput
          id="meetingId"
          label="Meeting number"
          autoComplete="off"
          value={values.meetingId}
          error={fault('meetingId')}
          onChange={(event) => set('meetingId', event.currentTarget.value)}
        />
        <TextInput
          id="passcode"
          label="Passcode"
          autoComplete="off"
          value={values.passcode}
          error={fault('passcode')}
          onChange={(event) => set('passcode', event.currentTarget.value)}
        />
      </div>
      <Checkbox
        label="Students wait in a waiting room until they are let in"
        checked={values.waitingRoom}
        onChange={(event) => set('waitingRoom', event.currentTarget.checked)}
      />
    </>
  )
}

const sources = [
  { value: 'upload', label: 'A file', icon: <IconUpload {...icon} /> },
  { value: 'link', label: 'A link', icon: <IconLink {...icon} /> },
] as const

export const SourceChoice = ({ value, onChange }: { value: 'upload' | 'link'; onChange: (source: 'upload' | 'link') => void }) => (
  <ChoiceCards label="Where it is" columns={2} choices={sources} value={value} onChange={onChange} />
)
