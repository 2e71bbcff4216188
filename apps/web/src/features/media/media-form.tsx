/** The fields of a video or live session, and running uploads of their files. The screen provides the source of the recording. */

import { TextInput, Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { FieldsForm } from '#lib/form.ts'
import type { CourseWeek } from '#lib/quick-picks.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { IconBooks, IconLink, IconUpload, IconVideo } from '#ui/icons.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { TimeZoneField } from '#ui/time-zone-field.tsx'
import { getPageHost } from './media-address.ts'
import type { MediaKind, MediaValues } from './media-values.ts'
import classes from './media-form.module.css'

type FieldsProps = { form: FieldsForm<MediaValues> }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const kinds = [
  { value: 'upload', label: 'Upload', help: 'A video or audio file of yours.', icon: <IconUpload {...icon} /> },
  { value: 'live', label: 'Live session', help: 'At a set time, in a meeting.', icon: <IconVideo {...icon} /> },
  { value: 'link', label: 'Link', help: 'A recording at another site.', icon: <IconLink {...icon} /> },
  { value: 'library', label: 'From library', help: 'A copy of what another week has.', icon: <IconBooks {...icon} /> },
] as const

type KindProps = {
  value: MediaKind
  onChange: (kind: MediaKind) => void
  /** Only admins see the library of all courses. */ hasLibrary: boolean
}

export const MediaKindChoice = ({ value, onChange, hasLibrary }: KindProps) => (
  <RadioCards
    label="What to add"
    columns={hasLibrary ? 2 : 3}
    choices={kinds.filter((kind) => hasLibrary || kind.value !== 'library')}
    value={value}
    onChange={onChange}
  />
)

export const MediaTitle = ({ form: { inputProps: text } }: FieldsProps) => <TextInput label="Title" autoComplete="off" {...text('title')} />

export const MediaNotes = ({ form: { field } }: FieldsProps) => (
  <RichTextEditor label="Notes" help="Shown next to the recording or the session. You can leave them empty." {...field('notes')} />
)

export function MediaLink({ form: { values, inputProps: text } }: FieldsProps) {
  const host = getPageHost(values.link.trim())
  return (
    <TextInput
      type="url"
      label="Address of the recording"
      description={
        host
          ? `This does not play here: students see “Open at ${host}”. Whether they may watch it is decided there.`
          : 'It plays here if the site allows it. If not, students open it on that site.'
      }
      placeholder="https://"
      inputMode="url"
      autoComplete="off"
      {...text('link')}
    />
  )
}

const sources = [
  { value: 'upload', label: 'A file', icon: <IconUpload {...icon} /> },
  { value: 'link', label: 'A link', icon: <IconLink {...icon} /> },
] as const

export const SourceChoice = ({ value, onChange }: { value: 'upload' | 'link'; onChange: (source: 'upload' | 'link') => void }) => (
  <RadioCards label="Where it is" columns={2} choices={sources} value={value} onChange={onChange} />
)

type SessionProps = FieldsProps & { /** Of the course. */ weeks: readonly CourseWeek[] }

function SessionTime({ form: { values, field, inputProps: text }, weeks }: SessionProps) {
  return (
    <>
      <DateTimeField label="Starts" zone={values.timeZone} hasZone weeks={weeks} {...field('startsAt')} />
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
      <Text form={form} field="joinUrl" label="Meeting link" help={`Students get it 15 minutes before the start.${later}`} />
      <Text form={form} field="startUrl" label="Host link" help="Only staff see it. Leave it empty if you use the meeting link." />
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

/** `hasZoom`: the server can create meetings. */
export function LiveSessionFields({ form, hasZoom, weeks }: SessionProps & { hasZoom: boolean }) {
  const { values, set } = form
  const isMade = hasZoom && values.way === 'zoom'
  return (
    <>
      <SessionTime form={form} weeks={weeks} />
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

/** Reports to the component that shows the field; a field that unmounts is no longer busy. */
export function useReportBusy(isBusy: boolean, onBusy: ((isBusy: boolean) => void) | undefined): void {
  useEffect(() => {
    onBusy?.(isBusy)
    return () => onBusy?.(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reports a new state, not a new function
  }, [isBusy])
}

export function usePendingUploads() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const track = (field: string) => (isBusy: boolean) =>
    setBusy((now) => (now.has(field) === isBusy ? now : new Set(isBusy ? [...now, field] : [...now].filter((one) => one !== field))))
  return { busy, track }
}

export const pendingUploadsText = 'Wait until the files are uploaded, or remove them'

export const toPendingErrors = (busy: ReadonlySet<string>) => Object.fromEntries([...busy].map((field) => [field, pendingUploadsText]))
