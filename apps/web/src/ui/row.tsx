/** Lists as rows between hairlines: sections, groups in them, rows that are one link each. */

import { Box, Button, Flex, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { useFormerRowsProps } from './former-rows.tsx'
import classes from './row.module.css'

type SectionProps = { title: string; count?: number | string | undefined; isOverdue?: boolean; action?: ReactNode; children: ReactNode }

/** A list under its h2; the count follows the title, the action is on the right. */
export function Section({ title, count, isOverdue = false, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Flex align="baseline" justify="space-between" gap={12} mb={10}>
        <Text component="h2" variant="section" id={id} className={`${classes.section} ${isOverdue ? classes.bad : ''}`}>
          {title}
          {count !== undefined && <span className={classes.count}> {count}</span>}
        </Text>
        {action && (
          <Text component="div" inherit fz="sm" lh="sm" ta="end">
            {action}
          </Text>
        )}
      </Flex>
      {children}
    </section>
  )
}

/** `level` of the heading: 3 within a section. */
type RowGroupProps = { title: string; level?: 2 | 3; isOverdue?: boolean; children: ReactNode }

/** Related rows, such as those of one day. */
export function RowGroup({ title, level = 3, isOverdue = false, children }: RowGroupProps) {
  const Heading = `h${level}` as const
  return (
    <Box mt={14}>
      <Heading className={`${classes.groupTitle} ${isOverdue ? classes.bad : ''}`}>{title}</Heading>
      <ul className={classes.rows} {...useFormerRowsProps()}>
        {children}
      </ul>
    </Box>
  )
}

export const Rows = ({ children, label }: { children: ReactNode; label?: string }) => (
  <ul className={classes.rows} {...(label !== undefined && { 'aria-label': label })} {...useFormerRowsProps()}>
    {children}
  </ul>
)

type RowProps = {
  name: ReactNode
  meta?: ReactNode
  /** Long meta text whose end matters wraps to a second line. */
  wraps?: boolean
  /** The link of the whole row. Without it the row is plain. */
  to?: string | undefined
  /** A StatusIcon, an Avatar or a course colour. */
  glyph?: ReactNode
  /** A second, less prominent icon for the kind of object. */
  icon?: ReactNode
  /** One fact on the right. */
  fact?: ReactNode
  factTone?: 'quiet' | 'strong' | 'now' | 'bad' | 'warn'
  /** The item to continue with. */
  isCurrent?: boolean
  /** Moves the row within its list; beside it. */
  handle?: ReactNode
  /** While it is moved. */
  isLifted?: boolean
  /** Separate controls, such as a menu; they stay above the row's link. */
  controls?: ReactNode
  /** Under name and meta, such as week progress. */
  children?: ReactNode
}

export function Row({
  name,
  meta,
  wraps = false,
  to,
  glyph,
  icon,
  fact,
  factTone = 'quiet',
  isCurrent = false,
  handle,
  isLifted = false,
  controls,
  children,
}: RowProps) {
  return (
    <li className={`${classes.row} ${to ? classes.linked : ''} ${isCurrent ? classes.current : ''} ${isLifted ? classes.lifted : ''}`}>
      {handle}
      {glyph && <span className={classes.glyph}>{glyph}</span>}
      {icon && <span className={classes.icon}>{icon}</span>}
      <Box flex="1 1 var(--row-words, 0%)" miw={0}>
        <div className={classes.name}>
          {to ? (
            <RowLink to={to} isCurrent={isCurrent}>
              {name}
            </RowLink>
          ) : (
            name
          )}
        </div>
        {meta && (
          <Text component="div" variant="meta" className={`${classes.meta} ${wraps ? classes.wraps : ''}`}>
            {meta}
          </Text>
        )}
        {children}
      </Box>
      {fact !== undefined && (
        <Text component="div" variant="meta" className={`${classes.fact} ${classes[factTone]}`}>
          {fact}
        </Text>
      )}
      {controls && <div className={classes.controls}>{controls}</div>}
    </li>
  )
}

type Props = { to: string; children: ReactNode; className?: string | undefined; isCurrent?: boolean }

/** The name in a row, whose link covers the whole row (the closest `position: relative`). `--row-link-inset` extends it. */
export const RowLink = ({ to, children, className = '', isCurrent = false }: Props) => (
  <Link to={to} className={`${classes.link} ${className}`} {...(isCurrent && { 'aria-current': 'true' as const })}>
    {children}
  </Link>
)

type RestoreButtonProps = { title: string; isLoading: boolean; onClick: () => void }

/** Restores something that was deleted, in its row of a list. */
export const RestoreButton = ({ title, isLoading, onClick }: RestoreButtonProps) => (
  <Button size="sm" variant="default" loading={isLoading} aria-label={`Restore ${isolate(title)}`} onClick={onClick}>
    Restore
  </Button>
)
