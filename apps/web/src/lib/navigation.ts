/** Navigation state: counts next to menu items, the root of breadcrumbs, the warning before leaving, and what keeps the focus. */

import { useEffect } from 'react'
import { create } from 'zustand'
import { isStudentRole, isTrainerRole } from '@lms/contract/policy'
import { type FocusTrail, toFocusTrail } from './focus-trail.ts'
import { paths } from './paths.ts'
import { useSession } from './session.ts'

/** The menu item of courses: the root of a breadcrumb, by role. */
export function useCoursesBreadcrumb(): { label: string; to: string } {
  const role = useSession((session) => session.user?.role)
  if (isStudentRole(role)) return { label: 'Enrolled Courses', to: paths.enrolledCourses.to() }
  return isTrainerRole(role) ? { label: 'My Courses', to: paths.enrolledCourses.to() } : { label: 'Courses', to: paths.courses.to() }
}

export type NavBadgeName = 'assignments' | 'attendance' | 'courses' | 'discussions' | 'notices'

/** Counts next to menu items and the bell, set by components that have the data anyway: no extra requests. */
export const useNavBadges = create<Partial<Record<NavBadgeName, number>>>(() => ({}))

/** Makes the browser ask before the product is left. */
export function useBeforeUnload(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
}

type Check = () => boolean

let checkUploads: Check = () => false

/** Set by the component that shows the uploads. */
export const setUploadsCheck = (check: Check): void => {
  checkUploads = check
}

/** What would be lost with the page: files that it uploads (answers, attachments, pictures), and drafts that the device does not keep. */
export const usePageRisks = create(() => ({ uploads: 0, keepsDrafts: true }))

/** Whether this device keeps what is written. */
export const useKeepsDrafts = (): boolean => usePageRisks(({ keepsDrafts }) => keepsDrafts)

/** Returns how to end it. */
export function beginPageUpload(): () => void {
  const change = (by: 1 | -1): void => usePageRisks.setState(({ uploads }) => ({ uploads: uploads + by }))
  change(1)
  return () => change(-1)
}

/** Whether files are being uploaded, without loading the upload code for users who never upload. */
export const hasLiveUploads: Check = () => checkUploads() || usePageRisks.getState().uploads > 0

/** Loads the code that keeps the focus with the first focus: before that there is none to lose. Returns how to stop. */
export function loadFocusKeeper(): () => void {
  const over = new AbortController()
  const whileLoading: FocusTrail[] = []
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element) whileLoading.push(toFocusTrail(target))
    // What fails to load is loaded with the next focus.
    if (whileLoading.length === 1) load().catch(() => whileLoading.splice(0))
  }
  const load = async (): Promise<void> => {
    const { keepFocus } = await import('./focus-keeper.ts')
    document.removeEventListener('focusin', onFocus)
    if (!over.signal.aborted) over.signal.addEventListener('abort', keepFocus(whileLoading))
  }
  document.addEventListener('focusin', onFocus, { signal: over.signal })
  return () => over.abort()
}
