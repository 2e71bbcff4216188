/** Uploads that were not finished: those of this browser can be continued, those of others discarded, and admins see those of everybody. */
import { Section, Row, Rows } from '#ui/row.tsx'
import { UploadRow } from './upload-row.tsx'
import classes from './uploads.module.css'
import { useUploads } from './uploads/use-uploads.ts'
import { Button } from '@mantine/core'
import { IconMovie, IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSize } from '#lib/file-size.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { unfinishedQuery, useAbortUpload, othersUploadsQuery, useRemoveFile } from './api.ts'
import type { Client } from '@lms/contract/client'
import { serverNow } from '#lib/server-clock.ts'
import { StatusText } from '#ui/status-badge.tsx'

const title = 'Unfinished uploads'

export function UnfinishedUploads() {
  const here = useUploads(({ state }) => state !== 'done')
  const elsewhere = useOtherDeviceUploads()
  if (here.length + elsewhere.length === 0) return null
  return (
    <Section title={title} count={here.length + elsewhere.length}>
      {here.length > 0 && (
        <ul className={classes.here}>
          {here.map((upload) => (
            <li key={upload.id}>
              <UploadRow upload={upload} isBoxed />
            </li>
          ))}
        </ul>
      )}
      {elsewhere.length > 0 && <OtherDeviceRows uploads={elsewhere} />}
    </Section>
  )
}

/** For the page where videos are chosen: it shows the uploads of this browser already. */
export function UnfinishedOnOtherDevices() {
  const elsewhere = useOtherDeviceUploads()
  if (elsewhere.length === 0) return null
  return (
    <Section title={title} count={elsewhere.length}>
      <OtherDeviceRows uploads={elsewhere} />
    </Section>
  )
}

type Unfinished = { key: string; uploadId: string; fileName: string | null; size: number | null; confirmed: number; createdAt: string }

/** Those that this browser does not have. */
function useOtherDeviceUploads(): readonly Unfinished[] {
  const { data } = useQuery({ ...unfinishedQuery({ query: { limit: 100 } }), refetchOnMount: 'always' })
  // An older answer of the server may still list what was finished or cancelled here a moment ago.
  const [known] = useState(() => new Set<string>())
  for (const { key } of useUploads()) if (key !== null) known.add(key)
  return (data?.items ?? []).filter(({ key }) => !known.has(key))
}

function Elsewhere({ upload }: { upload: Unfinished }) {
  const [isAsking, setAsking] = useState(false)
  const abort = useAbortUpload()
  const { key, uploadId, fileName, size, confirmed, createdAt } = upload
  const name = fileName ?? 'A file'
  return (
    <>
      <Row
        icon={<IconMovie size={18} stroke={1.75} aria-hidden />}
        name={name}
        meta={size === null ? fileSize(confirmed) : `${fileSize(confirmed)} of ${fileSize(size)}`}
        controls={
          <Button size="sm" variant="default" aria-label={`Discard the upload of ${name}`} onClick={() => setAsking(true)}>
            Discard
          </Button>
        }
      >
        <div className={classes.meta}>
          Started in another browser, {dayAndTime(createdAt)}. It can be continued there, or discarded here.
        </div>
      </Row>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => abort.mutate({ query: { key, uploadId } }, { onSuccess: () => setAsking(false) })}
        isPending={abort.isPending}
        title={`Discard the upload of ${name}?`}
        cancelLabel="Keep it"
        confirmLabel="Discard upload"
      >
        What has arrived is deleted. It can no longer be continued in the other browser.
      </ConfirmDialog>
    </>
  )
}

const OtherDeviceRows = ({ uploads }: { uploads: readonly Unfinished[] }) => (
  <Rows label="Started in another browser">
    {uploads.map((upload) => (
      <Elsewhere key={upload.key} upload={upload} />
    ))}
  </Rows>
)

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
        <div className={classes.meta}>
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
        <p className={classes.meta}>These are the oldest. The other {data.total - data.items.length} are shown when these are discarded.</p>
      )}
    </Section>
  )
}
