/** The library as tiles, as a table, or as rows on phones. */
import { IconBadgeCc } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { fileSize } from '#lib/file-size.ts'
import { shortDay } from '#lib/times.ts'
import { StateWord } from '#ui/chip.tsx'
import { Cell, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { kindOf, libraryFacts, type LibraryItem, libraryLinks, stockOf, usedWords } from './library.ts'
import classes from './library-list.module.css'
import { LibraryMenu } from './library-menu.tsx'
import { LibraryPreview } from './library-preview.tsx'
import { LibraryStill } from './library-still.tsx'

type Props = { items: readonly LibraryItem[] }

function Stock({ item }: { item: LibraryItem }) {
  const stock = stockOf(item)
  if (stock === 'file') return <span>{item.size === null ? 'File' : fileSize(item.size)}</span>
  if (stock === 'link') return <span>Link</span>
  return item.type === 'LIVE' ? <span>No recording</span> : <StateWord state="missing">No file</StateWord>
}

/** Only recordings of ours can have captions. */
function Captions({ item }: { item: LibraryItem }) {
  if (stockOf(item) !== 'file') return null
  if (!item.hasCaptions) return <StateWord state="check">No captions</StateWord>
  return (
    <span className={classes.captions}>
      <IconBadgeCc size={16} stroke={1.75} aria-hidden /> Captions
    </span>
  )
}

function Used({ item }: { item: LibraryItem }) {
  const { week } = libraryLinks(item)
  return week ? <Link to={week}>{usedWords(item)}</Link> : <StateWord state="check">{usedWords(item)}</StateWord>
}

const columns = [
  { key: 'title', label: 'Title' },
  { key: 'used', label: 'Used in', width: '26%' },
  { key: 'stock', label: 'Recording', width: '12%' },
  { key: 'captions', label: 'Captions', width: '13%' },
  { key: 'added', label: 'Added', isNumber: true, width: '10%' },
  { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
]

export const LibraryTable = ({ items }: Props) => (
  <DataTable label="All media" columns={columns}>
    {items.map((item) => {
      const { view } = libraryLinks(item)
      return (
        <DataRow key={item.id}>
          <NameCell name={item.title} meta={kindOf(item)} {...(view && { to: view })} picture={<LibraryStill item={item} />} />
          <Cell>
            <Used item={item} />
          </Cell>
          <Cell>
            <Stock item={item} />
          </Cell>
          <Cell>
            <Captions item={item} />
          </Cell>
          <Cell isNumber>{shortDay(item.createdAt)}</Cell>
          <Cell>
            <LibraryMenu item={item} />
          </Cell>
        </DataRow>
      )
    })}
  </DataTable>
)

export const LibraryRows = ({ items }: Props) => (
  <Rows label="All media">
    {items.map((item) => (
      <Row
        key={item.id}
        to={libraryLinks(item).view}
        icon={<LibraryStill item={item} />}
        name={item.title}
        meta={libraryFacts(item)}
        controls={<LibraryMenu item={item} />}
      >
        <div className={classes.second}>{usedWords(item)}</div>
        <Captions item={item} />
      </Row>
    ))}
  </Rows>
)

function Tile({ item }: { item: LibraryItem }) {
  const [isOpen, setOpen] = useState(false)
  const { view } = libraryLinks(item)
  const still = <LibraryStill item={item} isLarge />
  return (
    <li>
      {view ? (
        <button type="button" className={classes.open} aria-label={`Preview ${item.title}`} onClick={() => setOpen(true)}>
          {still}
        </button>
      ) : (
        still
      )}
      <div className={classes.named}>
        <div className={classes.words}>
          <div className={classes.title}>{view ? <Link to={view}>{item.title}</Link> : item.title}</div>
          <p className={classes.second}>{libraryFacts(item)}</p>
          <p className={classes.second}>{usedWords(item)}</p>
          <Captions item={item} />
        </div>
        <LibraryMenu item={item} />
      </div>
      {isOpen && <LibraryPreview item={item} onClose={() => setOpen(false)} />}
    </li>
  )
}

export const LibraryGrid = ({ items }: Props) => (
  <ul className={classes.grid} aria-label="All media">
    {items.map((item) => (
      <Tile key={item.id} item={item} />
    ))}
  </ul>
)
