/** The bell with the number of unread notices. The panel behind it is loaded on demand. */

import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavBadges } from '#lib/navigation.ts'
import { IconBell } from '#ui/icons.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import classes from './bell.module.css'

const load = () => import('./notice-panel.tsx')
const Panel = lazy(async () => ({ default: (await load()).NoticePanel }))

type Props = {
  /** `phone`: a page over the whole screen; else beside the sidebar or its rail. */
  place: 'sidebar' | 'rail' | 'phone'
}

export function Bell({ place }: Props) {
  const unread = useNavBadges(({ notices = 0 }) => notices)
  const [isOpen, setOpen] = useState(false)
  const { isWanted, trigger } = useOnDemand(load)
  const button = useRef<HTMLButtonElement>(null)
  const toggle = (): void => {
    if (isWanted) return setOpen(!isOpen)
    setOpen(true)
    trigger.onClick()
  }
  const count = unread > 99 ? '99+' : String(unread)
  return (
    <>
      <ActionIcon
        {...trigger}
        ref={button}
        size={place === 'phone' ? 44 : 36}
        aria-label={unread > 0 ? `Notices, ${count} unread` : 'Notices'}
        aria-haspopup="dialog"
        aria-expanded={isOpen && isWanted}
        onClick={toggle}
      >
        <IconBell size={place === 'phone' ? 22 : 18} stroke={1.75} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden>
            {count}
          </span>
        )}
      </ActionIcon>
      <Suspense>{isOpen && isWanted && <Panel place={place} button={button} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
