/** Short messages at the top of the page: an icon, one sentence, at most one link. Anything that needs action is also shown in the page. */

import { Flex } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { toast, Toaster } from 'react-hot-toast'
import { onNextPerson } from '#lib/next-person.ts'
import { IconInfoCircle } from './icons.ts'
import { StatusIcon } from './status-icon.tsx'
import classes from './toasts.module.css'

type Link = { label: string; onClick: () => void; /** A shortcut for it, such as `Ctrl Z`. */ keys?: string }
type Extra = {
  link?: Link
  /** A toast with the same id replaces the earlier one. */ id?: string
  icon?: ReactElement
  /** Milliseconds. */ duration?: number
  /** The link is the only way back, such as that of a comment, which is erased a minute later: it stays, and can be dismissed. */ isOnlyWay?: boolean
}

/** Milliseconds. */
const onlyWayMs = 50_000

function body(words: ReactNode, link: Link | undefined, id: string, isOnlyWay: boolean) {
  return (
    <Flex component="span" display="inline-flex" align="center" gap={20}>
      {words}
      {link && (
        <button
          type="button"
          className={classes.link}
          aria-keyshortcuts="Alt+T"
          title="Alt T"
          onClick={() => {
            toast.dismiss(id)
            link.onClick()
          }}
        >
          {link.label}
          {link.keys && <kbd>{link.keys}</kbd>}
        </button>
      )}
      {isOnlyWay && (
        <button type="button" className={classes.link} onClick={() => toast.dismiss(id)}>
          Dismiss
        </button>
      )}
    </Flex>
  )
}

const content =
  (words: ReactNode, link?: Link, isOnlyWay = false) =>
  ({ id }: { id: string }) =>
    body(words, link, id, isOnlyWay)

export const notify = {
  success: (words: string, { link, id, icon, isOnlyWay }: Extra = {}): string =>
    toast.success(content(words, link, isOnlyWay), {
      ...(id && { id }),
      icon: icon ?? <StatusIcon name="graded" />,
      ...(link && { duration: isOnlyWay ? onlyWayMs : 10_000 }),
    }),
  error: (words: string, { link, id, icon, duration = 8000 }: Extra = {}): string =>
    toast.error(content(words, link), {
      ...(id && { id }),
      icon: icon ?? <StatusIcon name="cannot" />,
      ariaProps: { role: 'alert', 'aria-live': 'assertive' },
      ...(link && { duration }),
    }),
  info: (words: ReactNode, { link, id, icon, isOnlyWay, duration = isOnlyWay ? onlyWayMs : 6000 }: Extra = {}): string =>
    toast(content(words, link, isOnlyWay), {
      ...(id && { id }),
      icon: icon ?? <IconInfoCircle size={18} stroke={1.75} aria-hidden />,
      ...(link && { duration }),
    }),
  dismiss: (id?: string): void => toast.dismiss(id),
}

// Their actions, such as Undo, are those of the former person.
onNextPerson(() => toast.dismiss())

const style = {
  background: 'var(--c-surface)',
  color: 'var(--c-ink)',
  boxShadow: 'var(--depth-2)',
  borderRadius: 10,
  padding: '10px 14px',
  maxWidth: 420,
  minHeight: 24,
  lineHeight: '20px',
}

/**
 * Mounted once. Toasts with a link stay longer than the 2 and 4 seconds of others. `removeDelay` is the
 * time in milliseconds that a dismissed toast takes to fade.
 */
export const Toasts = ({ removeDelay = 1000 }: { removeDelay?: number }) => (
  <Toaster
    position="top-center"
    containerClassName={classes.place ?? ''}
    containerStyle={{ zIndex: 'var(--z-toast)' }}
    toastOptions={{
      className: classes.toast ?? '',
      style,
      removeDelay,
      duration: 4000,
      success: { duration: 2000 },
      error: { duration: 4000 },
    }}
  />
)
