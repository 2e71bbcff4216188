/** Unfinished uploads of all users, for those who manage the storage: their progress, and discarding them. */
import type { Client } from '@lms/contract/client'
import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSize } from '#lib/files.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { StatusText } from '#ui/status-badge.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { othersUploadsQuery, useRemoveFile } from './api.ts'
import classes from './files.module.css'

type Upload = Awaited<ReturnType<Client['files']['listOthersUploads']>>['items'][number]

/** Milliseconds: the server records the hour of the last part. */
const restsAfter = 2 * 3_600_000
const limit = 50
/** Rows shown at first: the library follows below. */
const firstShown = 3

function State({ upload: { isFinishing, lastPartAt } }: { upload: Upload }) {
  if (isFinishing) return <StatusText state="in-progress">Being put together</StatusText>
  if (serverNow() - Date.parse(lastPartAt) < restsAfter) return <StatusText state="in-progress">Uploading</StatusText>
  return <StatusText state="missing">Stopped, last part {dayAndTime(lastPartAt)}</StatusText>
}

function Other({ upload }: { upload: Upload }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveFile()
  const { key, fileName, size, owner, createdAt, isFinishing } = upload
  const name = fileName ?? `a file of ${owner.name}`
  return (
    <>
      <Row
        icon={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
        name={fileName ?? 'A file'}
        meta={`${owner.name}, started ${dayAndTime(createdAt)}${size === null ? '' : `, ${fileSize(size)}`}`}
        controls={
          // What is being put together is nobody's to take away for that moment.
          !isFinishing && (
            <Button size="sm" variant="default" aria-label={`Cancel the upload of ${name}`} onClick={() => setAsking(true)}>
              Cancel
            </Button>
          )
        }
      >
        <div className={classes.where}>
          <State upload={upload} />
        </div>
      </Row>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ query: { fileKey: key } }, { onSuccess: () => setAsking(false) })}
        isPending={remove.isPending}
        title={`Cancel the upload of ${name}?`}
        cancelLabel="Keep it"
        confirmLabel="Cancel the upload"
      >
        What has arrived is deleted, and {owner.name} would have to begin again.
      </ConfirmDialog>
    </>
  )
}

export function AllUsersUploads() {
  const { data } = useQuery({ ...othersUploadsQuery({ query: { limit } }), refetchOnMount: 'always' })
  const [isWhole, setWhole] = useState(false)
  if (!data || data.total === 0) return null
  const shown = isWhole ? data.items : data.items.slice(0, firstShown)
  const all = shown.length < data.items.length && (
    <Button size="sm" variant="subtle" onClick={() => setWhole(true)}>
      Show all
    </Button>
  )
  return (
    <Section title="Unfinished uploads of others" count={data.total} action={all}>
      <Rows label="Unfinished uploads of others">
        {shown.map((upload) => (
          <Other key={upload.key} upload={upload} />
        ))}
      </Rows>
      {isWhole && data.total > data.items.length && (
        <p className={classes.where}>
          These are the oldest. The other {data.total - data.items.length} are shown when these are discarded.
        </p>
      )}
    </Section>
  )
}
