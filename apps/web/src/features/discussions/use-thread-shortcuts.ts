/** Keys of discussions, outside fields: from one item of a list to the next, and what can be done there. */
import { useNavigate } from 'react-router'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'

const current = (selector: string): HTMLElement | null => document.activeElement?.closest<HTMLElement>(selector) ?? null

const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null

export function showElement(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

function step(selector: string, by: 1 | -1): void {
  if (isDialogOpen()) return
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  const at = all.indexOf(current(selector) ?? document.body)
  const next = at < 0 ? all[by === 1 ? 0 : all.length - 1] : all[at + by]
  if (next) showElement(next)
}

/** The next thing that is new after the focus: a comment, or the button that opens a branch with new replies. */
export function goToNextNew(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-new]')]
  const focus = document.activeElement
  const isAfter = (element: HTMLElement): boolean =>
    !focus || focus === document.body || Boolean(focus.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const next = all.find(isAfter) ?? all[0]
  if (!next) return
  showElement(next)
  if (next instanceof HTMLButtonElement) next.click()
}

/** j and k move, r replies, n goes to the next new comment, u back to the list. */
export function useThreadShortcuts({ onReply, backTo }: { onReply: (commentId: string) => void; backTo: string }): void {
  const navigate = useNavigate()
  useShortcuts({
    j: () => step('[data-comment]', 1),
    k: () => step('[data-comment]', -1),
    n: () => !isDialogOpen() && goToNextNew(),
    u: () => !isDialogOpen() && void navigate(backTo),
    r: () => {
      const id = current('[data-comment]')?.dataset['comment']
      if (id && !isDialogOpen()) onReply(id)
    },
  })
}

/** j and k move, Enter opens, c starts a discussion, u shows what is unread. */
export function useListShortcuts({ onNew, onUnread }: { onNew: () => void; onUnread: () => void }): void {
  useShortcuts({
    j: () => step('[data-discussions] li a', 1),
    k: () => step('[data-discussions] li a', -1),
    c: onNew,
    u: onUnread,
  })
}
