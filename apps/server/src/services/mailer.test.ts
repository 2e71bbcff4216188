import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer, deleteOldMailFiles, throttle } from '#services/mailer.ts'

const mail = { id: 'one', to: 'ana@example.org', subject: 'Week 2', html: '<p>Hello</p>', text: 'Hello', replyTo: null }

async function newOutbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-mailer-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  const mailer = await createMailer({ mail: { kind: 'outbox', from: 'LMS <lms@example.org>' }, dataDir, demo: false })
  return { outbox, dataDir, mailer }
}

test('a check is asked again after its interval, and at once after the clock was set back', async () => {
  let [clock, checks] = [1000, 0]
  const check = throttle(
    10,
    async () => void checks++,
    () => clock,
  )
  const checksAt = async (at: number) => {
    clock = at
    await check()
    return checks
  }
  for (const [at, expected] of [
    [1000, 1],
    [1009, 1],
    [1010, 2],
    [500, 3],
    [509, 3],
    [510, 4],
  ] as const)
    expect([at, await checksAt(at)]).toEqual([at, expected])
})

test('an email without a mail server is a file, complete or not there', async () => {
  const { outbox, mailer } = await newOutbox()
  await mailer.send(mail)
  await mailer.send({ ...mail, subject: 'Week 3' })
  expect(await readdir(outbox)).toEqual(['one.eml'])
  expect(await readFile(join(outbox, 'one.eml'), 'utf8')).toContain('Subject: Week 3')
})

test('pictures of emails without a mail server are stored once, beside the emails; old files are removed', async () => {
  const { outbox, dataDir, mailer } = await newOutbox()
  const picture = { cid: 'chart', filename: 'picture.png', contentType: 'image/png', content: Buffer.alloc(100_000, 'x') }
  const html = '<p><img alt="" src="cid:chart"></p>'
  for (const id of ['one', 'two', 'three']) await mailer.send({ ...mail, id, html, pictures: [picture] })
  expect((await readdir(outbox)).toSorted()).toEqual(['chart.png', 'one.eml', 'three.eml', 'two.eml'])
  const text = await readFile(join(outbox, 'one.eml'), 'utf8')
  expect(text.length).toBeLessThan(5000)
  expect(text).toContain('chart.png')
  const old = new Date('2026-01-01')
  for (const name of ['chart.png', 'one.eml']) await utimes(join(outbox, name), old, old)
  // Used again, so it is not old.
  await mailer.send({ ...mail, id: 'four', html, pictures: [picture] })
  await deleteOldMailFiles(dataDir, new Date('2026-01-02'))
  expect((await readdir(outbox)).toSorted()).toEqual(['chart.png', 'four.eml', 'three.eml', 'two.eml'])
})

// Node ends the process when it finds a file that nobody closed.
test.runIf(process.platform === 'linux')('if the disk is full, the email fails and its file is closed', async () => {
  const { outbox, mailer } = await newOutbox()
  await symlink('/dev/full', join(outbox, 'one.eml.part'))
  await expect(mailer.send(mail)).rejects.toThrow('ENOSPC')
  const open = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  expect(open).not.toContain('/dev/full')
})
