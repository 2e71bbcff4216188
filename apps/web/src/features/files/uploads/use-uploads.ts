/** The uploads of this tab, bound to the signed-in user and to closing the page. */

import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useSession } from '#lib/session.ts'
import type { Upload } from './types.ts'
import { createUploads } from './upload-manager.ts'
import { useUploadsStarted } from './upload-store.ts'

export const uploads = createUploads()

// The shell shows uploads from the first one on.
uploads.store.subscribe(({ uploads: all }) => void (all.length > 0 && useUploadsStarted.setState({ isStarted: true })))

const followUser = (): void => void uploads.setUser(useSession.getState().user?.id ?? null)
followUser()
useSession.subscribe((session, before) => session.user?.id !== before.user?.id && followUser())

addEventListener('online', () => uploads.retryFailed())

const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()
// Only during transfers: browsers ignore pages that always ask, and exclude them from the back/forward cache.
uploads.store.subscribe(({ uploads: all }) => {
  const isMoving = all.some(({ state }) => state === 'moving' || state === 'finishing')
  if (isMoving) addEventListener('beforeunload', confirmLeaving)
  else removeEventListener('beforeunload', confirmLeaving)
})

/** Uploads of the signed-in user, oldest first. */
export const useUploads = (choose: (upload: Upload) => boolean = () => true): Upload[] =>
  useStore(
    uploads.store,
    useShallow(({ uploads: all, userId }) => all.filter((upload) => upload.ownerId === userId && choose(upload))),
  )
