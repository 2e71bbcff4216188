/** Emails as mail programs draw them, narrow and wide, light and dark: with long words, addresses and code nothing scrolls sideways. */

import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { withMailPictures } from '../apps/server/src/modules/mail/course-emails/pictures.ts'
import { layout, addSchoolName } from '../apps/server/src/modules/mail/outbox.ts'
import { findCutTexts } from './cut-texts.ts'
import { expect, test } from './test.ts'

type Content = Parameters<typeof layout>[0]

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const address = `https://example.org/${'a-very-long-path/'.repeat(12)}?q=${long}`
const key = `image/${crypto.randomUUID()}/${crypto.randomUUID()}.png`
const body = {
  html: withMailPictures(
    `<h2>${long}</h2><p>${address}</p><p><a href="${address}">${address}</a></p><pre><code>${'column '.repeat(30)}${long}${long}</code></pre>
<blockquote><p>${long}${long}</p></blockquote><ul><li><p>${long}</p><ol start="12"><li><p><code>${long}${long}</code></p></li></ol></li></ul><hr>
<img data-key="${key}" alt="${long}"><p><span data-mention="${crypto.randomUUID()}">@${long}${long}</span></p><p></p><h3>${long}</h3><p>End</p>`,
  ),
  text: '',
}
/** Wider than any page. */
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1040" height="90"/>')}`
const footer = `You get this because you are enrolled in ${long}.`
const action = { label: `Open ${long}`, href: address }
const footerAction = { label: 'Stop emails from this course', href: address }

/** By the files that write them; an email has nothing but the parts of the layout. */
const kinds: Record<string, [kind: string, content: Content][]> = {
  'mail/course-emails/send.ts': [['to a course', { heading: long, lines: [`${long}, ${long}`], body, footer, footerAction }]],
  'notices/jobs.ts': [
    ['one notice', { heading: `${long} replied to ${long}`, lines: [long], action, footer }],
    ['daily', { heading: '3 new notices', lines: [{ text: `${long} replied to ${long}`, href: address }, 'And 2 more.'], action, footer }],
  ],
  'auth/mails.ts': [
    ['code', { heading: 'Your code', lines: ['Enter it within ten minutes.'], code: '482 199', action, footer }],
    ['password changed', { heading: 'Your password was changed', lines: [long], action, footer }],
  ],
  'users/invitations.ts': [['invitation', { heading: `Welcome, ${long}`, lines: ['Choose a password.'], action, footer }]],
  'signup-forms/responses/decide.ts': [
    ['sign-up decision', { heading: 'You are enrolled', lines: [`${long}: approved.`, address], action, footer }],
  ],
  'assignments/exceptions/handlers.ts': [
    ['reminder', { heading: `Reminder: ${long}`, lines: [`You have not submitted ${long}`], action, footer }],
  ],
  'submissions/notify.ts': [['receipt', { heading: `You submitted ${long}`, lines: [long, '3 of 3 questions answered.'], action, footer }]],
  'media/session-emails.ts': [['session moved', { heading: `${long} was moved`, lines: [long, `Europe/Lisbon ${long}`], action, footer }]],
  'mail/given-up.ts': [['tasks given up', { heading: 'A task was given up', lines: [`It failed too often: ${long}.`], footer }]],
}
/** Fails to compile when the layout has another part. */
const everything: Required<Content> = { heading: long, lines: [long], code: '482 199', action, body, footer, footerAction }

test('every kind of email is drawn here', async () => {
  const modules = join(import.meta.dirname, '../apps/server/src/modules')
  const writing: string[] = []
  for await (const file of glob('**/*.ts', { cwd: modules }))
    if (!file.endsWith('.test.ts') && /(?<!function |const )\blayout\(/.test(readFileSync(join(modules, file), 'utf8'))) writing.push(file)
  expect(Object.keys(kinds).toSorted()).toEqual(writing.toSorted())
})

test('emails fit', async ({ browser }) => {
  const page = await browser.newPage()
  for (const [kind, content] of [...Object.values(kinds).flat(), ['everything', everything] as const]) {
    const letter = addSchoolName(layout(content), `School of ${long}`)
    await page.setContent(letter.html.replaceAll(/src="cid:[^"]*"/g, `src="${picture}"`))
    for (const width of [390, 640])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        expect.soft({ kind, width, colorScheme, cut: await findCutTexts(page) }).toEqual({ kind, width, colorScheme, cut: [] })
      }
  }
})
