/** Rows of the search in their groups: a list of links that the field above moves through. */

import { Link } from 'react-router'
import { Avatar, getCoverColor } from '#ui/avatar.tsx'
import { IconClipboardText, IconMessage, IconMovie, IconVideo } from '#ui/icons.ts'
import { Marked } from '#ui/marked.tsx'
import { type Row, type RowGroup, titleOf } from './results.ts'
import classes from './search-palette.module.css'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const icons = { VIDEO: IconMovie, SESSION: IconVideo, ASSIGNMENT: IconClipboardText, DISCUSSION: IconMessage } as const

function Glyph({ row }: { row: Row }) {
  if (row.type === 'all') return null
  if (row.type === 'hit' && row.kind === 'PERSON') return <Avatar id={row.id} name={row.title} src={row.image} size={28} />
  if (row.type === 'hit' && row.kind === 'COURSE')
    return <span className={classes.spine} style={{ background: `var(--spine-${getCoverColor(row.id)})` }} aria-hidden />
  if (row.type === 'hit' && row.kind === 'WEEK')
    return (
      <span className={classes.week} aria-hidden>
        {row.number}
      </span>
    )
  const Icon = row.type === 'action' ? row.Icon : icons[row.kind as keyof typeof icons]
  return (
    <span className={classes.glyph}>
      <Icon {...icon} />
    </span>
  )
}

type RowProps = { row: Row; id: string; words: string; isActive: boolean; onPoint: () => void; onOpen: () => void }

function ResultRow({ row, id, words, isActive, onPoint, onOpen }: RowProps) {
  const title = titleOf(row)
  return (
    <Link
      id={id}
      to={row.to}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={row.type === 'all' ? `${classes.row} ${classes.all}` : classes.row}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={(event) => {
        // As the browser decides: with these keys it is a new tab or window.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen()
      }}
    >
      <Glyph row={row} />
      <span className={classes.words}>
        <span className={classes.title}>{row.type === 'all' ? title : <Marked text={title} search={words} />}</span>
        {row.type === 'hit' && <span className={classes.details}>{row.details}</span>}
      </span>
      {isActive ? (
        <span className={classes.enter} aria-hidden>
          Open <kbd>Enter</kbd>
        </span>
      ) : (
        row.type === 'hit' && row.fact && <span className={classes.fact}>{row.fact}</span>
      )}
    </Link>
  )
}

type Props = {
  id: string
  groups: readonly RowGroup[]
  words: string
  activeId: string | undefined
  onPoint: (row: Row) => void
  onOpen: (row: Row) => void
}

export function ResultList({ id, groups, words, activeId, onPoint, onOpen }: Props) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0))
  return (
    <div id={id} role="listbox" aria-label="Results">
      {groups.map(({ title, rows, more }, index) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <p id={`${id}-${title}`} className={classes.group} role="presentation">
            {title}
          </p>
          {rows.map((row, at) => {
            const rowId = `${id}-${starts[index]! + at}`
            return (
              <ResultRow
                key={row.to}
                id={rowId}
                row={row}
                words={words}
                isActive={rowId === activeId}
                onPoint={() => onPoint(row)}
                onOpen={() => onOpen(row)}
              />
            )
          })}
          {more !== undefined && <p className={classes.more}>{more} more. Type more of the name to find them.</p>}
        </div>
      ))}
    </div>
  )
}
