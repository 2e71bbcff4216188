/** Copies a text, and returns whether that succeeded. */

import { notify } from './toasts.tsx'

/** `copied` and `refused` are the texts of the toast. */
export async function copyToClipboard(text: string, copied: string, refused = `The browser did not copy it: ${text}`): Promise<boolean> {
  const isCopied = await writeText(text)
  if (isCopied) notify.success(copied)
  else notify.error(refused)
  return isCopied
}

async function writeText(text: string): Promise<boolean> {
  // Pages that are not served by https have no clipboard API: they copy the selection.
  if (!('clipboard' in navigator)) return copySelected(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Invisible, and without opening the keyboard of a phone.
  field.readOnly = true
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
