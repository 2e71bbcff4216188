/** Imports at the same time: their number is limited, and the next is rejected with Retry-After before its file is read. */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withImportTurn } from '#modules/imports/slots.ts'
import { testApp, type As } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { formOf } from '#test/files.ts'
import { insertUncommittedUser } from '#test/uncommitted-user.ts'

const { as, database, app, url } = await testApp()

const address = () => `${crypto.randomUUID()}@example.org`
const send = (who: As, emails: string[], dryRun: 'true' | 'false' = 'false') =>
  who.users.importUsers({
    query: { role: 'USER', dryRun },
    body: formOf(['name,email', ...emails.map((email, at) => `P ${at},${email}`)].join('\n')),
  })

test('four imports run at a time, of which two write; the fifth is a 503 with Retry-After, and finished ones make room', async () => {
  const admin = await as('ADMIN')
  const held = address()
  const { commit } = await insertUncommittedUser(url, held)
  const running = Array.from({ length: 4 }, () => send(admin, [held]))
  try {
    // The other two have read their files and wait for their turn, without a connection.
    while (withImportTurn.activeCount + withImportTurn.pendingCount < 4) await sleep(5)
    while ((await countWaiting(database)) < 2) await sleep(5)
    expect([withImportTurn.activeCount, withImportTurn.pendingCount, await countWaiting(database)]).toEqual([2, 2, 2])
    for (const dryRun of ['true', 'false'] as const)
      await expect(send(admin, [address()], dryRun)).rejects.toMatchObject({
        problem: 'busy',
        status: 503,
        retryAfter: expect.toSatisfy((seconds: number) => seconds >= 10 && seconds <= 14),
        message: 'Several imports are running. Nothing was saved; try again in 10 seconds.',
      })
    // Rejected before the form is read: this one would be a 422.
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const unread = await app.inject({ method: 'POST', url: '/api/users/add-bulk-users?role=USER', headers, payload: '--x--\r\n' })
    expect(unread.json()).toMatchObject({ type: '/problems/busy' })
  } finally {
    await commit()
  }
  await Promise.all(running)
  await expect(send(admin, [address()])).resolves.toMatchObject({ summary: { created: 1 } })
})

test('failed imports make room too: an unusable file, a form without a file', async () => {
  const admin = await as('ADMIN')
  for (let n = 0; n < 6; n++) {
    await expect(admin.users.importUsers({ query: { role: 'USER' }, body: formOf('no addresses\nhere') })).rejects.toMatchObject({
      status: 422,
    })
    await expect(admin.users.importUsers({ query: { role: 'USER' }, body: new FormData() })).rejects.toMatchObject({ status: 422 })
  }
  await expect(send(admin, [address()], 'true')).resolves.toMatchObject({ summary: { created: 1 } })
})
