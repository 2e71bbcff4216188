/** File handles, if the browser supports them, so that files can be read again after a reload. */

/** The part of the File System Access API that is used; TypeScript's own types leave permissions out. */
export type FileHandle = {
  getFile: () => Promise<File>
  queryPermission?: (how: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState>
}
export type PickedFile = { file: File; handle: FileHandle | null }

type Picker = (options: { multiple: boolean; types: { description: string; accept: Record<string, string[]> }[] }) => Promise<FileHandle[]>
type HandleSource = { getAsFileSystemHandle?: () => Promise<(FileHandle & { kind: string }) | null> }

export const withoutHandles = (files: Iterable<File>): PickedFile[] => [...files].map((file) => ({ file, handle: null }))

/** Opens the browser's dialog for files with handles; null if the browser has none, and the form's own field is used. */
export function filePicker(): ((extensions: string, isMultiple: boolean) => Promise<PickedFile[]>) | null {
  const browser = window as { showOpenFilePicker?: Picker }
  if (!browser.showOpenFilePicker) return null
  return async (extensions, isMultiple) => {
    const types = [{ description: 'Recordings', accept: { 'video/*': extensions.split(',') } }]
    try {
      const handles = (await browser.showOpenFilePicker?.({ multiple: isMultiple, types })) ?? []
      return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return []
      throw error
    }
  }
}

/** Must be called while the drop or paste is handled: the list is empty afterwards. */
export function toPickedFiles({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const plain = withoutHandles(files)
  const handles = [...items].filter(({ kind }) => kind === 'file').map((item) => (item as HandleSource).getAsFileSystemHandle?.())
  return Promise.all(
    plain.map(async ({ file }, index) => {
      const handle = await handles[index]?.catch(() => null)
      return { file, handle: handle?.kind === 'file' ? handle : null }
    }),
  )
}

/** The file of a handle; null if the browser denies it. Use `mayAsk` only after a click. */
export async function openHandle(handle: FileHandle | null, mayAsk: boolean): Promise<File | null> {
  if (!handle) return null
  try {
    const known = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted'
    const answer = known === 'prompt' && mayAsk ? await handle.requestPermission?.({ mode: 'read' }) : known
    return answer === 'granted' ? await handle.getFile() : null
  } catch {
    // Moved, renamed or deleted since.
    return null
  }
}
