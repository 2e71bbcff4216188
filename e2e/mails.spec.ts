/** Emails as mail programs draw them, narrow and wide, light and dark: with long words, addresses and code nothing scrolls sideways. */

import { layout } from '../apps/server/src/modules/mail/outbox.ts'
import { findCutTexts } from './cut-texts.ts'
import { expect, test } from './test.ts'

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const address = `https://example.org/${'a-very-long-path/'.repeat(12)}?q=${long}`
const body = {
  html: `<h2>${long}</h2><p>${address}</p><p><a href="${address}">${address}</a></p><pre><code>${'column '.repeat(30)}${long}${long}</code></pre>
<blockquote><p>${long}${long}</p></blockquote><ul><li><p>${long}</p><ol start="12"><li><p><code>${long}${long}</code></p></li></ol></li></ul><hr><p>End</p>`,
  text: '',
}
const footer = `You get this because you are enrolled in ${long}.`
const action = { label: 'Open', href: address }
/** All kinds of emails are one layout with one or several of these parts. */
const kinds = {
  course: {
    heading: long,
    lines: [`${long}, ${long}`],
    body,
    footer,
    footerAction: { label: 'Stop emails from this course', href: address },
  },
  notices: { heading: '3 new notices', lines: [{ text: `${long} replied to ${long}`, href: address }, 'And 2 more.'], action, footer },
  code: { heading: `Your code, ${long}`, lines: ['Enter it within ten minutes.'], code: '4821 9930', footer },
}

for (const [kind, content] of Object.entries(kinds)) {
  test(`an email fits: ${kind}`, async ({ browser }) => {
    const page = await browser.newPage()
    await page.setContent(layout(content).html)
    for (const width of [390, 640])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        expect({ width, colorScheme, cut: await findCutTexts(page) }).toEqual({ width, colorScheme, cut: [] })
      }
  })
}
