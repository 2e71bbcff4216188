/** Uploads in the frame of every page: the tray, what is said aloud, and what follows when a file has become a medium. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { UploadNews } from '#features/files/upload-news.tsx'
import { UploadTray } from '#features/files/upload-tray.tsx'
import { uploads, useUploads } from '#features/files/uploads/use-uploads.ts'
import { isUnderWay, type Upload } from '#features/files/uploads/types.ts'
import { notify } from '#ui/toasts.tsx'
import { tellLiveUploads } from './live-uploads.ts'

tellLiveUploads(() => uploads.store.getState().uploads.some(isUnderWay))

/** The screens of a week's new media and of one medium show what is begun there themselves, until it is published; the library what is unfinished. */
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
        const words = target.mediaId === null ? `${target.title} is in week ${target.weekNumber}` : `${target.title} has its new file`
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
