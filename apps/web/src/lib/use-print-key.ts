/** Ctrl+P (⌘P) prints what a screen is about: a browser prints what is loaded and in view, which may be a part of it. */

import { useEffect, useRef } from 'react'

export function usePrintKey(onPrint: () => void): void {
  const print = useRef(onPrint)
  useEffect(() => {
    print.current = onPrint
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      print.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
