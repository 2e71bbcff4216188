/** Files sent in one PUT to an upload URL, on every store. */

import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findFile } from '#modules/files/queries.ts'
import { sweepFiles } from '#modules/files/sweep.ts'
import { preloadFileChecks } from '#modules/files/verify.ts'
import { sample } from '#test/files.ts'
import { stores, testAppOn } from '#test/stores.ts'

const MiB = 1024 * 1024

describe.each(stores.filter(({ isInstalled }) => isInstalled))('$name', async (store) => {
  const { as, put, get, storage, database, runJobs, given, clock, deps } = await testAppOn(store)
  const trainer = await as('TRAINER')

  test('a PUT with another type, too many bytes or the wrong content is rejected', async () => {
    const png = sample['image/png']
    const ask = (size?: number) => trainer.files.presignUpload({ query: { fileType: 'image/png', ...(size !== undefined && { size }) } })
    const announced = await ask(png.length)
    expect((await put(announced.url, png, { 'content-type': 'text/html' })).status).toBe(403)
    expect((await put(announced.url, Buffer.concat([png, png]), announced.headers)).ok).toBe(false)
    expect((await put(announced.url, png, announced.headers)).status).toBe(200)
    const other = await ask()
    await put(other.url, Buffer.from('<html>'), other.headers)
    const errors = await preloadFileChecks({ database, storage }, trainer.user.id, [announced.key, other.key])
    expect([...errors]).toEqual([[other.key, expect.stringMatching(/no png\. It was removed$/)]])
    expect(await findFile(database.db, announced.key)).toMatchObject({ status: 'READY', size: png.length })
  })

  test('a file that fails its check is removed, and valid files stay', async () => {
    const png = sample['image/png']
    const sent = async (bytes: Uint8Array) => {
      const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
      expect((await put(url, bytes, headers)).ok).toBe(true)
      return key
    }
    const { key: large } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
    // As on a store without a length limit: larger than the type allows.
    await storage.put(large, 'image/png', Buffer.concat([png, Buffer.alloc(5 * MiB)]))
    const [wrong, good] = [await sent(Buffer.from('<html>')), await sent(png)]
    const { key: absent } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
    for (const [key, words] of [
      [wrong, 'no png. It was removed'],
      [large, 'larger than 5 MB. It was removed'],
      [absent, 'has not arrived yet'],
    ] as const)
      await expect(trainer.users.updateMe({ body: { profileImage: key } })).rejects.toThrow(words)
    await expect(trainer.users.updateMe({ body: { profileImage: good } })).resolves.toBeDefined()
    await runJobs()
    const isThere = async (key: string) => [(await findFile(database.db, key)) !== undefined, (await storage.inspect(key)) !== undefined]
    expect(await Promise.all([wrong, large, absent, good].map(isThere))).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [true, true],
    ])
    await expect(trainer.users.updateMe({ body: { profileImage: wrong } })).rejects.toThrow('it was removed')
  })

  test('an upload URL no longer changes a file after its check; until then the last PUT counts', async () => {
    const png = sample['image/png']
    const other = Buffer.concat([png, Buffer.from('other')])
    const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
    const check = () => preloadFileChecks({ database, storage }, trainer.user.id, [key]).then(() => findFile(database.db, key))
    for (const bytes of [other, png]) expect((await put(url, bytes, headers)).status).toBe(200)
    // Several checks at once, while the file is sent again and again.
    // On the local disk the later of two PUTs cuts the earlier one, and a rejected PUT may be closed before all bytes are sent.
    const send = (bytes: Buffer) => put(url, bytes, headers).catch(() => undefined)
    const [one, , two, , three] = await Promise.all([check(), send(other), check(), send(png), check()])
    await send(Buffer.concat([other, other]))
    const { size } = (await check())!
    expect([one, two, three].map((file) => file!.size)).toEqual([size, size, size])
    const stored = await (await get(await storage.presignGet(key))).arrayBuffer()
    expect([png, other].filter(({ length }) => length === size)).toEqual([Buffer.from(stored)])
    await storage.remove(key)
    await storage.confirm(key)
    await expect(storage.inspect(key)).resolves.toBeUndefined()
  })

  test('what is sent again after the check is removed by the sweep two days later, and the file stays', async () => {
    const png = sample['image/png']
    const keys: string[] = []
    for (let n = 0; n < 3; n++) {
      const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
      await put(url, png, headers)
      await preloadFileChecks({ database, storage }, trainer.user.id, [key])
      await given.user({ profileImage: key })
      await put(url, Buffer.concat([png, png]), headers)
      keys.push(key)
    }
    // Only S3 stores keep it apart.
    const isApart = storage.removeIncoming !== undefined
    const sent = () => Promise.all(keys.map(async (key) => (isApart ? storage.inspect(`incoming/${key}`) : undefined)))
    await sweepFiles(deps)
    expect((await sent()).map((found) => found !== undefined)).toEqual(keys.map(() => isApart))
    clock.set(new Date(Date.now() + 49 * 3_600_000))
    await sweepFiles(deps)
    clock.set(new Date())
    expect(await sent()).toEqual(keys.map(() => undefined))
    for (const key of keys) await expect(storage.inspect(key)).resolves.toBeDefined()
  })

  test('an upload URL works only for its key, its method and its time', async () => {
    const png = sample['image/png']
    const [one, two] = [
      await trainer.files.presignUpload({ query: { fileType: 'image/png' } }),
      await trainer.files.presignUpload({ query: { fileType: 'image/png' } }),
    ]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10_000 })
    onTestFinished(() => void vi.useRealTimers())
    const old = await storage.presignPut(two.key, 'image/png', { seconds: 1 })
    vi.useRealTimers()
    expect((await put(one.url.replace(one.key, two.key), png, one.headers)).status).toBe(403)
    expect((await get(one.url)).status).toBe(403)
    expect((await put(old.url, png, one.headers)).status).toBe(403)
    await expect(storage.inspect(two.key)).resolves.toBeUndefined()
  })

  test('the URL of a file stays the same for a quarter of an hour, so that browsers can cache what it shows', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const key = `image/${trainer.user.id}/${crypto.randomUUID()}.png`
    const urlAt = (time: string) => {
      vi.setSystemTime(`2026-11-20T${time}Z`)
      return storage.presignGet(key)
    }
    expect(await urlAt('12:14:59')).toBe(await urlAt('12:00:01'))
    expect(await urlAt('12:15:01')).not.toBe(await urlAt('12:14:59'))
  })

  test('pictures are served from every store', async () => {
    const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
    await put(url, sample['image/png'], headers)
    await preloadFileChecks({ database, storage }, trainer.user.id, [key])
    await given.user({ profileImage: key })
    const shown = await get(`/images/${key}`)
    expect([shown.status, Buffer.from(await shown.arrayBuffer())]).toEqual([200, sample['image/png']])
  })

  test('an empty file is stored, but cannot be used', async () => {
    const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'text/plain' } })
    expect((await put(url, new Uint8Array(), headers)).status).toBe(200)
    await storage.confirm(key)
    await expect(storage.inspect(key)).resolves.toMatchObject({ size: 0 })
    await expect(storage.read(key, 0, 10)).resolves.toHaveLength(0)
  })
})
