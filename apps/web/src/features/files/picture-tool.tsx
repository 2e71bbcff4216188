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

export function PictureTool({ editor, ...options }: ImageOptions & { editor: RefObject<Editor | null> }) {
  const [isUploading, setUploading] = useState(false)
  const add = async (file: File | null): Promise<void> => {
    if (!file) return
    setUploading(true)
    try {
      const { key, url } = await uploadImage(file, options)
      editor.current
        ?.chain()
        .focus()
        .insertContent({ type: 'picture', attrs: { 'data-key': key, src: url, alt: file.name } })
        .run()
    } catch (error) {
      notify.error(getImageError(error))
    } finally {
      setUploading(false)
    }
  }
  return (
    <FileButton accept="image/*" onChange={(file) => void add(file)}>
      {(props) => (
        <ActionIcon aria-label="Add picture" title="Add picture" loading={isUploading} {...props}>
          <IconPhoto size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </FileButton>
  )
}
