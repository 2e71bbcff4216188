/** The uploads on their way to a week, as rows. */

import { Flex } from '@mantine/core'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './uploads/use-uploads.ts'

export function UploadsOfWeek({ weekId }: { weekId: string }) {
  // A new file of an item that is there already is shown at the item.
  const mine = useUploads(({ target, state }) => target?.weekId === weekId && target.mediaId === null && state !== 'done')
  if (mine.length === 0) return null
  return (
    <Flex component="ul" aria-label="On their way to this week" direction="column" gap={8} p="8px 0">
      {mine.map((upload) => (
        <li key={upload.id}>
          <UploadRow upload={upload} />
        </li>
      ))}
    </Flex>
  )
}
