/** What a row or a tile of the library says of its medium. */
import { IconBadgeCc } from '@tabler/icons-react'
import { Link } from 'react-router'
import { fileSize } from '#lib/file-size.ts'
import { StateWord } from '#ui/chip.tsx'
import { type LibraryItem, libraryLinks, stockOf, usedWords } from './library.ts'
import classes from './library-list.module.css'

type Props = { item: LibraryItem }

export function Stock({ item }: Props) {
  const stock = stockOf(item)
  if (stock === 'file') return <span>{item.size === null ? 'File' : fileSize(item.size)}</span>
  if (stock === 'link') return <span>Link</span>
  return item.type === 'LIVE' ? <span>No recording</span> : <StateWord state="missing">No file</StateWord>
}

/** Only recordings of ours can lack captions. */
export function Captions({ item }: Props) {
  if (item.hasCaptions)
    return (
      <span className={classes.captions}>
        <IconBadgeCc size={16} stroke={1.75} aria-hidden /> Captions
      </span>
    )
  return stockOf(item) === 'file' ? <StateWord state="check">No captions</StateWord> : null
}

export function Used({ item, isPlain = false }: Props & { isPlain?: boolean }) {
  const { week } = libraryLinks(item)
  if (!week) return <StateWord state="check">{usedWords(item)}</StateWord>
  return isPlain ? usedWords(item) : <Link to={week}>{usedWords(item)}</Link>
}
