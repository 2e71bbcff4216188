/** The uploads of this tab, tied to who is signed in and to the closing of the page. */
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useSession } from '#lib/session.ts'
import type { Upload } from './types.ts'
import { createUploads } from './upload-manager.ts'
import { useUploadsStarted } from './upload-store.ts'

export const uploads = createUploads()

// From its first upload on the shell shows them.
uploads.store.subscribe(({ uploads: all }) => void (all.length > 0 && useUploadsStarted.setState({ isStarted: true })))

const followUser = (): void => void uploads.setUser(useSession.getState().user?.id ?? null)
followUser()
useSession.subscribe((session, before) => session.user?.id !== before.user?.id && followUser())

addEventListener('online', () => uploads.retryFailed())

const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()
// Only while bytes move: a page that always asks is no longer listened to, and the browser keeps it out of its back cache.
uploads.store.subscribe(({ uploads: all }) => {
  const isMoving = all.some(({ state }) => state === 'moving' || state === 'finishing')
  if (isMoving) addEventListener('beforeunload', confirmLeaving)
  else removeEventListener('beforeunload', confirmLeaving)
})

/** Those of the person who is signed in, oldest first. */
export const useUploads = (choose: (upload: Upload) => boolean = () => true): Upload[] =>
  useStore(
    uploads.store,
    useShallow(({ uploads: all, userId }) => all.filter((upload) => upload.ownerId === userId && choose(upload))),
  )
