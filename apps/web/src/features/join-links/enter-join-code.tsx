/** Entering the code of a join link that was read aloud. */
import { joinCodeLength, parseJoinCode } from '@lms/contract/rules/join-code'
import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog.tsx'

export function EnterJoinCode() {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const code = parseJoinCode(typed)
    if (code.length < joinCodeLength) return setError(`The code has ${joinCodeLength} letters.`)
    void navigate(paths.join.to({ token: code }))
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        I have a code
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Join a course">
        <form onSubmit={send} noValidate>
          <TextInput
            label="Code"
            description="Eight letters from your teacher, such as KTFM WRPH."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setError('')
            }}
          />
          <Button type="submit" mt={16}>
            Continue
          </Button>
        </form>
      </Dialog>
    </>
  )
}
