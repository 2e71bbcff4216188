/** The fields of a video or live session. Where the file itself comes from, the screen says. */
import { TextInput } from '@mantine/core'
import { IconBooks, IconLink, IconUpload, IconVideo } from '@tabler/icons-react'
import type { Form } from '#lib/form.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import type { MediaKind, MediaValues } from './media-values.ts'

export type FieldsProps = { form: Form<MediaValues> }

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

export const MediaLink = ({ form: { inputProps: text } }: FieldsProps) => (
  <TextInput
    type="url"
    label="Address of the recording"
    description="It plays here where the site allows it, else students open it there."
    placeholder="https://"
    inputMode="url"
    autoComplete="off"
    {...text('link')}
  />
)

const sources = [
  { value: 'upload', label: 'A file', icon: <IconUpload {...icon} /> },
  { value: 'link', label: 'A link', icon: <IconLink {...icon} /> },
] as const

export const SourceChoice = ({ value, onChange }: { value: 'upload' | 'link'; onChange: (source: 'upload' | 'link') => void }) => (
  <RadioCards label="Where it is" columns={2} choices={sources} value={value} onChange={onChange} />
)
