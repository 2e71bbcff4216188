/** A name beside an icon on hover. Mantine's tooltip is too heavy for a first page, so it is loaded when something is pointed at. */
import { cloneElement, type PointerEvent, type ReactElement, useState } from 'react'
import type { LazyTooltip } from './lazy-tooltip.tsx'

type Pointed = { Tooltip: typeof LazyTooltip; target: HTMLElement }

export function Tooltip({
  label,
  children,
}: {
  label: string
  children: ReactElement<{ onPointerEnter?: (event: PointerEvent<HTMLElement>) => void }>
}) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const load = ({ currentTarget: target }: PointerEvent<HTMLElement>): void =>
    // Without it the name is still there for screen readers.
    void import('./lazy-tooltip.tsx').then(({ LazyTooltip: Tooltip }) => setPointed({ Tooltip, target })).catch(() => undefined)
  return (
    <>
      {cloneElement(children, { onPointerEnter: load })}
      {pointed && <pointed.Tooltip label={label} target={pointed.target} />}
    </>
  )
}
