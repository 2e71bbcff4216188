/** Puts a page's one action for phones into the top bar. */
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

export const topBarActionId = 'top-bar-action'

/** The child is an ActionIcon of 44 px. Shows nothing from 768 px on, where there is no top bar. */
export function TopBarAction({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(topBarActionId)), [])
  return place && createPortal(children, place)
}
