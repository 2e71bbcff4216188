/** A name beside an icon on hover and focus. Mantine's tooltip is heavy for a first load, so it arrives when the page stands. */
import { lazy, type ReactElement, Suspense } from 'react'

const Late = lazy(() => import('./late-tip.tsx').then(({ LateTip }) => ({ default: LateTip })))

export function Tip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Suspense fallback={children}>
      <Late label={label}>{children}</Late>
    </Suspense>
  )
}
