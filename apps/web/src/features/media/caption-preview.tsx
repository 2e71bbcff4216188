/** A look at a medium from the keyboard: Space on its name, as a click on its picture. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type LibraryItem, libraryLinks } from './library.ts'
import { LibraryPreview } from './library-preview.tsx'

export function CaptionPreview({ items, children }: { items: readonly LibraryItem[]; children: ReactNode }) {
  const [seen, setSeen] = useState<LibraryItem | null>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLAnchorElement)) return
    const item = items.find((one) => libraryLinks(one).view === target.getAttribute('href'))
    if (!item) return
    event.preventDefault()
    setSeen(item)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links in it */}
      <div aria-keyshortcuts="Space" onKeyDown={onKeyDown}>
        {children}
      </div>
      {seen && <LibraryPreview item={seen} onClose={() => setSeen(null)} />}
    </>
  )
}
