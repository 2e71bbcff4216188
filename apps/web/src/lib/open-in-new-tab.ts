/** A new tab whose address is asked for at the click: it opens at once, or the browser would take it for a pop-up. */
import { useState } from 'react'
import { getErrorMessage } from './api.ts'

type Tab = {
  open: () => Promise<void>
  isPending: boolean
  /** The address, where the browser let no tab open: to be shown as a link. */
  blocked: string | null
}

export function useNewTab(ask: () => Promise<string>, onFailure: (sentence: string) => void): Tab {
  const [isPending, setPending] = useState(false)
  const [blocked, setBlocked] = useState<string | null>(null)
  const open = async (): Promise<void> => {
    const tab = window.open('', '_blank')
    setPending(true)
    try {
      const address = await ask()
      if (!tab) return setBlocked(address)
      // The other side must not reach back into this page.
      tab.opener = null
      tab.location.replace(address)
    } catch (error) {
      tab?.close()
      onFailure(error instanceof NoUrlError ? error.message : getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }
  return { open, isPending, blocked }
}

/** Thrown by `ask` where the server knows of no address; the message is shown. */
export class NoUrlError extends Error {}
