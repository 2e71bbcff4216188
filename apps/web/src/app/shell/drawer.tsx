/**
 * The menu of phones: slides in with a spring over a dimmed page, holds the focus, and gives it back. What animates it is in the
 * same chunk: a drawer without it would never come in.
 */
import { ActionIcon, FocusTrap } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { AnimatePresence, domAnimation, LazyMotion, useReducedMotion } from 'motion/react'
import * as m from 'motion/react-m'
import { type KeyboardEvent, useEffect } from 'react'
import { useSchoolName } from '#modules/auth/queries.ts'
import { Brand } from '#ui/brand.tsx'
import classes from './drawer.module.css'
import { Nav } from './nav.tsx'
import { UserMenu } from './user-menu.tsx'

const spring = { type: 'spring', stiffness: 420, damping: 40, mass: 0.9 } as const
const ease = [0.2, 0.8, 0.2, 1] as const

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

function Panel({ id, onClose }: Omit<Props, 'isOpen'>) {
  const isCalm = useReducedMotion() === true
  const closeOnEscape = (event: KeyboardEvent): void => {
    // Keys pressed in the user menu come up here through React, though it stands elsewhere in the page: they are the menu's.
    if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
  }
  const away = isCalm ? { opacity: 0 } : { x: '-100%' }
  const here = isCalm ? { opacity: 1 } : { x: 0 }
  return (
    <FocusTrap active>
      <m.div
        id={id}
        role="dialog"
        aria-modal
        aria-label="Menu"
        className={classes.drawer}
        initial={away}
        animate={here}
        exit={{ ...away, transition: { duration: isCalm ? 0.08 : 0.15, ease } }}
        transition={isCalm ? { duration: 0.12 } : spring}
        onKeyDown={closeOnEscape}
      >
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
      </m.div>
    </FocusTrap>
  )
}

export function Drawer({ id, isOpen, onClose }: Props) {
  useScrollLock(isOpen)
  return (
    <LazyMotion features={domAnimation} strict>
      <AnimatePresence>
        {isOpen && (
          <m.div
            key="overlay"
            className={classes.overlay}
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: 0.16 }}
            onClick={onClose}
          />
        )}
        {isOpen && <Panel key="panel" id={id} onClose={onClose} />}
      </AnimatePresence>
    </LazyMotion>
  )
}
