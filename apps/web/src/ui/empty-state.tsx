/** An empty list: a small shelf with one gap, what will be here, and how to start. */

import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  title: string
  /** One sentence. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
  /** Filters without result have no picture. */
  isFramed?: boolean
}

/* oxfmt-ignore */
const books = [[4, 12, 14, 30, 1], [20, 2, 10, 40, 2], [32, 18, 16, 24, 3], [86, 6, 12, 36, 5], [100, 14, 14, 28, 6], [116, 0, 10, 42, 4]] as const

function Shelf() {
  return (
    <svg className={classes.shelf} width="132" height="56" viewBox="0 0 132 56" aria-hidden>
      {books.map(([x, y, width, height, spine]) => (
        <rect
          key={x}
          x={x}
          y={y + 6}
          width={width}
          height={height}
          rx="1.6"
          fill={`color-mix(in srgb, var(--spine-${spine}) 46%, var(--c-page))`}
        />
      ))}
      <rect x="54.7" y="18.7" width="13" height="29" rx="1.6" className={classes.gap} />
      <rect x="0" y="48" width="132" height="4" className={classes.board} />
    </svg>
  )
}

export function EmptyState({ title, children, action, isFramed = true }: Props) {
  return (
    <Box p="12px 0">
      {isFramed && <Shelf />}
      <Text component="h2" variant="heading">
        {title}
      </Text>
      {children && (
        <Text variant="meta" maw={320} mt={4}>
          {children}
        </Text>
      )}
      {action && <Box mt={16}>{action}</Box>}
    </Box>
  )
}
