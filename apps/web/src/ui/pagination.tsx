/** Pages of a list as links, so that they can be opened in a tab and Back works. The number lives in the URL. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FilterMenu } from './filter-menu.tsx'
import classes from './pagination.module.css'

type Props = {
  page: number
  limit: number
  total: number
  /** What is paged, for the landmark: “Users”. */
  label: string
  /** The name of the query value. Another than `page` is that of a part of the page, which stays where it is. */
  name?: string
  /** Rows of a page that can be chosen, and what is done with the choice. */
  sizes?: { options: readonly string[]; onChange: (limit: string) => void }
}

/** First, last, and the neighbours of the page; null is a gap. */
export function shownPages(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last)
  const numbers = [...new Set(near)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1]
    if (before === undefined || number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}

export function Pagination({ page, limit, total, label, name = 'page', sizes }: Props) {
  const [search] = useSearchParams()
  const last = Math.max(1, Math.ceil(total / limit))
  const hrefOf = (number: number): string =>
    `?${new URLSearchParams([...[...search].filter(([key]) => key !== name), [name, String(number)]])}`
  const link = (number: number, words: string, content: ReactNode) => (
    <Link
      to={hrefOf(number)}
      className={classes.link}
      aria-label={words}
      preventScrollReset={name !== 'page'}
      {...(number === page && { 'aria-current': 'page' as const })}
    >
      {content}
    </Link>
  )
  return (
    <nav className={classes.pager} aria-label={`${label}, pages`}>
      <div className={classes.start}>
        <p className={classes.range}>
          {total === 0 ? 'None' : `${(page - 1) * limit + 1} to ${Math.min(page * limit, total)} of ${total}`}
        </p>
        {sizes && total > Number(sizes.options[0]) && (
          <FilterMenu
            label="Rows"
            value={String(limit)}
            off={String(limit)}
            options={sizes.options.map((size) => ({ value: size, label: size }))}
            onChange={sizes.onChange}
          />
        )}
      </div>
      {last > 1 && (
        <ul className={classes.pages}>
          {page > 1 && <li>{link(page - 1, 'Previous page', <IconChevronLeft size={16} stroke={1.75} aria-hidden />)}</li>}
          {shownPages(page, last).map((number, index) =>
            number === null ? (
              <li key={`gap${index}`} className={classes.gap} aria-hidden>
                …
              </li>
            ) : (
              <li key={number} className={classes.number}>
                {link(number, `Page ${number} of ${last}`, number)}
              </li>
            ),
          )}
          {page < last && <li>{link(page + 1, 'Next page', <IconChevronRight size={16} stroke={1.75} aria-hidden />)}</li>}
        </ul>
      )}
    </nav>
  )
}
