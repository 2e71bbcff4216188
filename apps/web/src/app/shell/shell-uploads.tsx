/** The uploads of the shell: the tray once there are any, and a question before a page is left that uploads a file. */
import { lazy, Suspense, useEffect } from 'react'
import { createUploadStorage, useUploadsStarted } from '#features/files/uploads/upload-store.ts'
import { usePageUploads } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'

const UnsavedChangesGuard = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).UnsavedChangesGuard }))

const UploadTraySlot = lazy(async () => ({ default: (await import('./upload-tray-slot.tsx')).UploadTraySlot }))

/** The uploads of the shell, once there are any: started on this page, or restored from an earlier visit. */
function LateUploads() {
  const userId = useSession(({ user }) => user?.id)
  const isStarted = useUploadsStarted((state) => state.isStarted)
  useEffect(() => {
    if (isStarted || userId === undefined) return
    const start = (stored: readonly unknown[]): void => void (stored.length > 0 && useUploadsStarted.setState({ isStarted: true }))
    void createUploadStorage().list(userId).then(start)
  }, [userId, isStarted])
  if (!isStarted) return null
  return (
    <Suspense>
      <UploadTraySlot />
    </Suspense>
  )
}

export function ShellUploads({ mayUpload }: { mayUpload: boolean }) {
  const isUploading = usePageUploads(({ count }) => count > 0)
  return (
    <>
      {isUploading && (
        <Suspense>
          <UnsavedChangesGuard
            isActive
            title="Leave while a file is uploading?"
            text="It is not uploaded if you leave this page now."
            stay="Stay"
            leave="Leave"
          />
        </Suspense>
      )}
      {mayUpload && <LateUploads />}
    </>
  )
}
