/** The first step: role, course, and the file. */

import { Button, Flex, Switch, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Role } from '@lms/contract/policy'
import { getErrorMessage } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { fileSize } from '#lib/files.ts'
import { FormSection } from '#ui/form-page.tsx'
import { IconFileSpreadsheet } from '#ui/icons.ts'
import { FileField } from '#ui/import/file-field.tsx'
import shared from '#ui/import/import.module.css'
import { notify } from '#ui/toasts.tsx'
import { MailNote, useSendsEmail } from '../mail-state.tsx'
import { RoleChoice } from '../user-form.tsx'
import classes from './import.module.css'

function Templates() {
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null)
  const get = (format: 'csv' | 'xlsx'): void => {
    setBusy(format)
    api.users
      .getImportTemplate({ query: { format } })
      .then((file) => downloadBlob(file, `people.${format}`))
      .catch((error: unknown) => notify.error(getErrorMessage(error)))
      .finally(() => setBusy(null))
  }
  const button = (format: 'csv' | 'xlsx', words: string) => (
    <Button variant="default" size="sm" loading={busy === format} onClick={() => get(format)}>
      {words}
    </Button>
  )
  return (
    <div className={`${shared.quiet} ${classes.templates}`}>
      <p>
        We read two columns: <b>name</b> and <b>email</b>, or similar headings such as “Full name” or “E-Mail-Adresse”. Canvas user lists
        work unchanged. A file never holds passwords: new people choose one with their invitation.
      </p>
      <div className={shared.actions}>
        {button('csv', 'Template, CSV')}
        {button('xlsx', 'Template, Excel')}
      </div>
    </div>
  )
}

type Props = {
  roles: readonly Role[]
  role: Role
  onRole: (role: Role) => void
  /** The course select, if the role takes one. */
  course: ReactNode
  invite: boolean
  onInvite: (invite: boolean) => void
  file: File | null
  onFile: (file: File) => void
  onCheck: () => void
  /** The error of the last file. */
  note?: ReactNode
  /** Earlier imports. */
  last: ReactNode
}

export function FileStep({ roles, role, onRole, course, invite, onInvite, file, onFile, onCheck, note, last }: Props) {
  const sendsEmail = useSendsEmail()
  return (
    <div className={`${shared.step} ${shared.narrow}`}>
      {note}
      <MailNote />
      <FormSection>
        <RoleChoice roles={roles} value={role} onChange={onRole} columns={2} />
        {course}
        {sendsEmail && (
          <Switch
            label="Send invitations now"
            description="If off, no email is sent. You can send invitations from the list of people at any time."
            checked={invite}
            onChange={(event) => onInvite(event.currentTarget.checked)}
          />
        )}
        <div>
          <Text variant="label" mb={6}>
            File
          </Text>
          <FileField
            label={file ? 'Choose another file' : 'Choose a file'}
            rows="20,000 rows"
            emptyHelp="The first row must name the columns, for example: name,email."
            onFile={onFile}
          />
          {file && (
            <Flex align="center" wrap="wrap" gap={8} mt={12}>
              <IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={shared.quiet} style={{ flex: 1 }}>
                {fileSize(file.size)}
              </span>
              <Button onClick={onCheck}>Check this file</Button>
            </Flex>
          )}
        </div>
        <Templates />
      </FormSection>
      {last}
    </div>
  )
}
