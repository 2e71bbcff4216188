/** Page links of a list, so that pages can be opened in a tab and Back works. The page number is in the URL. */

import { Box, PaginationControl, PaginationItems, PaginationRoot } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { FilterMenu } from './filter-bar.tsx'
import { IconChevronLeft, IconChevronRight } from './icons.ts'

type Props = {
  page: number
  limit: number
  total: number
  /** The label of the landmark: “Users”. */
  label: string
  /** The name of the query parameter. If it is not `page`, it pages a part of the screen, which does not scroll to the top. */
  name?: string
  /** The page sizes to choose from. */
  sizes?: { options: readonly string[]; onChange: (limit: string) => void }
}

export function Pagination({ page, limit, total, label, name = 'page', sizes }: Props) {
  const [search] = useSearchParams()
  const last = Math.max(1, Math.ceil(total / limit))
  const linkTo = (number: number, words = `Page ${number} of ${last}`) => ({
    component: Link,
    to: `?${new URLSearchParams([...[...search].filter(([key]) => key !== name), [name, String(number)]])}`,
    'aria-label': words,
    preventScrollReset: name !== 'page',
  })
  return (
    <Box
      component="nav"
      display="flex"
      mt={12}
      style={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px 16px' }}
      aria-label={`${label}, pages`}
    >
      <Box display="flex" style={{ alignItems: 'center', gap: 12 }}>
        <Box component="p" fz={13} lh="18px" c="var(--c-ink2)">
          {total === 0 ? 'None' : `${(page - 1) * limit + 1} to ${Math.min(page * limit, total)} of ${total}`}
        </Box>
        {sizes && total > Number(sizes.options[0]) && (
          <FilterMenu
            label="Rows"
            value={String(limit)}
            off={String(limit)}
            options={sizes.options.map((size) => ({ value: size, label: size }))}
            onChange={sizes.onChange}
          />
        )}
      </Box>
      {last > 1 && (
        <PaginationRoot total={last} value={page} getItemProps={linkTo}>
          {page > 1 && (
            <PaginationControl {...linkTo(page - 1, 'Previous page')}>
              <IconChevronLeft size={16} stroke={1.75} aria-hidden />
            </PaginationControl>
          )}
          <PaginationItems />
          {page < last && (
            <PaginationControl {...linkTo(page + 1, 'Next page')}>
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </PaginationControl>
          )}
        </PaginationRoot>
      )}
    </Box>
  )
}
