/** Whether nobody has moved anything over the player for a while: then its controls make way for the picture. */
import { useEffect, useState } from 'react'

const restMs = 3000

export function useIdle(box: HTMLElement): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), restMs)
    const stir = (): void => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), restMs)
    }
    const leave = (event: PointerEvent): void => void (event.pointerType === 'mouse' && setIdle(true))
    const heard = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of heard) box.addEventListener(event, stir)
    box.addEventListener('pointerleave', leave)
    return () => {
      clearTimeout(timer)
      for (const event of heard) box.removeEventListener(event, stir)
      box.removeEventListener('pointerleave', leave)
    }
  }, [box])
  return isIdle
}
