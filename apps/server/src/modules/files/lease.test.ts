import { expect, test } from 'vitest'
import { files } from '#db/schema/media.ts'
import { whileLeased } from '#modules/files/lease.ts'
import { lockAwaited } from '#modules/files/queries.ts'
import { testApp } from '#test/app.ts'

const { database, given } = await testApp()

test('a lease also blocks transactions that started before it', async () => {
  const owner = await given.trainer()
  const key = `pdf/${owner.id}/${crypto.randomUUID()}.pdf`
  await database.db.insert(files).values({ key, ownerId: owner.id, contentType: 'application/pdf', status: 'PENDING' })
  await database.transaction(async (early) => {
    expect(await lockAwaited(early, crypto.randomUUID())).toBe(false)
    await whileLeased(database.db, files, key, async () => expect(await lockAwaited(early, key)).toBe(false))
    expect(await lockAwaited(early, key)).toBe(true)
  })
})
