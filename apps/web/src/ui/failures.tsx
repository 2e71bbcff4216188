/** Parts of one page that fail for the same reason: the first says so for all of them, and tries all of them again. */

import { createContext, type ReactNode, use, useEffectEvent, useId, useLayoutEffect, useMemo, useState } from 'react'

type Failure = { id: string; cause: string; retry: () => void }
type Failures = { all: readonly Failure[]; set: (change: (now: readonly Failure[]) => readonly Failure[]) => void }

const PageFailures = createContext<Failures | null>(null)

/** Around the content of a page. */
export function FailuresOfPage({ children }: { children: ReactNode }) {
  const [all, set] = useState<readonly Failure[]>([])
  return <PageFailures value={useMemo(() => ({ all, set }), [all])}>{children}</PageFailures>
}

/** Null for a part whose failure another part shows. */
export function useFailure(
  cause: string,
  onRetry: (() => void) | undefined,
): { isShared: boolean; retry: (() => void) | undefined } | null {
  const id = useId()
  const page = use(PageFailures)
  const set = page?.set
  const retryOwn = useEffectEvent(() => onRetry?.())
  useLayoutEffect(() => {
    set?.((now) => [...now, { id, cause, retry: () => retryOwn() }])
    return () => set?.((now) => now.filter((one) => one.id !== id))
  }, [id, cause, set])
  const same = page?.all.filter((one) => one.cause === cause) ?? []
  if (same.length < 2) return { isShared: false, retry: onRetry }
  return same[0]!.id === id ? { isShared: true, retry: () => same.forEach(({ retry }) => retry()) } : null
}
