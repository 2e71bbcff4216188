/** “This is not right”: a student says what is wrong with a record of theirs. */

import { Button, Flex, Text, TextInput } from '@mantine/core'
import type { MySession } from '@lms/contract/my-attendance'
import { isVisible } from '@lms/contract/rules/post-content'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useForm } from '#lib/form.ts'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useQuestionAttendance } from './api.ts'

const empty = { text: '' }
const check = ({ text }: typeof empty) => (isVisible(text) ? {} : { text: 'Write what is not right' })

type Props = { session: MySession; courseId: string; onClose: () => void }

/** It stays when it is closed, so that the focus returns to what opened it. */
export const NotRightDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Dialog isOpen={isOpen} title="What is not right?" onClose={props.onClose}>
    <NotRightForm {...props} />
  </Dialog>
)

function NotRightForm({ session: { id }, courseId, onClose }: Props) {
  const form = useForm({ draft: `attendance-question:${id}`, initial: empty, check })
  const send = useQuestionAttendance({ onSaved: () => void form.saved() })
  const submit = form.submit(({ text }) =>
    send.mutate(
      { params: { courseId, mediaId: id }, body: { text: text.trim() } },
      {
        onSuccess: () => {
          notify.success('Sent to your trainers')
          onClose()
        },
        onError: (error) => form.setErrors({ text: getErrorMessage(error) }),
      },
    ),
  )
  return (
    <Flex component="form" direction="column" gap={16} onSubmit={submit} noValidate>
      <Text variant="caption">The trainers of the course see your words in the register, and decide.</Text>
      <TextInput label="Your message" maxLength={500} data-autofocus {...form.inputProps('text')} />
      <Flex justify="flex-end" wrap="wrap" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          Send
        </Button>
      </Flex>
    </Flex>
  )
}
