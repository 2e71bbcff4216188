/** The focus in the first field of a page that is one form. */
import { useEffect } from 'react'

const fieldSelector = 'input, textarea, select, [contenteditable=true], [role=dialog]'

/**
 * Once, when the page comes. Not on phones and tablets, where the keyboard would cover what the page says first; and never away
 * from a field that somebody is in already.
 */
export function useAutoFocus(id: string): void {
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches || document.activeElement?.closest(fieldSelector)) return
    document.getElementById(id)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what is first does not change under somebody's hands
  }, [])
}
