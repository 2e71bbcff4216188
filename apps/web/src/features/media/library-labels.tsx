/** What a row or a tile of the library says of its media item. */
import { IconBadgeCc } from '@tabler/icons-react'
import { Link } from 'react-router'
import { fileSize } from '#lib/files.ts'
import { StatusText } from '#ui/status-badge.tsx'
import { type LibraryItem, libraryLinks, getSourceKind, formatUsage } from './library.ts'
import classes from './library-list.module.css'

type Props = { item: LibraryItem }

export function SourceLabel({ item }: Props) {
  const stock = getSourceKind(item)
  if (stock === 'file') return <span>{item.size === null ? 'File' : fileSize(item.size)}</span>
  if (stock === 'link') return <span>Link</span>
  return item.type === 'LIVE' ? <span>No recording</span> : <StatusText state="missing">No file</StatusText>
}

/** Only recordings of ours can lack captions. */
export function Captions({ item }: Props) {
  if (item.hasCaptions)
    return (
      <span className={classes.captions}>
        <IconBadgeCc size={16} stroke={1.75} aria-hidden /> Captions
      </span>
    )
  return getSourceKind(item) === 'file' ? <StatusText state="check">No captions</StatusText> : null
}

export function Used({ item, isPlain = false }: Props & { isPlain?: boolean }) {
  const { week } = libraryLinks(item)
  if (!week) return <StatusText state="check">{formatUsage(item)}</StatusText>
  return isPlain ? formatUsage(item) : <Link to={week}>{formatUsage(item)}</Link>
}
