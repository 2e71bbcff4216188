/** The menu of phones: slides in over a dimmed page, holds the focus, and gives it back. */
import { ActionIcon, FocusTrap, Transition } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useSchoolName } from '#features/auth/api.ts'
import { Brand } from '#ui/brand.tsx'
import classes from './drawer.module.css'
import { Nav } from './nav.tsx'
import { UserMenu } from './user-menu.tsx'

/** Milliseconds. Mantine leaves all motion out for those who want less of it. */
const motion = { duration: 250, exitDuration: 150, timingFunction: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const
const slide = { in: { transform: 'none' }, out: { transform: 'translateX(-100%)' }, transitionProperty: 'transform' }

type Props = { id: string; isOpen: boolean; onClose: () => void }

function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return undefined
    const { overflow } = document.body.style
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = overflow
    }
  }, [isLocked])
}

function Panel({ id, onClose, style }: Omit<Props, 'isOpen'> & { style: CSSProperties }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On the element itself: keys pressed in the user menu, which stands elsewhere in the page, are the menu's.
    const closeOnEscape = ({ key }: KeyboardEvent): void => void (key === 'Escape' && onClose())
    const element = panel.current
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  return (
    <FocusTrap active innerRef={panel}>
      <div id={id} role="dialog" aria-modal aria-label="Menu" className={classes.drawer} style={style}>
        <div className={classes.head}>
          <Brand school={useSchoolName()} />
          <ActionIcon size={44} aria-label="Close the menu" onClick={onClose}>
            <IconX size={22} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
        <Nav onGo={onClose} />
        <div className={classes.foot}>
          <UserMenu onGo={onClose} />
        </div>
      </div>
    </FocusTrap>
  )
}

export function Drawer({ id, isOpen, onClose }: Props) {
  useScrollLock(isOpen)
  return (
    <>
      <Transition mounted={isOpen} transition="fade" {...motion}>
        {(style) => <button type="button" tabIndex={-1} aria-hidden className={classes.overlay} style={style} onClick={onClose} />}
      </Transition>
      <Transition mounted={isOpen} transition={slide} {...motion}>
        {(style) => <Panel id={id} style={style} onClose={onClose} />}
      </Transition>
    </>
  )
}
