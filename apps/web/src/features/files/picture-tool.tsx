/** Images in the rich-text editor: adding them, and describing them. */

import { ActionIcon, FileButton, TextInput } from '@mantine/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { type RefObject, useRef, useState } from 'react'
import { IconPhoto } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { getImageError, type ImageOptions, uploadImage } from './images.ts'
import { findPlace, freePlace, reservePlace } from './picture-node.ts'
import classes from './picture-tool.module.css'

/** Adds pictures where the caret is: those of the button, and pasted and dropped ones. The caret stays in the text, wherever it is by then. */
export function usePictures(editor: RefObject<Editor | null>, options: ImageOptions, onAdding?: (isAdding: boolean) => void) {
  const running = useRef(0)
  const [isUploading, setUploading] = useState(false)
  const count = (step: number): void => {
    running.current += step
    setUploading(running.current > 0)
    onAdding?.(running.current > 0)
  }
  const addOne = async (file: File, place: string): Promise<void> => {
    try {
      const { key, url } = await uploadImage(file, options)
      const current = editor.current
      if (!current || current.isDestroyed) return void notify.info('The picture was not added: its text was closed before.')
      const at = findPlace(current, place)
      if (at === undefined) return void notify.info('The picture was not added: the text around its place was deleted.')
      const picture = current.schema.nodes['picture']!.create({ 'data-key': key, src: url })
      current.view.dispatch(current.state.tr.insert(at, picture))
    } catch (error) {
      notify.error(getImageError(error))
    }
  }
  const add = async (files: readonly File[]): Promise<void> => {
    const current = editor.current
    if (!current) return
    count(1)
    current.commands.focus()
    const place = reservePlace(current)
    for (const file of files) await addOne(file, place)
    if (!current.isDestroyed) freePlace(current, place)
    count(-1)
  }
  return { isUploading, add: (files: readonly File[]) => void add(files) }
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

/** Of the selected picture: what is read out to those who cannot see it, and stands for it in the text of an email. */
export function PictureDescription({ editor }: { editor: Editor }) {
  const alt = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const node = state.selection instanceof NodeSelection ? state.selection.node : null
      return node?.type.name === 'picture' ? String(node.attrs['alt']) : null
    },
  })
  if (alt === null) return null
  const change = (next: string): void => {
    const { state, view } = editor
    view.dispatch(state.tr.setNodeAttribute(state.selection.from, 'alt', next))
  }
  return (
    <TextInput
      className={classes.description ?? ''}
      label="Description of the picture"
      description="For people who cannot see it"
      maxLength={300}
      value={alt}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  )
}
