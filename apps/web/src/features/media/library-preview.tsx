/** A look at one media item of the library without leaving it: its player, and where to go on. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { formatUsage, libraryFacts, type LibraryItem, libraryLinks } from './library.ts'
import classes from './media.module.css'
import { MediaPreview } from './media-preview.tsx'
import { libraryMediaQuery } from './api.ts'

function Player({ item }: { item: LibraryItem }) {
  const media = useQuery(libraryMediaQuery({ params: { mediaId: item.id } }))
  if (media.isError && !media.data) return <LoadFailed title="The recording did not load" {...toLoadError(media)} />
  if (!media.data) return <SkeletonRows count={3} />
  if (media.data.playbackUrl === null)
    return <p>{item.type === 'LIVE' ? 'No recording was added to this session.' : 'Its file was deleted.'}</p>
  return <MediaPreview media={media.data} />
}

export function LibraryPreview({ item, onClose }: { item: LibraryItem; onClose: () => void }) {
  const { view } = libraryLinks(item)
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {view && (
        <Button component={Link} to={view}>
          View in its week
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={item.title} size={720} foot={foot}>
      <p className={classes.meta}>
        {libraryFacts(item)}. {formatUsage(item)}
      </p>
      <Player item={item} />
    </Dialog>
  )
}
