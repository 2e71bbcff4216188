/** Unfinished uploads: those of this browser can be continued, others discarded; admins see everyone's. */

import { Button, Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Client } from '@lms/contract/client'
import { isolate } from '@lms/contract/rules/direction'
import { apiQueryAll } from '#lib/api-lists.ts'
import { fileSize } from '#lib/files.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconMovie, IconFileUpload } from '#ui/icons.ts'
import { Section, Row, Rows } from '#ui/row.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { useAbortUpload, othersUploadsQuery, useRemoveFile } from './api.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './uploads/use-uploads.ts'

const title = 'Unfinished uploads'

export function UnfinishedUploads() {
  const here = useUploads(({ state }) => state !== 'done')
  const elsewhere = useOtherDeviceUploads()
  if (here.length + elsewhere.length === 0) return null
  return (
    <Section title={title} count={here.length + elsewhere.length}>
      {here.length > 0 && (
        <Flex component="ul" direction="column" gap={8} maw={640} p="4px 0 8px">
          {here.map((upload) => (
            <li key={upload.id}>
              <UploadRow upload={upload} isBoxed />
            </li>
          ))}
        </Flex>
      )}
      {elsewhere.length > 0 && <OtherDeviceRows uploads={elsewhere} />}
    </Section>
  )
}

/** For the page where videos are chosen, which already shows the uploads of this browser. */
export function UnfinishedOnOtherDevices() {
  const elsewhere = useOtherDeviceUploads()
  if (elsewhere.length === 0) return null
  return (
    <Section title={title} count={elsewhere.length}>
      <OtherDeviceRows uploads={elsewhere} />
    </Section>
  )
}

const unfinishedQuery = apiQueryAll('files', 'listUploads')

type Unfinished = { key: string; uploadId: string; fileName: string | null; size: number | null; confirmed: number; createdAt: string }

/** Uploads unknown to this browser. */
function useOtherDeviceUploads(): readonly Unfinished[] {
  const { data } = useQuery({ ...unfinishedQuery({}), refetchOnMount: 'always' })
  // An older response of the server may still contain uploads that were just finished or cancelled here.
  const [known] = useState(() => new Set<string>())
  for (const { key } of useUploads()) if (key !== null) known.add(key)
  return (data ?? []).filter(({ key }) => !known.has(key))
}

type RowProps = {
  icon: ReactNode
  /** Null if the server does not know it. */
  fileName: string | null
  /** The file in a sentence. */
  name: string
  meta: string
  verb: 'Discard' | 'Cancel'
  confirmLabel: string
  /** What confirming does, as a sentence. */
  effect: string
  isPending: boolean
  onConfirm: (close: () => void) => void
  /** False while it can be neither discarded nor cancelled. */
  isOpen?: boolean
  children: ReactNode
}

/** An upload with the button that ends it, which asks first. */
function UnfinishedRow({
  icon,
  fileName,
  name,
  meta,
  verb,
  confirmLabel,
  effect,
  isPending,
  onConfirm,
  isOpen = true,
  children,
}: RowProps) {
  const [isAsking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  return (
    <>
      <Row
        icon={icon}
        name={fileName ?? 'A file'}
        meta={meta}
        controls={
          isOpen && (
            <Button size="sm" variant="default" aria-label={`${verb} the upload of ${isolate(name)}`} onClick={() => setAsking(true)}>
              {verb}
            </Button>
          )
        }
      >
        <Text component="div" variant="meta">
          {children}
        </Text>
      </Row>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        onConfirm={() => onConfirm(close)}
        isPending={isPending}
        title={`${verb} the upload of ${isolate(name)}?`}
        cancelLabel="Keep it"
        confirmLabel={confirmLabel}
      >
        {effect}
      </ConfirmDialog>
    </>
  )
}

function Elsewhere({ upload }: { upload: Unfinished }) {
  const abort = useAbortUpload()
  const { key, uploadId, fileName, size, confirmed, createdAt } = upload
  return (
    <UnfinishedRow
      icon={<IconMovie size={18} stroke={1.75} aria-hidden />}
      fileName={fileName}
      name={fileName ?? 'A file'}
      meta={size === null ? fileSize(confirmed) : `${fileSize(confirmed)} of ${fileSize(size)}`}
      verb="Discard"
      confirmLabel="Discard upload"
      effect="The uploaded part is deleted. It can no longer be continued in the other browser."
      isPending={abort.isPending}
      onConfirm={(close) => abort.mutate({ query: { key, uploadId } }, { onSuccess: close })}
    >
      Started in another browser, {formatDayAndTime(createdAt)}. It can be continued there, or discarded here.
    </UnfinishedRow>
  )
}

const OtherDeviceRows = ({ uploads }: { uploads: readonly Unfinished[] }) => (
  <Rows label="Started in another browser">
    {uploads.map((upload) => (
      <Elsewhere key={upload.key} upload={upload} />
    ))}
  </Rows>
)

type OthersUpload = Awaited<ReturnType<Client['files']['listOthersUploads']>>['items'][number]

/** Milliseconds without a part after which an upload counts as stopped; the server only records the hour of the last part. */
const stoppedAfterMs = 2 * 3_600_000
const limit = 50
/** Rows shown at first: the library follows below. */
const firstShown = 3

function State({ upload: { isFinishing, lastPartAt } }: { upload: OthersUpload }) {
  if (isFinishing) return <StatusText state="in-progress">Being put together</StatusText>
  if (serverNow() - Date.parse(lastPartAt) < stoppedAfterMs) return <StatusText state="in-progress">Uploading</StatusText>
  return <StatusText state="missing">Stopped, last part {formatDayAndTime(lastPartAt)}</StatusText>
}

function Other({ upload }: { upload: OthersUpload }) {
  const remove = useRemoveFile()
  const { key, fileName, size, owner, createdAt, isFinishing } = upload
  return (
    <UnfinishedRow
      icon={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
      fileName={fileName}
      name={fileName ?? `a file of ${isolate(owner.name)}`}
      meta={`${isolate(owner.name)}, started ${formatDayAndTime(createdAt)}${size === null ? '' : `, ${fileSize(size)}`}`}
      verb="Cancel"
      confirmLabel="Cancel the upload"
      effect={`The uploaded part is deleted, and ${isolate(owner.name)} has to start again.`}
      isPending={remove.isPending}
      onConfirm={(close) => remove.mutate({ query: { fileKey: key } }, { onSuccess: close })}
      isOpen={!isFinishing}
    >
      <State upload={upload} />
    </UnfinishedRow>
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
        <Text variant="meta">These are the oldest. The other {data.total - data.items.length} are shown when these are discarded.</Text>
      )}
    </Section>
  )
}
