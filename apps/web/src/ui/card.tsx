/** An object that can be acted on as a whole. Everything else is rows between hairlines, and cards are never nested. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card.module.css'

type Props = { title?: string; isLive?: boolean; as?: 'section' | 'article' | 'div'; children: ReactNode }

export function Card({ title, isLive = false, as: Element = 'section', children }: Props) {
  return (
    <Element
      className={`${classes.card} ${isLive ? classes.live : ''}`}
      {...(title !== undefined && Element !== 'div' && { 'aria-label': title })}
    >
      {title !== undefined && (
        <Text component="h2" variant="section" mb={12}>
          {title}
        </Text>
      )}
      {children}
    </Element>
  )
}
