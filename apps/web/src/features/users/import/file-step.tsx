/** The first step: role, course, and the file. */

import { Button, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import { importLimits } from '@lms/contract/rules/limits'
import { api, downloadBlob, getErrorMessage } from '#lib/api.ts'
import { fileSize } from '#lib/files.ts'
import { Dropzone } from '#ui/dropzone.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { IconFileSpreadsheet } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { MailNote, useSendsEmail } from '../mail-state.tsx'
import { RoleChoice } from '../user-form.tsx'
import classes from './import.module.css'

/** The file as it is now: browsers refuse to send one that was changed on disk since it was chosen. */
const copyFile = async (file: File): Promise<File> =>
  new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })

/** Checks before the upload. The server checks the contents. */
function validateFile({ name, size }: File): string | undefined {
  if (size === 0) return `${isolate(name)} is empty. The first row must name the columns, for example: name,email.`
  return size > importLimits.bytes
    ? `${isolate(name)} has ${fileSize(size)}. At most 10 MB are accepted: split it and import the parts.`
    : undefined
}

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
    <div className={classes.templates}>
      <p>
        We read two columns: <b>name</b> and <b>email</b>, or similar headings such as “Full name” or “E-Mail-Adresse”. Canvas user lists
        work unchanged. A file never holds passwords: new people choose one with their invitation.
      </p>
      <div className={classes.buttons}>
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
  const [fileError, setFileError] = useState<string | undefined>()
  const sendsEmail = useSendsEmail()
  const take = ([next]: File[]): void => {
    if (!next) return
    const found = validateFile(next)
    setFileError(found)
    if (found) return
    copyFile(next).then(onFile, () =>
      setFileError(`${isolate(next.name)} cannot be read. Close it in other programs, then choose it again.`),
    )
  }
  return (
    <div className={classes.step}>
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
          <p className={classes.label}>File</p>
          <Dropzone
            label={file ? 'Choose another file' : 'Choose a file'}
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            hint="CSV or Excel (.xlsx), up to 20,000 rows and 10 MB. We check the file before saving anything."
            error={fileError}
            onFiles={take}
          />
          {file && (
            <div className={classes.chosen}>
              <IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{fileSize(file.size)}</span>
              <Button onClick={onCheck}>Check this file</Button>
            </div>
          )}
        </div>
        <Templates />
      </FormSection>
      {last}
    </div>
  )
}
