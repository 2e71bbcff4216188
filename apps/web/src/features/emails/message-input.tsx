/** The editor of the message of an email: the rich text of the product with pictures. It arrives in its own chunk. */
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { Picture, PictureTool } from '#features/files/index.ts'
import { type RichTextEditorProps, RichTextInput } from '#ui/rich-text-input.tsx'

const extensions = [Picture]
/** Pixels of the longer side: mails are 520 wide, on fine screens twice as many. */
const maxPictureSide = 1040

export function MessageInput(props: RichTextEditorProps) {
  const editor = useRef<Editor | null>(null)
  const tool = <PictureTool editor={editor} longest={maxPictureSide} type="image/jpeg" />
  return <RichTextInput {...props} ref={editor} extraExtensions={extensions} extraTools={tool} />
}
