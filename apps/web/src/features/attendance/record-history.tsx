/** The history of a record: who changed it, when, and what it was before. */

import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AttendanceChange } from '@lms/contract/attendance-record'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage } from '#lib/api-errors.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { attendanceChangesQuery } from './api.ts'
import { sessionName } from './attendance-filters.tsx'
import type { Cell } from './attendance-marks.ts'
import { attendanceLabels } from './attendance-status.tsx'

const firstAtOnce = 10

const causes: Record<AttendanceChange['source'], string> = {
  STAFF: 'Former staff member',
  REGISTER: 'Register closed',
  ZOOM: 'Zoom',
  JOIN: 'Joined the session',
  VIDEO: 'Watched the recording',
  SELF: 'The student',
}

const labelOf = (status: AttendanceChange['newStatus']): string => attendanceLabels[status ?? 'NOT_TAKEN']

/** “Late → Present”, or only the note. */
function Change({ oldStatus, newStatus, oldRemark, newRemark }: AttendanceChange) {
  return (
    <>
      <Text component="p" fw={500}>
        {oldStatus === newStatus ? labelOf(newStatus) : `${labelOf(oldStatus)} → ${labelOf(newStatus)}`}
      </Text>
      {oldRemark !== newRemark && (
        <Text component="p" variant="meta">
          Note: {oldRemark ? `“${oldRemark}”` : 'none'} → {newRemark ? `“${newRemark}”` : 'none'}
        </Text>
      )}
    </>
  )
}

export function RecordHistory({ courseId, cell: { student, session }, onClose }: { courseId: string; cell: Cell; onClose: () => void }) {
  const [isAll, setAll] = useState(false)
  const changes = useQuery({
    ...attendanceChangesQuery({
      params: { courseId, mediaId: session.id, userId: student.user.id },
      query: { limit: isAll ? 100 : firstAtOnce },
    }),
    placeholderData: keepPreviousData,
  })
  const { items = [], total = 0 } = changes.data ?? {}
  const foot = (
    <Button variant="default" onClick={onClose} data-autofocus>
      Close
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`${isolate(student.user.name)}, ${sessionName(session)}`} foot={foot}>
      {changes.isPending && <SkeletonRows />}
      {changes.isError && (
        <LoadFailed
          title="The history could not be loaded"
          cause={getErrorMessage(changes.error)}
          onRetry={() => void changes.refetch()}
          isRetrying={changes.isFetching}
        />
      )}
      {changes.data && total === 0 && <Text variant="meta">No changes yet.</Text>}
      <Stack component="ul" gap={12} aria-label="Changes, newest first">
        {items.map((change) => (
          <li key={change.id}>
            <Change {...change} />
            <Text component="p" variant="meta">
              {change.changedBy ? isolate(change.changedBy.name) : causes[change.source]} · {formatDayAndTime(change.changedAt)}
            </Text>
          </li>
        ))}
      </Stack>
      {items.length < total && !isAll && (
        <Button variant="default" mt={12} onClick={() => setAll(true)}>
          Show all {total}
        </Button>
      )}
    </Dialog>
  )
}
