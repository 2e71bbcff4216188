/** The library as a table, or as rows on phones. */
import { shortDay } from '#lib/format-date.ts'
import { Cell, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { addedWords, kindOf, libraryFacts, type LibraryItem, libraryLinks } from './library.ts'
import classes from './library-list.module.css'
import { LibraryMenu } from './library-menu.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { Captions, Stock, Used } from './library-labels.tsx'

type Props = { items: readonly LibraryItem[] }

const columns = [
  { key: 'title', label: 'Title' },
  { key: 'used', label: 'Used in', width: '24%' },
  { key: 'stock', label: 'Recording', width: '11%' },
  { key: 'captions', label: 'Captions', width: '12%' },
  { key: 'by', label: 'Added by', width: '13%' },
  { key: 'added', label: 'Added', isNumber: true, width: '9%' },
  { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
]

export const LibraryTable = ({ items }: Props) => (
  <DataTable label="All media" columns={columns}>
    {items.map((item) => {
      const { view } = libraryLinks(item)
      return (
        <DataRow key={item.id}>
          <NameCell name={item.title} meta={kindOf(item)} {...(view && { to: view })} picture={<Thumbnail item={item} />} />
          <Cell>
            <Used item={item} />
          </Cell>
          <Cell>
            <Stock item={item} />
          </Cell>
          <Cell>
            <Captions item={item} />
          </Cell>
          <Cell>{item.addedBy?.name}</Cell>
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
        icon={<Thumbnail item={item} />}
        name={item.title}
        meta={libraryFacts(item)}
        controls={<LibraryMenu item={item} />}
      >
        <div className={classes.second}>
          <Used item={item} isPlain />
        </div>
        <div className={classes.second}>{addedWords(item)}</div>
        <Captions item={item} />
      </Row>
    ))}
  </Rows>
)
