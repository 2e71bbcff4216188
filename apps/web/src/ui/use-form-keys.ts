/** The keys of a form on its own page. */

import { useEffect, useRef } from 'react'

/** A field in which Enter alone would submit the whole form. */
const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type !== 'file'

/** Ctrl S saves, wherever the focus is, and Ctrl Enter within the form. Enter alone in a field does not: the form is long. */
export function useFormKeys(save: () => void) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isModified = event.ctrlKey || event.metaKey
      const isEnter = event.key === 'Enter' && !event.defaultPrevented && form.current?.contains(event.target as Node) === true
      if (!(event.key === 's' && isModified) && !(isEnter && (isModified || isField(event.target)))) return
      event.preventDefault()
      if (isModified) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return form
}
