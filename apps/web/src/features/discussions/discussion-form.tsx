/** Title and text of a new discussion; what is typed stays until it is posted. */
import { Button, Input, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useAutoFocus } from '#lib/use-auto-focus.ts'
import { useForm } from '#lib/form.ts'
import { clock } from '#lib/format-date.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FormActions } from '#ui/form-section.tsx'
import { SaveStatus } from '#ui/save-status.tsx'
import classes from './discussion-form.module.css'
import { useCreateDiscussion } from './api.ts'
import { FormattingToolbar } from './formatting-toolbar.tsx'

type Values = { title: string; content: string }

const check = ({ title, content }: Values) => ({
  ...(!title.trim() && { title: 'Enter a title' }),
  ...(title.trim().length > 200 && { title: 'Use at most 200 characters' }),
  ...(!content.trim() && { content: 'Enter a text' }),
})

/** The page itself has the id `content`. */
const textId = 'post-text'

type Props = { courseId: string; cancelTo: string; onCreated: (discussionId: string) => void }

export function DiscussionForm({ courseId, cancelTo, onCreated }: Props) {
  const form = useForm<Values>({ draft: `discussion-new:${courseId}`, initial: { title: '', content: '' }, check })
  const create = useCreateDiscussion({ onSaved: () => form.clear() })
  const field = useRef<HTMLTextAreaElement>(null)
  useAutoFocus('title')
  const submit = form.submit((values) => {
    if (create.isPending) return
    create.mutate({ params: { courseId }, body: values }, { onSuccess: ({ id }) => onCreated(id), onError: form.fail })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key that all its fields share
    <form
      className={classes.form}
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
    >
      {form.summary.length > 0 && (
        <ErrorSummary
          key={form.submitCount}
          faults={form.summary.map((fault) => (fault.fieldId === 'content' ? { ...fault, fieldId: textId } : fault))}
        />
      )}
      <TextInput label="Title" description="A question is easier to answer than a topic." maxLength={200} {...form.inputProps('title')} />
      <Input.Wrapper label="Text" labelProps={{ htmlFor: textId }} error={form.error('content')}>
        <div className={classes.box}>
          <div className={classes.tools}>
            <FormattingToolbar field={field} value={form.values.content} onChange={(content) => form.set('content', content)} />
          </div>
          <Textarea
            id={textId}
            ref={field}
            autosize
            minRows={8}
            maxRows={28}
            variant="unstyled"
            value={form.values.content}
            aria-invalid={form.error('content') !== undefined}
            classNames={{ input: classes.text ?? '' }}
            onChange={(event) => form.set('content', event.currentTarget.value)}
          />
        </div>
      </Input.Wrapper>
      <FormActions>
        <Button type="submit" loading={create.isPending} title="Ctrl Enter">
          Post
        </Button>
        <Button variant="subtle" component={Link} to={cancelTo}>
          Cancel
        </Button>
        {form.isChanged && (
          <SaveStatus
            state="saved"
            word="Draft kept on this device"
            at={form.restoredFrom ? `since ${clock(form.restoredFrom)}` : undefined}
          />
        )}
      </FormActions>
    </form>
  )
}
