/** A state as glyph and word: on a ground (Chip), or bare in rows and tables (StateWord). */
import type { ReactNode } from 'react'
import classes from './chip.module.css'
import { StateGlyph, type StateName, stateWords } from './state-glyph.tsx'

type Props = { state: StateName; share?: number; children?: ReactNode }

export function Chip({ state, share, children }: Props) {
  return (
    <span className={`${classes.chip} ${classes[state]}`}>
      <StateGlyph name={state} size={14} {...(share !== undefined && { share })} />
      {children ?? stateWords[state]}
    </span>
  )
}

export function StateWord({ state, share, children }: Props) {
  return (
    <span className={`${classes.bare} ${classes[state]}`}>
      <StateGlyph name={state} size={16} {...(share !== undefined && { share })} />
      {children ?? stateWords[state]}
    </span>
  )
}
