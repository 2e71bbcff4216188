import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from '#services/mailer.ts'

const mail = { id: 'one', to: 'ana@example.org', subject: 'Week 2', html: '<p>Hello</p>', text: 'Hello', replyTo: null }

async function newOutbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-mailer-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  const mailer = await createMailer({ mail: { kind: 'outbox', from: 'LMS <lms@example.org>' }, dataDir, demo: false })
  return { outbox, mailer }
}

test('an email without a mail server is a file, complete or not there', async () => {
  const { outbox, mailer } = await newOutbox()
  await mailer.send(mail)
  await mailer.send({ ...mail, subject: 'Week 3' })
  expect(await readdir(outbox)).toEqual(['one.eml'])
  expect(await readFile(join(outbox, 'one.eml'), 'utf8')).toContain('Subject: Week 3')
})

// Node ends the process when it finds a file that nobody closed.
test.runIf(process.platform === 'linux')('if the disk is full, the email fails and its file is closed', async () => {
  const { outbox, mailer } = await newOutbox()
  await symlink('/dev/full', join(outbox, 'one.eml.part'))
  await expect(mailer.send(mail)).rejects.toThrow('ENOSPC')
  const open = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  expect(open).not.toContain('/dev/full')
})
