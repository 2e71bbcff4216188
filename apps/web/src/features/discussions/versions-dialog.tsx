/** A comment as it is and as it was before, for staff. */
import { useQuery } from '@tanstack/react-query'
import { dayAndTime } from '#lib/format-date.ts'
import { toLoadError } from '#lib/load-error.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { versionsQuery } from './api.ts'
import classes from './replies.module.css'
import type { Place } from './use-thread.ts'

type Props = { place: Place; commentId: string | null; onClose: () => void }

export function VersionsDialog({ place, commentId, onClose }: Props) {
  const query = useQuery({ ...versionsQuery({ params: { ...place, commentId: commentId ?? '' } }), enabled: commentId !== null })
  return (
    <Dialog isOpen={commentId !== null} onClose={onClose} title="Earlier versions" size={720}>
      {query.isError && <LoadFailed title="The versions could not be loaded" {...toLoadError(query)} />}
      {query.isPending && <SkeletonText lines={4} />}
      <ul>
        {query.data?.versions.map(({ content, createdAt }, index) => (
          <li key={createdAt} className={classes.version}>
            <h3>
              {dayAndTime(createdAt)}
              {index === 0 && ', current'}
            </h3>
            <RichText html={content} voice="talk" />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
