/** Images in the rich-text editor: their document node, and the button that adds one. */
import { ActionIcon, FileButton } from '@mantine/core'
import { type Editor, mergeAttributes, Node } from '@tiptap/react'
import { type RefObject, useState } from 'react'
import { IconPhoto } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { getImageError, type ImageOptions, uploadImage } from './images.ts'

/** In the form that the server's sanitizer allows. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    'data-key': { default: '' },
    src: { default: null },
    alt: { default: '' },
  }),
  parseHTML: () => [{ tag: 'img[data-key]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** Adds pictures where the caret is: those of the button, and pasted and dropped ones. */
export function usePictures(editor: RefObject<Editor | null>, options: ImageOptions) {
  const [uploading, setUploading] = useState(0)
  const addOne = async (file: File): Promise<void> => {
    try {
      const { key, url } = await uploadImage(file, options)
      editor.current
        ?.chain()
        .focus()
        .insertContent({ type: 'picture', attrs: { 'data-key': key, src: url, alt: file.name } })
        .run()
    } catch (error) {
      notify.error(getImageError(error))
    }
  }
  const add = async (files: readonly File[]): Promise<void> => {
    setUploading((count) => count + 1)
    for (const file of files) await addOne(file)
    setUploading((count) => count - 1)
  }
  return { isUploading: uploading > 0, add: (files: readonly File[]) => void add(files) }
}

export const PictureTool = ({ pictures: { isUploading, add } }: { pictures: ReturnType<typeof usePictures> }) => (
  <FileButton accept="image/*" onChange={(file) => file && add([file])}>
    {(props) => (
      <ActionIcon aria-label="Add picture" title="Add picture" loading={isUploading} {...props}>
        <IconPhoto size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    )}
  </FileButton>
)
