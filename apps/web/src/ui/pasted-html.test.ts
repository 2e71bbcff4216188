/** What is pasted from spreadsheets and word processors keeps its meaning in the formats that the editor has. */

import { expect, test } from 'vitest'
import { toEditorHtml } from './pasted-html.ts'

const item = (level: number, marker: string, text: string) =>
  `<p class="MsoListParagraph" style="margin-left:36pt;mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp;</span></span><!--[endif]-->${text}</p>`

test.each([
  [
    'a table of a spreadsheet',
    '<table><tr><th>Name</th><th>Mark</th></tr><tr><td><b>Ana</b></td><td>17</td></tr><tr><td></td><td></td></tr></table>',
    '<p>Name | Mark</p><p><b>Ana</b> | 17</p>',
  ],
  ['an empty cell keeps its place', '<table><tr><td>Mon</td><td></td><td>Room 4</td></tr></table>', '<p>Mon |  | Room 4</p>'],
  [
    'cells of several lines',
    '<table><tr><td><p>Mon</p><p>10:00</p></td><td>Room <a href="https://x.example">4</a></td></tr></table>',
    '<p>Mon 10:00  | Room <a href="https://x.example">4</a></p>',
  ],
  [
    'a table of one column is only layout',
    '<table><tr><td><p>One</p><ul><li>Two</li></ul></td></tr></table>',
    '<p>One</p><ul><li>Two</li></ul>',
  ],
  ['headings', '<h1>One</h1><h2>Two</h2><h5>Five <i>x</i></h5>', '<h2>One</h2><h2>Two</h2><h3>Five <i>x</i></h3>'],
  ['super- and subscripts', '<p>x<sup>2</sup>, CO<sub>2</sub>, x<sup>ab</sup>, said<sup>[1]</sup></p>', '<p>x², CO₂, x^ab, said[1]</p>'],
  ['those of Google Docs', '<span style="font-size:8pt;vertical-align:super">10</span>', '¹⁰'],
  [
    'a list of Word',
    `${item(1, '·', 'One')}${item(1, '·', 'Two')}<p>After</p>`,
    '<ul><li><!--[if !supportLists]--><!--[endif]-->One</li><li><!--[if !supportLists]--><!--[endif]-->Two</li></ul><p>After</p>',
  ],
])('%s', (_, html, expected) => expect(toEditorHtml(html)).toBe(expected))

test('lists of Word: levels, numbers, and two lists with text between them', () => {
  const html = `${item(1, '1.', 'One')}${item(2, 'a)', 'Sub')}${item(2, 'o', 'Dot')}${item(1, '2.', 'Two')}<p>Text</p>${item(1, '§', 'Other')}`
  expect(toEditorHtml(html).replaceAll(/<!--.*?-->/g, '')).toBe(
    '<ol><li>One<ol><li>Sub</li></ol><ul><li>Dot</li></ul></li><li>Two</li></ol><p>Text</p><ul><li>Other</li></ul>',
  )
})
