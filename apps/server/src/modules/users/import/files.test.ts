/** The file of an import: the formats that are read, what is rejected as a whole, and the template. */

import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { formOf } from '#test/files.ts'
import { send, sheet, unique } from '#test/people-file.ts'

const { as, database, app } = await testApp()

test('each encoding, line end and delimiter is read; an unreadable file is rejected and nothing is created', async () => {
  const admin = await as('ADMIN')
  const text = (key: string, delimiter = ',', end = '\r\n') =>
    ['name', 'Zoë "Z" O’Hara']
      .map((name, n) =>
        [name.includes('"') ? `"${name.replaceAll('"', '""')}\n"` : name, n ? `z-${key}@example.org` : 'email'].join(delimiter),
      )
      .join(end)
  const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()
  const readable: ((key: string) => string | Buffer)[] = [
    (key) => text(key),
    (key) => `\ufeff${text(key, ';', '\n')}`,
    (key) => text(key, '\t', '\r'),
    (key) => Buffer.from(`\ufeff${text(key)}`, 'utf16le'),
    (key) => utf16be(`\ufeff${text(key, ';')}`),
    (key) => Buffer.from(text(key).replace('’', '\u0092'), 'latin1'),
  ]
  for (const file of readable) {
    const key = unique()
    await expect(send(admin, file(key))).resolves.toMatchObject({ summary: { created: 1 }, detected: { samples: ['Zoë "Z" O’Hara'] } })
  }
  const key = unique()
  const good = `Good,good-${key}@example.org`
  const book = await writeExcelFile([[{ value: 'x', type: String }]]).toBuffer()
  await expect(send(admin, sheet(good, 'B\0d,b@example.org'))).rejects.toBeProblem('validation-failed', ['/file'])
  await expect(send(admin, Buffer.from(`${sheet(good)}\n\u0081é`, 'latin1'))).rejects.toBeProblem('validation-failed', ['/file'])
  await expect(send(admin, good)).rejects.toBeProblem('validation-failed', ['/file'])
  await expect(send(admin, '')).rejects.toBeProblem('validation-failed', ['/file'])
  await expect(send(admin, book.subarray(0, book.length - 100))).rejects.toBeProblem('validation-failed', ['/file'])
  await expect(send(admin, '%PDF-1.7')).rejects.toBeProblem('unsupported-type')
  expect(await database.db.$count(users, like(users.email, `%${key}%`))).toBe(0)
})

test('a workbook is known by its content, whatever its name', async () => {
  const admin = await as('ADMIN')
  const cell = (value: string) => ({ value, type: String })
  const email = `x-${unique()}@example.org`
  const book = await writeExcelFile([
    [cell('Full name'), cell('E-mail')],
    [cell('Ana Li'), cell(email)],
  ]).toBuffer()
  const reply = await admin.users.importUsers({ query: { role: 'USER' }, body: formOf(book, 'people.csv') })
  expect(reply).toMatchObject({ detected: { format: 'XLSX', nameColumn: 'Full name' }, rows: [{ row: 2, email, outcome: 'CREATED' }] })
})

test('the caller can override the detected format; a file that cannot be read that way is rejected by field, and nothing is created', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const mac = Buffer.concat([Buffer.from('name,email\nZo'), Buffer.from([0x91]), Buffer.from(` \xe5,z-${key}@example.org`, 'latin1')])
  expect((await send(admin, mac, { dryRun: 'true' })).detected).toMatchObject({ encoding: 'Windows-1252', samples: ['Zo‘ å'] })
  expect((await send(admin, mac, { dryRun: 'true', encoding: 'Macintosh' })).detected).toMatchObject({
    encoding: 'Macintosh',
    samples: ['Zoë Â'],
  })
  const mixed = `who;e-mail, private\nLi;a-${key}@example.org, home`
  expect((await send(admin, mixed, { dryRun: 'true', delimiter: ';' })).detected).toMatchObject({
    delimiter: ';',
    emailColumn: 'e-mail, private',
  })
  const good = `Who,Where\nGood,good-${key}@example.org`
  await expect(send(admin, mac, { encoding: 'UTF-8' })).rejects.toBeProblem('validation-failed', ['?encoding'])
  await expect(send(admin, good, { encoding: 'UTF-16LE' })).rejects.toBeProblem('validation-failed', ['?encoding'])
  await expect(send(admin, good, { delimiter: '\t' })).rejects.toBeProblem('validation-failed', ['?delimiter'])
  await expect(send(admin, good, { delimiter: '\t', encoding: 'UTF-8' })).rejects.toBeProblem('validation-failed', [
    '?encoding',
    '?delimiter',
  ])
  await expect(send(admin, good, { encoding: 'EBCDIC' as 'UTF-8', delimiter: '#' as ',' })).rejects.toBeProblem('validation-failed', [
    '?delimiter',
    '?encoding',
  ])
  const book = await writeExcelFile([[{ value: 'email', type: String }], [{ value: `b-${key}@example.org`, type: String }]]).toBuffer()
  await expect(send(admin, book, { encoding: 'UTF-8' })).rejects.toBeProblem('validation-failed', ['?encoding'])
  expect(await database.db.$count(users, like(users.email, `%${key}%`))).toBe(0)
  await expect(send(admin, good, { delimiter: ',', encoding: 'Windows-1252' })).resolves.toMatchObject({ summary: { created: 1 } })
})

test('the import reads the template in both formats', async () => {
  const admin = await as('ADMIN')
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await admin.users.getImportTemplate({ query: { format } })
    const reply = await send(admin, new Uint8Array(await file.arrayBuffer()), { dryRun: 'true' })
    expect(reply).toMatchObject({
      detected: { format: format.toUpperCase(), nameColumn: 'name' },
      rows: [{ row: 2, name: 'Ana Li', outcome: 'CREATED' }],
    })
  }
  await expect((await as('TRAINER')).users.getImportTemplate()).rejects.toBeProblem('forbidden')
})

test('a form without a file, with another field or type', async () => {
  const { token } = await as('ADMIN')
  const post = async (payload: FormData | string | undefined, type?: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/users/add-bulk-users?role=USER',
        headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
        ...(payload !== undefined && { payload: payload as string }),
      })
    ).json()
  const other = new FormData()
  other.append('upload', new Blob([sheet('A,a@example.org')]), 'a.csv')
  const text = new FormData()
  text.append('file', 'name,email')
  for (const form of [other, text, undefined]) expect(await post(form)).toMatchObject({ status: 422, errors: [{ pointer: '/file' }] })
  expect(await post('{}', 'application/json')).toMatchObject({ status: 415, detail: 'Send multipart/form-data.' })
  expect(await post('name,email', 'text/csv')).toMatchObject({ status: 415 })
  expect(await post('--x\r\nbroken', 'multipart/form-data; boundary=x')).toMatchObject({ status: 400 })
  expect(await post('x', 'multipart/form-data')).toMatchObject({ status: 400 })
})
