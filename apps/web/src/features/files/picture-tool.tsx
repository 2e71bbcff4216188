/** Images in the rich-text editor: their document node, adding them, and describing them. */

import { ActionIcon, FileButton, TextInput } from '@mantine/core'
import { NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { canSplit } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, mergeAttributes, Node, useEditorState } from '@tiptap/react'
import { type RefObject, useRef, useState } from 'react'
import { newId } from '#lib/ids.ts'
import { IconPhoto } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { getImageError, type ImageOptions, uploadImage } from './images.ts'
import classes from './picture-tool.module.css'

/** The places of pictures that are being uploaded: each moves with the text around it, and goes with it. */
const places = new PluginKey<DecorationSet>('pictures')
type Change = { id: string; at: number | null }

const drawPlace = (): HTMLElement => {
  const place = document.createElement('div')
  place.className = classes.place ?? ''
  place.textContent = 'Adding picture …'
  return place
}

const findPlace = (editor: Editor, id: string): number | undefined =>
  places.getState(editor.state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]?.from

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
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: places,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, set) => {
          const moved = set.map(transaction.mapping, transaction.doc)
          const change = transaction.getMeta(places) as Change | undefined
          if (!change) return moved
          const { id, at } = change
          if (at === null) return moved.remove(moved.find(undefined, undefined, (spec) => spec['id'] === id))
          // Behind what is put at its place: further pictures follow.
          return moved.add(transaction.doc, [Decoration.widget(at, drawPlace, { id, side: 1 })])
        },
      },
      props: { decorations: (state) => places.getState(state) },
    }),
  ],
})

/** Reserves a place for pictures behind the caret, between two blocks, and goes on in the paragraph behind it. */
function reservePlace({ state, view }: Editor): string {
  const { tr, selection, schema } = state
  const id = newId()
  const { $to } = selection
  const fits = (): boolean => $to.node(-1).canReplaceWith($to.index(-1), $to.index(-1), schema.nodes['picture']!)
  let at: number
  // A block, or the whole text, is selected.
  if ($to.depth === 0 || (selection instanceof NodeSelection && !selection.node.isInline)) at = selection.to
  else if ($to.parentOffset === 0 && fits()) at = $to.before()
  else {
    const isMiddle = !$to.parent.type.spec.code && $to.parentOffset < $to.parent.content.size && canSplit(tr.doc, $to.pos)
    if (isMiddle) tr.split($to.pos)
    at = isMiddle ? $to.pos + 1 : $to.after()
  }
  if (!tr.doc.resolve(at).nodeAfter?.isTextblock) tr.insert(at, schema.nodes['paragraph']!.create())
  tr.setSelection(TextSelection.create(tr.doc, at + 1))
  view.dispatch(tr.setMeta(places, { id, at } satisfies Change).scrollIntoView())
  return id
}

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
      if (!current || current.isDestroyed) return
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
    if (!current.isDestroyed) current.view.dispatch(current.state.tr.setMeta(places, { id: place, at: null } satisfies Change))
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
