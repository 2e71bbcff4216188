/** The library as tiles. */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Skeleton, SkeletonBox } from '#ui/skeleton.tsx'
import { addedWords, libraryFacts, type LibraryItem, libraryLinks } from './library.ts'
import classes from './library-list.module.css'
import { LibraryMenu } from './library-menu.tsx'
import { LibraryPreview } from './library-preview.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { Captions, Used } from './library-labels.tsx'

function Tile({ item }: { item: LibraryItem }) {
  const [isOpen, setOpen] = useState(false)
  const { view } = libraryLinks(item)
  return (
    <li>
      <button type="button" className={classes.open} aria-label={`Preview ${item.title}`} onClick={() => setOpen(true)}>
        <Thumbnail item={item} isLarge />
      </button>
      <div className={classes.named}>
        <div className={classes.words}>
          <div className={classes.title}>{view ? <Link to={view}>{item.title}</Link> : item.title}</div>
          <p className={classes.second}>{libraryFacts(item)}</p>
          <p className={classes.second}>
            <Used item={item} isPlain />
          </p>
          <p className={classes.second}>{addedWords(item)}</p>
          <Captions item={item} />
        </div>
        <LibraryMenu item={item} />
      </div>
      {isOpen && <LibraryPreview item={item} onClose={() => setOpen(false)} />}
    </li>
  )
}

export const LibraryGrid = ({ items }: { items: readonly LibraryItem[] }) => (
  <ul className={classes.grid} aria-label="All media">
    {items.map((item) => (
      <Tile key={item.id} item={item} />
    ))}
  </ul>
)

const words = (
  <div className={classes.waiting}>
    <SkeletonBox width="70%" />
    <SkeletonBox width="45%" height={10} />
    <SkeletonBox width="55%" height={10} />
  </div>
)

/** Twelve tiles in their final sizes. */
export const LibraryGridWaiting = (): ReactNode => (
  <Skeleton>
    <div className={classes.grid}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index}>
          <div className={classes.blank} />
          {words}
        </div>
      ))}
    </div>
  </Skeleton>
)
