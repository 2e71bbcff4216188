/** Start a discussion. */

import { Button, Flex, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useForm } from '#lib/form.ts'
import { formatClock } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { ErrorSummary, FormActions } from '#ui/form-page.tsx'
import { useAutoFocus } from '#ui/page.tsx'
import { DraftStatus } from '#ui/status-badge.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { useFreshPictures } from '#features/files/fresh-pictures.ts'
import { useCreateDiscussion } from './api.ts'
import { PostEditor } from './post-editor.tsx'

type Values = { title: string; content: string }

const check = ({ title, content }: Values) => ({
  ...(!title.trim() && { title: 'Enter a title' }),
  ...(title.trim().length > 200 && { title: 'Use at most 200 characters' }),
  ...(content === '' && { content: 'Enter a text' }),
})

/** The page itself has the id `content`. */
const textId = 'post-text'

const toDraftKey = (courseId: string): string => `discussion-new:${courseId}`

type Props = { courseId: string; cancelTo: string; onCreated: (discussionId: string) => void }

/** Title and text of a new discussion, stored on this device until it is posted. */
const DiscussionForm = (props: Props) => useFreshPictures(toDraftKey(props.courseId), 'content') && <Writing {...props} />

function Writing({ courseId, cancelTo, onCreated }: Props) {
  const form = useForm<Values>({ draft: toDraftKey(courseId), initial: { title: '', content: '' }, check })
  const create = useCreateDiscussion({ onSaved: () => void form.saved() })
  // Until the page of the new discussion is there, this one waits.
  const isWaiting = create.isPending || create.isSuccess
  const [isAdding, setAdding] = useState(false)
  useAutoFocus('title')
  const submit = form.submit((values) => {
    if (isWaiting || isAdding) return
    create.mutate({ params: { courseId }, body: values }, { onSuccess: ({ id }) => onCreated(id), onError: form.fail })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key that all its fields share
    <Flex
      component="form"
      direction="column"
      gap={16}
      maw={680}
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
    >
      {form.summary.length > 0 && (
        <ErrorSummary
          key={form.submitCount}
          errors={form.summary.map((error) => (error.fieldId === 'content' ? { ...error, fieldId: textId } : error))}
        />
      )}
      <TextInput label="Title" description="A question is easier to answer than a topic." maxLength={200} {...form.inputProps('title')} />
      <PostEditor
        id={textId}
        courseId={courseId}
        label="Text"
        value={form.values.content}
        minHeight={180}
        error={form.error('content')}
        onChange={(content) => form.set('content', content)}
        onAdding={setAdding}
      />
      <FormActions>
        <Button type="submit" loading={isWaiting || isAdding} title="Ctrl Enter">
          Post
        </Button>
        <Button variant="subtle" component={Link} to={cancelTo}>
          Cancel
        </Button>
        {form.isChanged && (
          <DraftStatus word="Draft kept on this device" at={form.restoredFrom ? `since ${formatClock(form.restoredFrom)}` : undefined} />
        )}
      </FormActions>
    </Flex>
  )
}

export function DiscussionNewScreen() {
  const { courseId = '' } = useParams()
  const navigate = useNavigate()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  return (
    <PageOfCourse
      course={course}
      tab="discussion"
      title="New discussion"
      kind="thread"
      parent={{ label: 'Discussion', to: paths.discussions.to({ courseId }) }}
    >
      <DiscussionForm
        courseId={courseId}
        cancelTo={paths.discussions.to({ courseId })}
        onCreated={(discussionId) => void navigate(paths.discussion.to({ courseId, discussionId }), { replace: true })}
      />
    </PageOfCourse>
  )
}
