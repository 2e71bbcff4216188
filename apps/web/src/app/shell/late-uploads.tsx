/** The uploads of the shell, once there are any: started on this page, or stored by an earlier one. */
import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '#lib/session.ts'
import { createUploadStorage, useUploadsStarted } from '#features/files/uploads/upload-store.ts'

const ShellUploads = lazy(async () => ({ default: (await import('./upload-tray-slot.tsx')).UploadTraySlot }))

export function LateUploads() {
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
      <ShellUploads />
    </Suspense>
  )
}
