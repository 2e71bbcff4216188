/** The formats of the editor, and its text as it is stored. */

import { Link } from '@tiptap/extension-link'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, Extension, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { toLinkAddress } from '@lms/contract/rules/https-url'
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

/** What is typed into the field of a link becomes an address; what cannot be one is not made a link that leads nowhere. */
const linkTo = (onRefused: () => void) =>
  Link.extend({
    addCommands() {
      const { setLink, ...others } = this.parent!()
      return {
        ...others,
        setLink: (attributes) => (props) => {
          const href = toLinkAddress(attributes.href)
          if (href !== undefined) return setLink!({ ...attributes, href })(props)
          if (props.dispatch) onRefused()
          return false
        },
      }
    },
  })

export const formatsWith = (onLinkRefused: () => void) => [
  StarterKit.configure({ heading: { levels: [...levels] }, link: false }),
  linkTo(onLinkRefused).configure({ openOnClick: false, defaultProtocol: 'https', protocols: [...schemes] }),
  Direction,
]

/** A person who is mentioned in a post, in the form that the server's sanitizer allows. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ id: { default: '' }, label: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-mention]',
      getAttrs: (element) => ({ id: element.dataset['mention'] ?? '', label: element.textContent?.replace(/^@/, '') ?? '' }),
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-mention': String(node.attrs['id']) }, `@${String(node.attrs['label'])}`],
  renderText: ({ node }) => `@${String(node.attrs['label'])}`,
})

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
