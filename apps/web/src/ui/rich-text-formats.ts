/** The formats of the editor, and its text as it is stored. */

import { Link } from '@tiptap/extension-link'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, Extension } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import type { headingLevels, linkSchemes } from '@lms/contract/rules/text-formats'
import { fromPieces } from './rich-text-placeholders.ts'

/** Each paragraph, list and quote has the direction of its own text; not in the HTML, where readers' pages add it. */
const Direction = Extension.create({
  name: 'direction',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const blocks: Decoration[] = []
          doc.forEach((node, at) => {
            blocks.push(Decoration.node(at, at + node.nodeSize, { dir: 'auto' }))
          })
          return DecorationSet.create(doc, blocks)
        },
      },
    }),
  ],
})

// By their types, so that the compiler compares the lists and no page loads another file for them.
const levels: typeof headingLevels = [2, 3]
const schemes: typeof linkSchemes = ['https', 'http', 'mailto']

export const extensions = [
  StarterKit.configure({ heading: { levels: [...levels] }, link: false }),
  Link.configure({ openOnClick: false, defaultProtocol: 'https', protocols: [...schemes] }),
  Direction,
]

const blank = '<p></p>'

/** Runs of blanks as they were typed; HTML would make one of them, except in code. */
const withBlanks = (html: string): string =>
  html
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/ {2,}/g, (run) => `${'&nbsp;'.repeat(run.length - 1)} `)))
    .join('')

/** The text as it is stored, without blank lines at its end: one stays behind a picture, to go on in. */
export function toHtml(editor: Editor): string {
  let html = editor.isEmpty ? '' : withBlanks(fromPieces(editor.getHTML()))
  while (html.endsWith(blank)) html = html.slice(0, -blank.length)
  return html
}
