/** One media item of the library: its facts, thumbnail, preview, and actions. */

import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '@lms/contract/client'
import { isolate } from '@lms/contract/rules/direction'
import { fileSize } from '#lib/files.ts'
import { formatDayAndTime, formatShortDay } from '#lib/format-date.ts'
import { formatDuration } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { Dialog } from '#ui/dialog.tsx'
import {
  IconMovie,
  IconVideo,
  IconBadgeCc,
  IconDots,
  IconExternalLink,
  IconEye,
  IconFileX,
  IconLink,
  IconPencil,
  IconReplace,
  IconTrash,
} from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { libraryMediaQuery } from './api.ts'
import { DeleteFileDialog, DeleteLibraryMediaDialog } from './media-actions.tsx'
import { MediaPreview } from './untracked-player.tsx'
import classes from './library-item.module.css'

export type LibraryItem = Awaited<ReturnType<Client['media']['listMedia']>>['items'][number]

/** “Video, 31 min”, “Live, Thu 12 Nov, 14:00”. */
export function formatKind({ type, durationSeconds, startsAt }: LibraryItem): string {
  if (type === 'LIVE') return startsAt ? `Live, ${formatDayAndTime(startsAt)}` : 'Live session'
  return durationSeconds ? `Recording, ${formatDuration(durationSeconds)}` : 'Recording'
}

/** “Recording, 31 min, 120 MB”. */
export const libraryFacts = (item: LibraryItem): string => formatKind(item) + (item.size === null ? '' : `, ${fileSize(item.size)}`)

/** “Inês Carvalho, 12 Nov”. */
export const formatAdded = ({ addedBy, createdAt }: LibraryItem): string =>
  addedBy === null ? `Added ${formatShortDay(createdAt)}` : `${isolate(addedBy.name)}, ${formatShortDay(createdAt)}`

type SourceKind = 'file' | 'link' | 'none'

/** The location of the recording. */
const getSourceKind = ({ url }: Pick<LibraryItem, 'url'>): SourceKind =>
  url === null ? 'none' : url.startsWith('https://') ? 'link' : 'file'

export const formatUsage = ({ usedIn, restorable }: LibraryItem): string =>
  usedIn === null
    ? restorable
      ? `${isolate(restorable.courseTitle)}, deleted, restorable until ${formatShortDay(restorable.until)}`
      : 'In no course'
    : usedIn.weekNumber === null
      ? usedIn.courseTitle
      : `${isolate(usedIn.courseTitle)}, week ${usedIn.weekNumber}`

const getPlace = ({ id, usedIn }: LibraryItem) =>
  usedIn?.weekId ? { courseId: usedIn.courseId, weekId: usedIn.weekId, mediaId: id } : null

/** The page of a media item; undefined while it is in no course. */
export function libraryLinks(item: LibraryItem): { view?: string; edit?: string; replace?: string; week?: string } {
  const place = getPlace(item)
  if (!place) return {}
  return {
    view: paths.media.to(place),
    edit: paths.mediaEdit.to(place),
    replace: `${paths.mediaEdit.to(place)}#file`,
    week: paths.week.to({ courseId: place.courseId, weekId: place.weekId }),
  }
}

export function Thumbnail({ item, isLarge = false }: { item: LibraryItem; isLarge?: boolean }) {
  const Icon = item.type === 'LIVE' ? IconVideo : IconMovie
  return (
    <span className={`${classes.still} ${isLarge ? classes.large : ''}`}>
      {/* Decoration: the title is next to it. */}
      {item.thumbnailUrl === null ? (
        <Icon size={isLarge ? 32 : 18} stroke={1.75} aria-hidden />
      ) : (
        <img src={item.thumbnailUrl} alt="" loading="lazy" />
      )}
    </span>
  )
}

type Props = { item: LibraryItem }

export function SourceLabel({ item }: Props) {
  const stock = getSourceKind(item)
  if (stock === 'file') return <span>{item.size === null ? 'File' : fileSize(item.size)}</span>
  if (stock === 'link') return <span>Link</span>
  return item.type === 'LIVE' ? <span>No recording</span> : <StatusText state="missing">No file</StatusText>
}

/** Only recordings stored here can lack captions. */
export function Captions({ item }: Props) {
  if (item.hasCaptions)
    return (
      <Text span variant="meta" className={classes.captions}>
        <IconBadgeCc size={16} stroke={1.75} aria-hidden /> Captions
      </Text>
    )
  return getSourceKind(item) === 'file' ? <StatusText state="check">No captions</StatusText> : null
}

export function Used({ item, isPlain = false }: Props & { isPlain?: boolean }) {
  const { week } = libraryLinks(item)
  if (!week) return <StatusText state="check">{formatUsage(item)}</StatusText>
  return isPlain ? formatUsage(item) : <Link to={week}>{formatUsage(item)}</Link>
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function LibraryMenu({ item }: { item: LibraryItem }) {
  const [dialog, setDialog] = useState<'preview' | 'file' | 'media' | null>(null)
  const close = (): void => setDialog(null)
  const { view, edit, replace, week } = libraryLinks(item)
  const stock = getSourceKind(item)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${isolate(item.title)}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => setDialog('preview')}>
            Preview
          </Menu.Item>
          {week && (
            <Menu.Item component={Link} to={week} leftSection={<IconExternalLink {...icon} />}>
              Where it is used
            </Menu.Item>
          )}
          {edit && (
            <Menu.Item component={Link} to={edit} leftSection={<IconPencil {...icon} />}>
              Edit
            </Menu.Item>
          )}
          {replace && (
            <Menu.Item component={Link} to={replace} leftSection={<IconReplace {...icon} />}>
              {stock === 'none' ? 'Add a recording' : 'Replace the recording'}
            </Menu.Item>
          )}
          {view && (
            <Menu.Item
              leftSection={<IconLink {...icon} />}
              onClick={() => void copyToClipboard(location.origin + view, 'The link is copied')}
            >
              Copy link
            </Menu.Item>
          )}
          <Menu.Divider />
          {stock === 'file' && (
            <Menu.Item c="var(--c-bad)" leftSection={<IconFileX {...icon} />} onClick={() => setDialog('file')}>
              Delete the file
            </Menu.Item>
          )}
          <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={() => setDialog('media')}>
            Delete the {item.type === 'LIVE' ? 'session' : 'recording'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'preview' && <LibraryPreview item={item} onClose={close} />}
      {dialog === 'file' && <DeleteFileDialog media={item} onClose={close} onDone={close} />}
      {dialog === 'media' && (
        <DeleteLibraryMediaDialog media={item} isUsed={item.usedIn !== null || item.restorable !== null} onClose={close} onDone={close} />
      )}
    </>
  )
}

function Player({ item }: { item: LibraryItem }) {
  const media = useQuery(libraryMediaQuery({ params: { mediaId: item.id } }))
  return (
    <QueryPart query={media} what="The recording">
      {(found) =>
        found.playbackUrl === null ? (
          <p>{item.type === 'LIVE' ? 'No recording was added to this session.' : 'Its file was deleted.'}</p>
        ) : (
          <MediaPreview media={found} />
        )
      }
    </QueryPart>
  )
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
      <Text variant="meta" mb={12}>
        {libraryFacts(item)}. {formatUsage(item)}
      </Text>
      <Player item={item} />
    </Dialog>
  )
}
