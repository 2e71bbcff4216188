/** The migration of posts from the earlier markup to the HTML of the editor. */

import { readdir, readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { comments, discussions } from '#db/schema/discussions.ts'
import { cleanPost } from '#services/html.ts'
import { testApp } from '#test/app.ts'

const { database, given } = await testApp()
const { db } = database
const link = (href: string, text = href) => `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`

const constructs: [written: string, html: string][] = [
  ['plain words', '<p>plain words</p>'],
  ['a < b & <script>alert("x")</script>', '<p>a &lt; b &amp; &lt;script&gt;alert("x")&lt;/script&gt;</p>'],
  ['one\ntwo\n\nthree', '<p>one<br />two</p><p>three</p>'],
  ['one\r\ntwo\r\n \r\n\r\nthree\n', '<p>one<br />two</p><p>three</p>'],
  ['**bold** and `x * **y**`, 2 ** 3', '<p><strong>bold</strong> and <code>x * **y**</code>, 2 ** 3</p>'],
  ['**a** **b**`c`', '<p><strong>a</strong> <strong>b</strong><code>c</code></p>'],
  ['[office](https://stat.example/a?b=1&c=2)', `<p>${link('https://stat.example/a?b=1&amp;c=2', 'office')}</p>`],
  ['see https://a.example/x. Then', `<p>see ${link('https://a.example/x')}. Then</p>`],
  ['(https://a.example:8080/x)', `<p>(${link('https://a.example:8080/x')})</p>`],
  ['[no](https://user:pw@evil.example)', '<p>[no](https://user:pw@evil.example)</p>'],
  ['see https://127.0.0.1/x', '<p>see https://127.0.0.1/x</p>'],
  ['https://intranet/x', '<p>https://intranet/x</p>'],
  ['[no](javascript:alert(1))', '<p>[no](javascript:alert(1))</p>'],
  ['> said\n> so', '<blockquote><p>said<br />so</p></blockquote>'],
  ['> said\nnot so', '<p>&gt; said<br />not so</p>'],
  ['- one\n- **two**', '<ul><li><p>one</p></li><li><p><strong>two</strong></p></li></ul>'],
  ['* one', '<ul><li><p>one</p></li></ul>'],
  ['before\n```\n**raw** <b>\n\nx\n```\nafter', '<p>before</p><pre><code>**raw** &lt;b&gt;\n\nx</code></pre><p>after</p>'],
  ['```js\nopen', '<pre><code>open</code></pre>'],
  ['a \\ b \\1 $1 100 %', '<p>a \\ b \\1 $1 100 %</p>'],
]

test('each construct becomes HTML as the editor writes it', async () => {
  const { discussion, student } = await given.discussion()
  const place = { discussionId: discussion.id, authorId: student.id }
  const made = await Promise.all(constructs.map(() => given.comment(place)))
  // Bypasses the column’s cleaning, as stored at that time.
  const store = (table: string, id: string, content: string) =>
    db.execute(sql`update ${sql.identifier(table)} set content = ${content} where id = ${id}`)
  await Promise.all(made.map(({ id }, n) => store('comments', id, constructs[n]![0])))
  await store('discussions', discussion.id, 'Why **this**?')
  const deleted = await given.comment({ ...place, content: '', deletedAt: '2026-11-20T12:00:00Z' })
  // Its number depends on earlier merges.
  const folder = new URL('./migrations/', import.meta.url)
  const name = (await readdir(folder)).find((one) => one.endsWith('_posts_as_html.sql'))!
  const migration = await readFile(new URL(name, folder), 'utf8')
  await database.transaction(async (tx) => tx.execute(sql.raw(migration)))
  const stored = new Map((await db.select().from(comments)).map(({ id, content }) => [id, content]))
  expect(made.map(({ id }) => stored.get(id))).toEqual(constructs.map(([, html]) => html))
  for (const [, html] of constructs) expect(cleanPost(html)).toBe(html)
  expect((await db.select().from(discussions).where(eq(discussions.id, discussion.id)))[0]!.content).toBe(
    '<p>Why <strong>this</strong>?</p>',
  )
  expect(stored.get(deleted.id)).toBe('')
})
