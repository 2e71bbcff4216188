/** Whether a browser shows a file or saves it, and under which name: the Content-Disposition header. */
import { fileTypes } from '@lms/contract/file-types'

const shownInPlace = new Set(['image', 'video', 'audio'])

/** Only pictures, video and audio are shown in place: everything else could be a page. */
export function contentDisposition(contentType: string, fileName = ''): string {
  const kind = shownInPlace.has(fileTypes[contentType]?.kind ?? '') ? 'inline' : 'attachment'
  return fileName ? `${kind}; filename*=UTF-8''${encodeName(fileName)}` : kind
}

/** RFC 8187 leaves fewer characters as they are than encodeURIComponent does. */
const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
