/** Moving through the product: numbers beside menu items, the root of breadcrumbs, new tabs, and what asks before it is left. */
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { getErrorMessage } from './api.ts'
import { paths } from './paths.ts'
import { useSession } from './session.ts'

/** The menu item of courses: the root of a breadcrumb, by role. */
export function useCoursesBreadcrumb(): { label: string; to: string } {
  const role = useSession((session) => session.user?.role)
  if (role === 'USER') return { label: 'Enrolled Courses', to: paths.enrolledCourses.to() }
  return role === 'TRAINER' ? { label: 'My Courses', to: paths.enrolledCourses.to() } : { label: 'Courses', to: paths.courses.to() }
}

export type NavBadgeName = 'assignments' | 'attendance' | 'courses' | 'notices'

/** Numbers beside menu items and on the bell, set by what has the data anyway: no request is made for a menu item. */
export const useNavBadges = create<Partial<Record<NavBadgeName, number>>>(() => ({}))

/** Has the browser ask before the product is left. */
export function useBeforeUnload(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
}

type Tab = {
  open: () => Promise<void>
  isPending: boolean
  /** The address, where the browser let no tab open: to be shown as a link. */
  blocked: string | null
}

/** A new tab whose address is asked for at the click: it opens at once, or the browser would take it for a pop-up. */
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

type Check = () => boolean

let checkUploads: Check = () => false

/** Set by the component that shows the uploads. */
export const setLiveUploadsCheck = (check: Check): void => {
  checkUploads = check
}

/** Whether files are being uploaded, without loading what uploads need for those who never upload. */
export const hasLiveUploads: Check = () => checkUploads()
