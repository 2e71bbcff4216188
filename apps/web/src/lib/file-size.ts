/** How large a file is, in words. */

const kB = 1024
const MB = 1024 ** 2
const GB = 1024 ** 3

/** “340 kB”, “4.2 MB”, “12 MB”. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < MB) return `${Math.round(bytes / kB)} kB`
  const [value, unit] = bytes < GB ? [bytes / MB, 'MB'] : [bytes / GB, 'GB']
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${unit}`
}
