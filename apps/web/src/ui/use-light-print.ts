/** Paper is white: a page that is printed from the dark colours is printed in the light ones. */

import { useEffect } from 'react'

export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement
    let before: string | null = null
    const toLight = (): void => {
      before = root.getAttribute('data-mantine-color-scheme')
      root.setAttribute('data-mantine-color-scheme', 'light')
    }
    const toBefore = (): void => {
      if (before !== null) root.setAttribute('data-mantine-color-scheme', before)
    }
    window.addEventListener('beforeprint', toLight)
    window.addEventListener('afterprint', toBefore)
    return () => {
      window.removeEventListener('beforeprint', toLight)
      window.removeEventListener('afterprint', toBefore)
    }
  }, [])
}
