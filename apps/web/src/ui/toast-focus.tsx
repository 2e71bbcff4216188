/** The clock of all toasts stands still while the focus is in one, as it does below the mouse; Alt T goes to the newest. */

import { useEffect, useRef } from 'react'
import { useToaster } from 'react-hot-toast'

const place = (): HTMLElement | null => document.querySelector('[data-rht-toaster]')
const isWithin = (target: EventTarget | null): boolean => target instanceof Node && Boolean(place()?.contains(target))

export function ToastFocus() {
  const { toasts, handlers } = useToaster()
  const clock = useRef(handlers)
  useEffect(() => {
    clock.current = handlers
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const newest = place()?.querySelector('button')
      // By its place: on a Mac, Alt T types a dagger.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT' || !newest) return
      event.preventDefault()
      newest.focus()
    }
    const enter = ({ target }: FocusEvent): void => void (isWithin(target) && clock.current.startPause())
    const leave = ({ target }: FocusEvent): void => void (isWithin(target) && clock.current.endPause())
    window.addEventListener('keydown', press)
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    return () => {
      window.removeEventListener('keydown', press)
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
    }
  }, [])
  const shown = toasts.filter(({ visible }) => visible).length
  useEffect(() => {
    // A toast that is removed takes the focus along without a word.
    if (!isWithin(document.activeElement)) clock.current.endPause()
  }, [shown])
  return null
}
