/** The content of posts: mentions, images, plain text, and what counts as blank. */

import { expect, test } from 'vitest'
import { hasPostContent, isVisible, listImageKeys, listMentions, toPlainText, withImageUrls } from '#rules/post-content.ts'

const [one, other] = ['0198f6a0-0000-7000-8000-000000000001', '0198f6a0-0000-7000-8000-000000000002']
const mention = (id: string) => `<span data-mention="${id}">@Ana</span>`
const keyOf = (id: string, extension = 'png') => `image/${one}/${id}.${extension}`
const image = (key: string) => `<img data-key="${key}">`

test('mentions are listed once, in their order', () => {
  expect(listMentions(`<p>${mention(other)} and ${mention(one)}, ${mention(other)}</p>`)).toEqual([other, one])
  expect(listMentions(`<p>@Ana, <span data-mention="5">@Ana</span> <b data-mention="${one}">@Ana</b></p>`)).toEqual([])
})

test('images are listed once, in their order, and only our own files', () => {
  const [first, second] = [keyOf(other, 'webp'), keyOf(one)]
  expect(listImageKeys(`${image(first)}<p>x</p>${image(second)}${image(first)}`)).toEqual([first, second])
  for (const key of [
    `video/${one}/${one}.mp4`,
    `image/${one}.png`,
    `image/${one}/${one}.PNG`,
    `image/${one}/${one}.x`,
    `image/${one}/${one}.images`,
  ])
    expect(listImageKeys(image(key))).toEqual([])
  expect(listImageKeys(`<b data-key="${first}">`)).toEqual([])
  expect(listImageKeys('')).toEqual([])
})

test('each image gets its URL, which cannot leave the attribute; without one it stays as it is', () => {
  const [known, unknown] = [keyOf(one), keyOf(other)]
  const url = 'https://files.example/a?b="1"&c="2"&d'
  const html = `<p>${image(known)}${image(unknown)}${image(known)}</p>`
  const shown = `<img data-key="${known}" src="https://files.example/a?b=&quot;1&quot;&amp;c=&quot;2&quot;&amp;d">`
  expect(withImageUrls(html, (key) => (key === known ? url : undefined))).toBe(`<p>${shown}${image(unknown)}${shown}</p>`)
})

test.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['  <b>bold</b>\n\n text\t', 'bold text'],
  ['1 &lt; 2 &gt; 0 &amp; &quot;so&quot; it&#39;s &#x27;x&#x27;', `1 < 2 > 0 & "so" it's 'x'`],
  ['a&nbsp;&nbsp;b', 'a b'],
  ['&amp;lt;', '&lt;'],
  ['&eacute;', '&eacute;'],
  ['<p></p>', ''],
  ['', ''],
])('%j is the text %j', (html, text) => expect(toPlainText(html)).toBe(text))

test.each([
  ['a letter', 'a', true],
  ['an emoji', '🙂', true],
  ['nothing', '', false],
  ['blanks and line breaks', ' \n\t', false],
  ['a no-break space', '\u00a0', false],
  ['a zero-width space and a joiner', '\u200b\u200d', false],
  ['a Hangul filler', '\u3164', false],
  ['an empty Braille pattern', '\u2800', false],
  ['a letter between blanks', '\u200b a \u2800', true],
])('%s can be seen: %s', (_, text, expected) => expect(isVisible(text)).toBe(expected))

test.each([
  ['<p>text</p>', true],
  [image(keyOf(one)), true],
  ['<p> &nbsp; </p>', false],
  ['<imgx>', false],
  ['', false],
])('the post %j has content: %s', (html, expected) => expect(hasPostContent(html)).toBe(expected))
