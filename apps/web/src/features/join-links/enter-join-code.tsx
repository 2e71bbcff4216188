/** Entering the code of a join link that was read aloud. */

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { joinCodeLength, parseJoinCode } from '@lms/contract/rules/join-code'
import { useForm } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog.tsx'

const initial = { code: '' }

const check = ({ code }: typeof initial) =>
  parseJoinCode(code).length < joinCodeLength ? { code: `The code has ${joinCodeLength} letters.` } : {}

export function EnterJoinCode() {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const form = useForm({ draft: null, initial, check })
  const send = form.submit(({ code }) => void navigate(paths.join.to({ token: parseJoinCode(code) })))
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        I have a code
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Join a course">
        <form onSubmit={send} noValidate>
          <TextInput
            label="Code"
            description="Eight letters from your trainer, such as KTFM WRPH."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
            {...form.inputProps('code')}
          />
          <Button type="submit" mt={16}>
            Continue
          </Button>
        </form>
      </Dialog>
    </>
  )
}
