/** The picture of a media item in the library, or an icon of its kind. */
import { IconMovie, IconVideo } from '@tabler/icons-react'
import type { LibraryItem } from './library.ts'
import classes from './library.module.css'

export function Thumbnail({ item, isLarge = false }: { item: LibraryItem; isLarge?: boolean }) {
  const Icon = item.type === 'LIVE' ? IconVideo : IconMovie
  return (
    <span className={`${classes.still} ${isLarge ? classes.large : ''}`}>
      {/* The title is beside it. */}
      {item.thumbnailUrl === null ? (
        <Icon size={isLarge ? 32 : 18} stroke={1.75} aria-hidden />
      ) : (
        <img src={item.thumbnailUrl} alt="" loading="lazy" />
      )}
    </span>
  )
}
