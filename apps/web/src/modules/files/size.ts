/** Sizes of files in words, and what each kind of file may weigh. */

/** “62 MB”, “1.4 GB”, “820 kB”. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${amount < 10 && unit === 'GB' ? amount.toFixed(1).replace('.0', '') : Math.round(amount)} ${unit}`
}

const GB = 1024 ** 3
const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'audio/mpeg', 'audio/mp4', 'audio/x-m4a']
const videoEndings = /\.(mp4|webm|mov|mp3|m4a)$/i

export const videoAccept = '.mp4,.webm,.mov,.mp3,.m4a,video/mp4,video/webm,video/quicktime,audio/mpeg,audio/mp4'
export const videoHint = 'MP4, WebM, MOV, MP3 or M4A, at most 5 GB'

/** Why a file cannot be a recording; nothing where it can. */
export function videoFault(file: { name: string; type: string; size: number }): string | undefined {
  if (!videoTypes.includes(file.type) && !videoEndings.test(file.name)) return `${file.name} is not a recording. Choose an MP4, WebM, MOV, MP3 or M4A file.`
  if (file.size > 5 * GB) return `${file.name} has ${sizeOf(file.size)}. At most 5 GB can be uploaded.`
  if (file.size === 0) return `${file.name} is empty.`
  return undefined
}
