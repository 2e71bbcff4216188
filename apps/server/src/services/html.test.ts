import { expect, test } from 'vitest'
import { cleanHtml, cleanPost, htmlToText, withDirections } from '#services/html.ts'

const outside = 'rel="noopener noreferrer nofollow" target="_blank"'

test.each(['https://example.org/a?b=1', 'http://example.org/', 'mailto:ana@example.org'])(
  'a link to %s stays, and opens outside of the app',
  (href) => {
    expect(cleanHtml(`<p><a href=" ${href} " class="x" onclick="x()">Read</a></p>`)).toBe(`<p><a href="${href}" ${outside}>Read</a></p>`)
  },
)

test.each(['http://10.0.0.1/', '//example.org', '/users', 'javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', ''])(
  'a link to %j is only text',
  (href) => expect(cleanHtml(`<a href="${href}">Read</a>`)).toBe(`<a ${outside}>Read</a>`),
)

test('an address without its beginning is completed', () =>
  expect(cleanHtml('<a href="www.example.org">Read</a>')).toBe(`<a href="https://www.example.org" ${outside}>Read</a>`))

const id = '6d1f8a52-9c1e-4c55-8a35-0d7b8f0e3a11'
const keyOf = (kind: string, extension: string) => `${kind}/${id}/${id}.${extension}`

test('posts show uploaded pictures and nothing else as images', () => {
  const picture = `<img data-key="${keyOf('image', 'png')}" alt="A chart" />`
  const others = [
    `<img data-key="${keyOf('video', 'mp4')}">`,
    '<img src="https://example.org/a.png">',
    '<img data-key="image/../../files-secret">',
  ]
  expect(cleanPost(`<p>${picture.replace('alt', 'src="https://example.org/b.png" onerror="x()" alt')}${others.join('')}</p>`)).toBe(
    `<p>${picture}</p>`,
  )
  expect(cleanHtml(picture)).toBe('')
})

test('a mention keeps the user’s id; other spans keep only their text', () => {
  const mention = `<span data-mention="${id}">@Ana</span>`
  expect(cleanPost(`${mention.replace('>', ' class="x">')}, <span data-mention="everyone">@all</span> <span>words</span>`)).toBe(
    `${mention}, @all words`,
  )
})

test('as plain text, paragraphs, lists, links and pictures remain visible', () => {
  const html = `<h2>Week 1</h2><p>Read &amp; write:<br>then rest</p><ul><li><p>One</p></li><li>Two</li></ul>
<p><a href="https://example.org/a" ${outside}>Notes</a> and <a href="https://example.org">https://example.org</a></p><p><img data-key="x" alt="A chart">&lt;3 &#39;</p>`
  expect(htmlToText(html).split('\n')).toEqual([
    'Week 1',
    '',
    'Read & write:',
    'then rest',
    '',
    '- One',
    '- Two',
    '',
    'Notes (https://example.org/a) and https://example.org',
    '',
    "[A chart]<3 '",
  ])
})

test('in mails, each paragraph, list and quote has the direction of its own text', () => {
  const list = '<ol start="2"><li><p>Two</p><ul><li>Sub</li></ul></li></ol>'
  expect(withDirections(`<p>One</p><pre>x</pre>${list}<blockquote><p>Said</p></blockquote><p>End</p>`)).toBe(
    `<p dir="auto">One</p><pre dir="auto">x</pre>${list.replace('<ol', '<ol dir="auto"')}<blockquote dir="auto"><p>Said</p></blockquote><p dir="auto">End</p>`,
  )
})

test('a numbered list starts where it was written to start', () => {
  expect(cleanPost('<ol start="3"><li>Three</li></ol><ol start="x"><li>One</li></ol>')).toBe(
    '<ol start="3"><li>Three</li></ol><ol><li>One</li></ol>',
  )
})

test('as plain text, quotes are marked, and numbered lists have their numbers', () => {
  const html =
    '<p>You wrote:</p><blockquote><p>First</p><p>Second</p></blockquote><p>Yes.</p><ol start="3"><li>Three</li><li>Four</li></ol><hr /><p>End</p>'
  expect(htmlToText(html)).toBe('You wrote:\n\n> First\n\n> Second\n\nYes.\n\n3. Three\n4. Four\n\n---\n\nEnd')
})
