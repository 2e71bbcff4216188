/** A running import: its progress on the server, and its stages. */

import { Box, Text, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StoredImport } from '@lms/contract/users'
import type { api } from '#lib/api.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { toLoadError } from '#ui/load-failed.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { importProgressQuery, importQuery } from '../api.ts'
import { formatCount } from '../labels.ts'
import type { Progress } from './upload-import.ts'
import classes from './import.module.css'

type Stage = Progress['stage']
const stageLabels: Record<Stage, string> = {
  SENDING: 'Sending the file',
  READING: 'Reading the file',
  CHECKING: 'Looking up who is here already',
  ADDING: 'Adding new people',
  ENROLLING: 'Enrolling in the course',
}

const formatProgress = ({ stage, done, total }: Progress): string => {
  if (done === null || !total) return ''
  return stage === 'SENDING' ? formatPercentage((done / total) * 100) : `${formatCount(done)} of ${formatCount(total)}`
}

type Props = { label: string; progress: Progress | null; isCheck: boolean; hasCourse: boolean }

export function ProgressList({ label, progress, isCheck, hasCourse }: Props) {
  const now = progress ?? { stage: 'SENDING', done: 0, total: 1 }
  const stages: Stage[] = [
    'SENDING',
    'READING',
    'CHECKING',
    ...(isCheck ? [] : (['ADDING'] as const)),
    ...(hasCourse && !isCheck ? (['ENROLLING'] as const) : []),
  ]
  const at = stages.indexOf(now.stage)
  return (
    <Box component="section" aria-label={label} maw={480}>
      <Text variant="section" mb={8}>
        {label}
      </Text>
      <ol className={classes.stages}>
        {stages.map((stage, index) => (
          <li key={stage} className={index > at ? classes.ahead : undefined}>
            <StatusText state={index < at ? 'done' : index === at ? 'in-progress' : 'not-started'}>{stageLabels[stage]}</StatusText>
            {index === at && now.done !== null && now.total ? (
              <ProgressBar label={stageLabels[stage]} value={(now.done / now.total) * 100} isMoving words={formatProgress(now)} />
            ) : null}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{stageLabels[now.stage]}</VisuallyHidden>
    </Box>
  )
}

/** Polling interval in milliseconds, and the number of empty replies after which polling stops: a file may just have arrived. */
const pollMs = 500
const maxEmptyReplies = 5

export type StoredImportResult = Awaited<ReturnType<typeof api.users.getImport>>

export type ImportResultState =
  | { state: 'none' | 'looking' | 'missing' }
  | { state: 'running'; progress: Progress }
  | { state: 'done'; result: StoredImportResult }
  | { state: 'failed'; problem: ReturnType<typeof toLoadError> }

/** Without an id, nothing is requested. */
export function useImportResult(importId: StoredImport['id'] | null): ImportResultState {
  const client = useQueryClient()
  const hasImport = importId !== null
  const asking = importProgressQuery({ query: { importId: importId ?? '' } })
  const progress = useQuery({
    ...asking,
    enabled: hasImport,
    // The import continues, so responses are outdated at once.
    gcTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isStored || (data?.stage === null && dataUpdateCount >= maxEmptyReplies) ? false : pollMs,
  })
  const isStored = progress.data?.isStored === true
  const result = useQuery({ ...importQuery({ params: { id: importId ?? '' } }), enabled: hasImport && isStored })
  if (!hasImport) return { state: 'none' }
  if (result.data) return { state: 'done', result: result.data }
  const failed = [progress, result].find(({ isError }) => isError)
  if (failed) return { state: 'failed', problem: toLoadError(failed) }
  const { stage = null, done = null, total = null } = progress.data ?? {}
  if (isStored || !progress.data) return { state: 'looking' }
  if (stage) return { state: 'running', progress: { stage, done, total } }
  return { state: (client.getQueryState(asking.queryKey)?.dataUpdateCount ?? 0) >= maxEmptyReplies ? 'missing' : 'looking' }
}
