// @vitest-environment jsdom
/** What the editor can write is stored, shown, mailed, edited again, and comes back equal: generated texts, and pasted ones. */
import { Editor } from '@tiptap/react'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { layout } from '../apps/server/src/modules/mail/outbox.ts'
import { cleanPost, htmlToText } from '../apps/server/src/services/html.ts'
import { Picture } from '../apps/web/src/features/files/picture-node.ts'
import { toEditorHtml } from '../apps/web/src/ui/pasted-html.ts'
import { formatsWith, Mention, toHtml } from '../apps/web/src/ui/rich-text-formats.ts'
import { PlaceholderNode, toPieces } from '../apps/web/src/ui/rich-text-placeholders.ts'
import { RichText } from '../apps/web/src/ui/rich-text.tsx'

const names = ['name', 'course']
const editor = new Editor({
  extensions: [...formatsWith(() => undefined), Mention, Picture, PlaceholderNode.configure({ names })],
  content: '',
})
const write = (content) => {
  editor.commands.setContent(typeof content === 'string' ? toPieces(content, names) : content)
  return toHtml(editor)
}

const word = fc.constantFrom('survey.csv', 'R&D', '<b>', '3.75', 'سؤال', 'wage', 'x²', '👩‍🏫', '"quoted"', '&amp;')
// Blanks at the ends of a line are not seen, and HTML does not keep them.
const line = fc
  .tuple(word, fc.array(fc.tuple(fc.constantFrom(' ', '  ', '    '), word), { maxLength: 2 }))
  .map(([first, more]) => first + more.flat().join(''))
const mark = fc.constantFrom(
  { type: 'bold' },
  { type: 'italic' },
  { type: 'underline' },
  { type: 'strike' },
  { type: 'link', attrs: { href: 'https://example.org/a?b=1&c=2' } },
  { type: 'link', attrs: { href: 'https://example.org/form?who={{name}}' } },
)
const someMarks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type })
const marks = fc.oneof(someMarks, fc.constant([{ type: 'code' }]))
const text = fc.tuple(line, marks).map(([words, set]) => ({ type: 'text', text: words, ...(set.length > 0 && { marks: set }) }))
const atom = fc
  .tuple(
    fc.oneof(
      fc.record({ id: fc.uuid(), label: word }).map((attrs) => ({ type: 'mention', attrs })),
      fc.constantFrom(...names).map((name) => ({ type: 'placeholder', attrs: { name } })),
    ),
    someMarks,
  )
  .map(([one, set]) => ({ ...one, ...(set.length > 0 && { marks: set }) }))
const inline = fc
  .array(fc.oneof({ weight: 3, arbitrary: text }, atom), { maxLength: 3 })
  .map((texts) => texts.flatMap((one, at) => (at > 0 ? [{ type: 'hardBreak' }, one] : [one])))
const paragraph = inline.map((content) => ({ type: 'paragraph', content }))
const heading = fc.tuple(fc.constantFrom(2, 3), inline).map(([level, content]) => ({ type: 'heading', attrs: { level }, content }))
const code = fc
  .array(line, { maxLength: 4 })
  .map((lines) => ({ type: 'codeBlock', content: lines.length > 0 ? [{ type: 'text', text: lines.join('\n') }] : [] }))
const picture = fc
  .tuple(fc.uuid(), fc.uuid(), fc.oneof(fc.constant(''), line))
  .map(([owner, file, alt]) => ({ type: 'picture', attrs: { 'data-key': `image/${owner}/${file}.webp`, alt } }))
// Small lists and quotes: larger ones have the same neighbours more often, for three times the CPU time.
const { block } = fc.letrec((tie) => ({
  item: fc
    .tuple(paragraph, fc.option(tie('list'), { nil: undefined, freq: 2, depthSize: 'small' }))
    .map(([first, list]) => ({ type: 'listItem', content: list ? [first, list] : [first] })),
  list: fc
    .tuple(fc.constantFrom(null, 1, 3, 12), fc.array(tie('item'), { minLength: 1, maxLength: 2 }))
    .map(([start, content]) => (start === null ? { type: 'bulletList', content } : { type: 'orderedList', attrs: { start }, content })),
  quote: fc
    .array(fc.oneof(paragraph, picture, tie('list')), { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'blockquote', content })),
  block: fc.oneof(
    { weight: 4, arbitrary: paragraph },
    heading,
    code,
    picture,
    fc.constant({ type: 'horizontalRule' }),
    tie('list'),
    tie('quote'),
  ),
}))
const anyText = fc.array(block, { minLength: 1, maxLength: 6 }).map((content) => ({ type: 'doc', content }))

/** Only what is written, without what the page and the email add to it. */
const bare = (html) => {
  const body = document.createElement('div')
  body.innerHTML = html
  for (const element of body.querySelectorAll('*'))
    for (const name of ['rel', 'target', 'dir', 'style', 'loading']) element.removeAttribute(name)
  return body.innerHTML
}
const shown = (html) => {
  const body = document.createElement('div')
  body.innerHTML = renderToStaticMarkup(createElement(RichText, { html }))
  return bare(body.firstElementChild.innerHTML).replaceAll(' (example.org)', '')
}
const mailed = (html) => {
  const { html: mail } = layout({ heading: 'H', lines: [], footer: 'F', body: { html, text: '' } })
  return bare(/<h1.*?<\/h1>\n\n(.*?)\n<\/div>/s.exec(mail)[1]).replaceAll('<p>&nbsp;</p>', '<p></p>')
}
const words = (html) => {
  const body = document.createElement('div')
  body.innerHTML = html.replaceAll(/<(br|\/p|\/h2|\/h3|\/pre|hr)>/g, '<$1> ')
  return body.textContent.split(/\s+/).filter(Boolean)
}

function expectKept(written) {
  const [stored, same] = [cleanPost(written), bare(written)]
  expect(bare(stored)).toBe(same)
  expect(cleanPost(stored)).toBe(stored)
  expect(write(stored)).toBe(written)
  expect(shown(stored)).toBe(same)
  expect(mailed(stored)).toBe(same)
  const plain = htmlToText(stored)
  let from = 0
  for (const one of words(written)) {
    const at = plain.indexOf(one, from)
    expect({ one, isThere: at >= 0 }).toEqual({ one, isThere: true })
    from = at + one.length
  }
}

test('500 texts of any formats come back as they were written', { timeout: 900_000 }, () => {
  const isKept = fc.property(anyText, (document) => expectKept(write(document)))
  expect(() => fc.assert(isKept, { numRuns: 500, seed: 34 })).not.toThrow()
})

describe('pasted', () => {
  test.each([
    [
      'a web page',
      '<h1>Marks</h1><div>One <b>two</b><br>three</div><h4>Deep</h4><p style="color:red">x<sup>2</sup></p><script>x()</script>',
    ],
    [
      'Word',
      '<p class=MsoNormal>Hello<o:p></o:p></p><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>First</p><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.</span>Second</p>',
    ],
    [
      'Docs',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span> and <a href="https://example.org/a?b=1&amp;c=2">link</a></p><ul><li dir="ltr"><p dir="ltr">One</p></li></ul></b>',
    ],
    ['a sheet', '<table><tr><td>Ana</td><td>17</td></tr><tr><td>Rui</td><td>9</td></tr></table>'],
  ])('%s', (_from, html) => {
    const written = write(toEditorHtml(html))
    expect(written).not.toBe('')
    expectKept(written)
  })
})
