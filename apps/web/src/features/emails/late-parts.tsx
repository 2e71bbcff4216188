/** Parts loaded on demand: the composer in the shell, and announcements, which few courses have. */

import { lazy, Suspense, type ComponentProps } from 'react'
import type { AnnouncementList } from './announcements.tsx'
import { useOpenedComposer } from './composer-store.ts'

const EmailComposer = lazy(() => import('./composer.tsx').then((module) => ({ default: module.EmailComposer })))

const ReplaceDraft = lazy(() => import('./composer.tsx').then((module) => ({ default: module.ReplaceDraft })))

const LazyList = lazy(() => import('./announcements.tsx').then((module) => ({ default: module.AnnouncementList })))

/** Suspends until it can be rendered, so that it does not move the page. */
export const Announcements = (props: ComponentProps<typeof AnnouncementList>) => (props.items.length === 0 ? null : <LazyList {...props} />)

export function ComposerHost() {
  const { opened, replacement } = useOpenedComposer()
  if (!opened && !replacement) return null
  return (
    <Suspense fallback={null}>
      {opened && <EmailComposer key={JSON.stringify(opened)} opened={opened} />}
      {replacement && <ReplaceDraft {...replacement} />}
    </Suspense>
  )
}
