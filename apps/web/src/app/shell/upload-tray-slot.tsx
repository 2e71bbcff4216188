/** Uploads in the frame of every page: the tray, the announcements, and the toast after a media item was created. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { setUploadsCheck } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useCan } from '#lib/session.ts'
import { notify } from '#ui/toasts.tsx'
import { UploadNews, UploadTray } from '#features/files/upload-tray.tsx'
import { isUnderWay, type Upload } from '#features/files/uploads/types.ts'
import { uploads, useUploads } from '#features/files/uploads/use-uploads.ts'

setUploadsCheck(() => uploads.store.getState().uploads.some(isUnderWay))

/** Screens that show uploads themselves: new media and a media item until publication, and the library for unfinished ones. */
function isShownAt(pathname: string, { target, isWanted, state }: Upload, hasLibrary: boolean): boolean {
  if (matchPath(paths.allMedia.pattern, pathname)) return hasLibrary && state !== 'done'
  if (!target || isWanted) return false
  const { courseId, weekId, mediaId } = target
  const place = mediaId === null ? paths.mediaNew.to({ courseId, weekId }) : paths.mediaEdit.to({ courseId, weekId, mediaId })
  return matchPath(place, pathname) !== null
}

function useNews(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(
    () =>
      uploads.onDelivered(({ target, mediaId }) => {
        for (const key of ['media', 'weeks', 'courses', 'files']) void client.invalidateQueries({ queryKey: [key] })
        if (!target || mediaId === null) return
        const to = paths.media.to({ courseId: target.courseId, weekId: target.weekId, mediaId })
        const words =
          target.mediaId === null ? `${isolate(target.title)} is in week ${target.weekNumber}` : `${isolate(target.title)} has its new file`
        notify.success(words, { link: { label: 'Open', onClick: () => void navigate(to) } })
      }),
    [client, navigate],
  )
}

export function UploadTraySlot() {
  const { pathname } = useLocation()
  const all = useUploads()
  const may = useCan()
  useNews()
  const shown = all.filter((upload) => !isShownAt(pathname, upload, may('media.library')))
  return (
    <>
      <UploadNews uploads={all} />
      {shown.length > 0 && <UploadTray uploads={shown} />}
    </>
  )
}
