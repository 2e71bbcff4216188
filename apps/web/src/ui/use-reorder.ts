/** Reordering a list by the handles of its rows, with keys or by dragging. Only the drop stores anything. */

import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

/** The list with one id at another place; beyond the ends it comes first or last. */
export function moveTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.max(0, to), 0, id)
}

/** `ids` are shown instead of the stored ones, while those are still the ones that they were made of. */
type Trial = { id: string; isLifted: boolean; ids: readonly string[]; stored: string }

type Options = {
  ids: readonly string[]
  /** Stores the order; false if it was not. */
  onDrop: (ids: readonly string[], id: string) => Promise<boolean>
  /** What screen readers say. */
  speak: Record<'lifted' | 'moved' | 'dropped', (id: string, ids: readonly string[]) => string>
}

/** Pixels that the pointer moves before a press becomes a drag; pixels at the edges of the window at which it scrolls. */
const [dragFrom, edge] = [4, 64]

const middleOf = (row: Element): number => {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

function scrollAtEdges(y: number): void {
  if (y < edge) window.scrollBy(0, y - edge)
  if (y > window.innerHeight - edge) window.scrollBy(0, y - window.innerHeight + edge)
}

/** Follows a pressed handle: `onMove` with each new place of its row (an `li` or `section`), `onEnd` once it was moved. */
function followPointer(
  handle: HTMLElement,
  startY: number,
  on: { lift: () => void; move: (to: number) => void; end: (isDrop: boolean) => void },
) {
  const row = handle.closest('li, section')
  const listening = new AbortController()
  let isMoving = false
  const stop = (isDrop: boolean) => () => {
    listening.abort()
    if (isMoving) on.end(isDrop)
  }
  const follow = ({ clientY }: globalThis.PointerEvent): void => {
    if (!isMoving && Math.abs(clientY - startY) < dragFrom) return
    if (!isMoving) on.lift()
    isMoving = true
    scrollAtEdges(clientY)
    const others = [...(row?.parentElement?.children ?? [])].filter((other) => other !== row)
    on.move(others.filter((other) => middleOf(other) < clientY).length)
  }
  const options = { signal: listening.signal }
  document.addEventListener('pointermove', follow, options)
  document.addEventListener('pointerup', stop(true), options)
  document.addEventListener('pointercancel', stop(false), options)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(false)(), options)
}

/** The order on trial, and what is spoken of it. */
function useTrial({ ids, onDrop, speak }: Options) {
  const [trial, setTrial] = useState<Trial | null>(null)
  const [spoken, setSpoken] = useState('')
  const stored = ids.join()
  const current = trial?.stored === stored ? trial : null
  // Otherwise it would be back once the former order is stored again.
  if (trial && !current) setTrial(null)
  const lift = (id: string): void => {
    setTrial({ id, isLifted: true, ids, stored })
    setSpoken(speak.lifted(id, ids))
  }
  const move = (id: string, next: readonly string[]): void => {
    setTrial({ id, isLifted: true, ids: next, stored })
    setSpoken(speak.moved(id, next))
  }
  const putBack = (): void => {
    setTrial(null)
    setSpoken('Put back.')
  }
  const drop = async (id: string, next: readonly string[]): Promise<void> => {
    if (next.join() === stored) return putBack()
    setTrial({ id, isLifted: false, ids: next, stored })
    if (await onDrop(next, id)) setSpoken(speak.dropped(id, next))
    else setTrial(null)
  }
  return { shown: current?.ids ?? ids, liftedId: current?.isLifted ? current.id : null, spoken, lift, move, putBack, drop }
}
type TrialOrder = ReturnType<typeof useTrial>

/** Whether the key was one of the handle. */
function takeKey(key: string, id: string, { shown, liftedId, lift, move, putBack, drop }: TrialOrder): boolean {
  const isLifted = liftedId === id
  const at = shown.indexOf(id)
  const places: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: shown.length - 1 }
  const to = places[key]
  const isPress = key === ' ' || key === 'Enter'
  if (isPress && isLifted) void drop(id, shown)
  else if (isPress) lift(id)
  else if (isLifted && (key === 'Escape' || key === 'Tab')) putBack()
  else if (!isLifted || to === undefined) return false
  else if (shown[to] !== undefined && to !== at) move(id, moveTo(shown, id, to))
  // With Tab the focus goes on.
  return key !== 'Tab'
}

function drag(handle: HTMLElement, startY: number, id: string, { shown, lift, move, putBack, drop }: TrialOrder): void {
  let next = shown
  followPointer(handle, startY, {
    lift: () => lift(id),
    move: (to) => {
      if (next.indexOf(id) === to) return
      next = moveTo(next, id, to)
      move(id, next)
    },
    end: (isDrop) => (isDrop ? void drop(id, next) : putBack()),
  })
}

export function useReorder(options: Options) {
  const trial = useTrial(options)
  const { shown, liftedId, spoken, drop } = trial
  const handle = useRef<HTMLElement>(null)
  const order = shown.join()
  // A browser takes the focus from an element whose row moves.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) handle.current?.focus({ preventScroll: true })
  }, [order])
  return {
    ids: shown,
    liftedId,
    spoken,
    /** For menus: one step, stored at once. */
    moveTo: (id: string, to: number) => void drop(id, moveTo(shown, id, to)),
    handleProps: (id: string) => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        handle.current = event.currentTarget
        if (takeKey(event.key, id, trial)) event.preventDefault()
      },
      onPointerDown: ({ button, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return
        handle.current = currentTarget
        currentTarget.focus({ preventScroll: true })
        drag(currentTarget, clientY, id, trial)
      },
    }),
  }
}
