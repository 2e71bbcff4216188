/** What the server knows of the import that the address names: it still runs, is done, or does not exist. */
import type { StoredImport } from '@lms/contract/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type api } from '#lib/api.ts'
import { toLoadError } from '#ui/load-failed.tsx'
import { importProgressQuery, importQuery } from '../api.ts'
import type { Progress } from './upload-import.ts'

/** Milliseconds between two questions, and how many find nothing before nothing is there: a file may just have arrived. */
const pollMs = 500
const maxEmptyReplies = 5

export type StoredImportResult = Awaited<ReturnType<typeof api.users.getImport>>

export type ImportResultState =
  | { state: 'none' | 'looking' | 'missing' }
  | { state: 'running'; progress: Progress }
  | { state: 'done'; result: StoredImportResult }
  | { state: 'failed'; problem: ReturnType<typeof toLoadError> }

/** Asks nothing without an id. */
export function useImportResult(importId: StoredImport['id'] | null): ImportResultState {
  const client = useQueryClient()
  const hasImport = importId !== null
  const asking = importProgressQuery({ query: { importId: importId ?? '' } })
  const progress = useQuery({
    ...asking,
    enabled: hasImport,
    // The import goes on, so that an answer is old at once.
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
