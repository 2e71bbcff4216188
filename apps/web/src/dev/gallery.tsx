/** All components on one page, to compare with the design. Only in development, at /__gallery. */

import { Button, Checkbox, PasswordInput, Radio, SegmentedControl, Select, Switch, Tabs, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#lib/session.ts'
import { Card } from '#ui/card.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dropzone } from '#ui/dropzone.tsx'
import { ErrorSummary, FormActions } from '#ui/form-page.tsx'
import { IconPlus } from '#ui/icons.ts'
import { Page } from '#ui/page.tsx'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { PageParts } from './page-parts.tsx'
import { OverlayParts, StateParts } from './state-parts.tsx'
import classes from './gallery.module.css'

const marta = { id: 'marta', name: 'Marta Oliveira', email: 'marta@harbour.example', role: 'ADMIN', profileImage: null } as const

// The shell reads the session while rendering, so it must be set first.
useSession.getState().setAuth('gallery', { ...marta })

export function Gallery() {
  return (
    <Shell>
      <Page title="States and parts" kind="wide" meta={<span>Every state has a shape and a word before it has a colour</span>}>
        <div className={classes.columns}>
          <StateParts />
          <FieldParts />
          <OverlayParts />
        </div>
        <PageParts />
      </Page>
    </Shell>
  )
}

const late = 'Choose a due time after Mon 23 Nov, 09:00'

function Fields() {
  const [text, setText] = useState('<p>Which chart in the report <strong>misleads</strong>, and how?</p>')
  return (
    <Card title="Fields">
      <div className={classes.stack}>
        <TextInput label="Title" description="As shown in the week" defaultValue="Week 6 method note" />
        <PasswordInput label="Password" defaultValue="quiet desk" />
        <Select label="Kind of answer" data={['One choice', 'Several choices', 'Short text']} defaultValue="One choice" />
        <Textarea label="Feedback" minRows={2} autosize placeholder="What carries the story, what does not" />
        <RichTextEditor label="Brief" value={text} onChange={setText} minHeight={72} />
        <Dropzone label="Choose a file" hint="PDF, Word or ZIP, at most 100 MB" onFiles={() => undefined} />
      </div>
    </Card>
  )
}

function Choices() {
  return (
    <Card title="Choices">
      <div className={classes.stack}>
        <Radio.Group label="How much have you worked with data?" defaultValue="sort">
          <div className={classes.stack}>
            <Radio value="never" label="I have never opened a spreadsheet" />
            <Radio value="sort" label="I sort and filter" />
          </div>
        </Radio.Group>
        <Checkbox label="Students may submit late" defaultChecked />
        <Switch label="An answer is required" defaultChecked />
        <Switch label="Show marks at once" />
        <SegmentedControl aria-label="Show" data={['Week', 'Month', 'All']} />
        <Tabs defaultValue="transcript">
          <Tabs.List>
            <Tabs.Tab value="transcript">Transcript</Tabs.Tab>
            <Tabs.Tab value="notes">My notes</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="transcript" pt="sm">
            So before you touch a single value, write down what you expect.
          </Tabs.Panel>
        </Tabs>
      </div>
    </Card>
  )
}

/** Forms: fields, choices, errors, files. */
function FieldParts() {
  const [due, setDue] = useState('2026-11-22T23:59')
  return (
    <div className={classes.stack}>
      <Card title="Form with an error">
        <div className={classes.stack}>
          <ErrorSummary errors={[{ fieldId: 'due', message: late }]} />
          <DateTimeField id="due" label="Due" zone="Europe/Lisbon" hasZone value={due} onChange={setDue} error={late} />
        </div>
      </Card>
      <Card title="Buttons">
        <FormActions>
          <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>Add user</Button>
          <Button variant="default">Import</Button>
          <Button variant="subtle">Cancel</Button>
          <Button color="red">Delete week 5</Button>
          <Button variant="default" size="sm">
            Edit
          </Button>
          <Button loading>Save</Button>
          <Button disabled>Locked</Button>
        </FormActions>
      </Card>
      <Fields />
      <Choices />
    </div>
  )
}
