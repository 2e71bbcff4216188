/** Images as part of a document, and the places of those that are being added. */

import { NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { canSplit } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, mergeAttributes, Node } from '@tiptap/react'
import { newId } from '#lib/ids.ts'
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

export const findPlace = (editor: Editor, id: string): number | undefined =>
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
export function reservePlace({ state, view }: Editor): string {
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

export const freePlace = ({ state, view }: Editor, id: string): void =>
  view.dispatch(state.tr.setMeta(places, { id, at: null } satisfies Change))
