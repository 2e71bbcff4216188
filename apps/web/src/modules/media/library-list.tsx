/** The library as a table, as tiles, or as rows on phones. */
import { IconFile, IconLink, IconMovie, IconVideo } from '@tabler/icons-react'
import { Link } from 'react-router'
import { shortDay } from '#lib/times.ts'
import { StateWord } from '#ui/chip.tsx'
import { Cell, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { kindOf, type LibraryItem, libraryLinks, stockOf, usedWords } from './library.ts'
import classes from './library-list.module.css'
import { LibraryMenu } from './library-menu.tsx'

type Props = { items: readonly LibraryItem[] }

const KindIcon = ({ item, size }: { item: LibraryItem; size: number }) => {
  const Icon = item.type === 'LIVE' ? IconVideo : IconMovie
  return <Icon size={size} stroke={1.75} aria-hidden />
}

function Stock({ item }: { item: LibraryItem }) {
  const stock = stockOf(item)
  if (stock === 'none') return item.type === 'LIVE' ? <span>No recording</span> : <StateWord state="missing">No file</StateWord>
  const Icon = stock === 'file' ? IconFile : IconLink
  return (
    <span className={classes.stock}>
      <Icon size={16} stroke={1.75} aria-hidden /> {stock === 'file' ? 'File' : 'Link'}
    </span>
  )
}

function Used({ item }: { item: LibraryItem }) {
  const { week } = libraryLinks(item)
  return week ? <Link to={week}>{usedWords(item)}</Link> : <StateWord state="check">{usedWords(item)}</StateWord>
}

const columns = [
  { key: 'title', label: 'Title' },
  { key: 'used', label: 'Used in', width: '30%' },
  { key: 'stock', label: 'Recording', width: '14%' },
  { key: 'added', label: 'Added', isNumber: true, width: '12%' },
  { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
]

export const LibraryTable = ({ items }: Props) => (
  <DataTable label="All media" columns={columns}>
    {items.map((item) => {
      const { view } = libraryLinks(item)
      return (
        <DataRow key={item.id}>
          <NameCell
            name={item.title}
            meta={kindOf(item)}
            {...(view && { to: view })}
            picture={
              <span className={classes.kind}>
                <KindIcon item={item} size={18} />
              </span>
            }
          />
          <Cell>
            <Used item={item} />
          </Cell>
          <Cell>
            <Stock item={item} />
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
        icon={<KindIcon item={item} size={18} />}
        name={item.title}
        meta={kindOf(item)}
        controls={<LibraryMenu item={item} />}
      >
        <div className={classes.second}>{usedWords(item)}</div>
      </Row>
    ))}
  </Rows>
)

export const LibraryGrid = ({ items }: Props) => (
  <ul className={classes.grid} aria-label="All media">
    {items.map((item) => {
      const { view } = libraryLinks(item)
      return (
        <li key={item.id} className={classes.tile}>
          <div className={classes.still}>
            <KindIcon item={item} size={32} />
          </div>
          <div className={classes.named}>
            <div className={classes.words}>
              <div className={classes.title}>{view ? <Link to={view}>{item.title}</Link> : item.title}</div>
              <p className={classes.second}>{kindOf(item)}</p>
              <p className={classes.second}>{usedWords(item)}</p>
            </div>
            <LibraryMenu item={item} />
          </div>
        </li>
      )
    })}
  </ul>
)
