/** My uploads that were started in another browser: they continue there, and can be discarded here. */
import { Button } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSize } from '#lib/files.ts'
import { dayAndTime } from '#lib/format-date.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { unfinishedQuery, useAbortUpload } from './api.ts'
import classes from './files.module.css'
import { useUploads } from './uploads/use-uploads.ts'

type Unfinished = { key: string; uploadId: string; fileName: string | null; size: number | null; confirmed: number; createdAt: string }

/** Those that this browser does not have. */
export function useOtherDeviceUploads(): readonly Unfinished[] {
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
        <div className={classes.where}>
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

export const OtherDeviceRows = ({ uploads }: { uploads: readonly Unfinished[] }) => (
  <Rows label="Started in another browser">
    {uploads.map((upload) => (
      <Elsewhere key={upload.key} upload={upload} />
    ))}
  </Rows>
)
