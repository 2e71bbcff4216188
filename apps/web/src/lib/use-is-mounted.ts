/** Whether the page that sent something is still the one that is shown, when the answer comes late. */
import { useEffect, useRef } from 'react'

export function useIsMounted(): () => boolean {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return () => isHere.current
}
