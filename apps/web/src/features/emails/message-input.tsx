/** The editor of the message of an email: the rich text of the product with pictures. A separate chunk. */

import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { RichTextInput } from '#ui/rich-text-input.tsx'
import type { RichTextEditorProps } from '#ui/rich-text-props.ts'
import { Picture } from '#features/files/picture-node.ts'
import { PictureDescription, PictureTool, usePictures } from '#features/files/picture-tool.tsx'

const extensions = [Picture]
/** Pixels of the longer side: emails are 520 px wide, doubled for high-density screens. */
const maxPictureSide = 1040

export function MessageInput({ onAdding, ...props }: RichTextEditorProps & { onAdding?: (isAdding: boolean) => void }) {
  const editor = useRef<Editor | null>(null)
  const pictures = usePictures(editor, { longest: maxPictureSide, type: 'image/jpeg' }, onAdding)
  const tool = <PictureTool pictures={pictures} />
  return (
    <RichTextInput
      {...props}
      ref={editor}
      extraExtensions={extensions}
      extraTools={tool}
      ExtraField={PictureDescription}
      onPictures={pictures.add}
    />
  )
}
