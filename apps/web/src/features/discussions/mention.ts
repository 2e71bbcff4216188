/** A person who is mentioned in a post, as part of its document. */

import { Node } from '@tiptap/react'

/** In the form that the server's sanitizer allows. */
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
