/** Keys of a thread, outside fields: j and k go from comment to comment, r answers the one that has the focus. */
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'

const comments = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-comment]')]

const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-comment]') ?? null

function step(by: 1 | -1): void {
  if (document.querySelector('[role=dialog]')) return
  const all = comments()
  const at = all.indexOf(current() ?? document.body)
  const next = at < 0 ? all[by === 1 ? 0 : all.length - 1] : all[at + by]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'center' })
}

export function useThreadShortcuts(onReply: (commentId: string) => void): void {
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    r: () => {
      const id = current()?.dataset['comment']
      if (id) onReply(id)
    },
  })
}
