import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Email, FileKey, HttpsUrl, Id, Instant, Marks, NonBlankText, Page, SingleLineText, Text, TimeZone, WholeNumber } from '#values.ts'

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

test('names are trimmed and normalised; blanks and zero-width characters are no name', () => {
  expect(SingleLineText(10).parse('  e\u0301 ')).toBe('é')
  for (const blank of ['', ' ', '\u200b\u200d', '\u00a0']) expect(takes(SingleLineText(10), blank)).toBe(false)
  expect(takes(NonBlankText(10), ' \n ')).toBe(false)
})

test('names hold nothing that reverses the text beside them; joiners stay, which Persian and emoji need', () => {
  expect(SingleLineText(20).parse('Ana\u202e\u2066 Li\u200f\u061c')).toBe('Ana Li')
  expect(SingleLineText(9).parse('\u202e Ana')).toBe('Ana')
  for (const name of ['می\u200cخواهم', '👩\u200d💻', 'ליאה', 'ليلى']) expect(SingleLineText(20).parse(name)).toBe(name.normalize('NFC'))
  expect(takes(SingleLineText(9), '\u202e\u2069')).toBe(false)
})

test('names and titles are one line, and have something to see in them', () => {
  expect(SingleLineText(20).parse('Clinic\r\n\tone\u2028two\u0085')).toBe('Clinic one two')
  expect(SingleLineText(20).parse('a  b')).toBe('a  b')
  for (const invisible of ['\u3164', '\u115f\u2800', '\ufe0f\u034f', '\n\u2029'])
    for (const schema of [SingleLineText(20), NonBlankText(20)]) expect([invisible, takes(schema, invisible)]).toEqual([invisible, false])
})

/** One UTF-16 unit: any, and often NUL or half of a pair. */
const anyUnit = fc.oneof(fc.nat(0xffff), fc.constant(0), fc.integer({ min: 0xd7ff, max: 0xe000 })).map((unit) => String.fromCharCode(unit))

test('NUL and lone surrogates are refused in all text, all else is kept as typed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyUnit, maxLength: 10 }),
      (text) => takes(Text(200), text) === (text.isWellFormed() && !text.includes('\u0000')),
    ),
  )
  for (const schema of [Text(9), SingleLineText(9), NonBlankText(9)])
    for (const bad of ['a\u0000', 'a\udfff']) expect(takes(schema, bad)).toBe(false)
})

test('addresses and ids are compared in one form', () => {
  expect(Id.parse('0198F6A0-0000-7000-8000-00000000000A')).toBe('0198f6a0-0000-7000-8000-00000000000a')
  expect(Email.parse(' A.B@Example.ORG ')).toBe('a.b@example.org')
  for (const bad of ['a', 'a@', 'a@b\r\nBcc: c@d.org', 'a b@c.org']) expect(takes(Email, bad)).toBe(false)
})

test('only https addresses of hosts, without credentials', () => {
  expect(takes(HttpsUrl, 'https://example.org/a?b#c')).toBe(true)
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    '//example.org',
    'https://a:b@example.org',
    'https://localhost/x',
  ])
    expect(takes(HttpsUrl, bad)).toBe(false)
})

test('addresses of nobody’s public host are refused, however they are written', () => {
  const taken = (hosts: string[]) => hosts.filter((host) => takes(HttpsUrl, `https://${host}/x`))
  const good = ['example.org', '8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', 'localhost.example.org', 'local.fm']
  expect(taken(good)).toEqual(good)
  /* oxfmt-ignore */
  const bad = [
    'localhost', 'localhost.', 'a.localhost', 'printer.local', 'db.internal', 'nas.home.arpa', 'box.lan',
    '127.0.0.1', '127.1', '0x7f.0.0.1', '2130706433', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1',
    '169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]',
  ]
  expect(taken(bad)).toEqual([])
})

test('keys cannot leave their folder', () => {
  const [owner, file] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(takes(FileKey, `image/${owner}/${file}.png`)).toBe(true)
  for (const bad of [
    '../../x',
    `/abs/${owner}/${file}.png`,
    `image/${owner}/${file}.png\0`,
    `image\\${owner}\\${file}.png`,
    `image/${owner}/../${file}.png`,
  ])
    expect(takes(FileKey, bad)).toBe(false)
})

test('instants of any offset come out as UTC', () => {
  expect(Instant.parse('2026-11-20T14:00:00+01:00')).toBe('2026-11-20T13:00:00.000Z')
  for (const bad of ['2026-11-20', '2026-13-01T00:00:00Z', 'now', 5]) expect(takes(Instant, bad)).toBe(false)
})

test('pages and marks are bounded', () => {
  const page = z.object(Page)
  expect(page.parse({})).toEqual({ page: 1, limit: 20 })
  for (const bad of [{ page: '0' }, { page: '1.5' }, { limit: '101' }, { page: 'x' }, { page: ['1', '2'] }])
    expect(takes(page, bad)).toBe(false)
  for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY, '10', 1.005]) expect(takes(Marks, bad)).toBe(false)
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000 }), (cents) => takes(Marks, cents / 100)))
})

test.each(['Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT-3', 'UTC'])('%s is a time zone', (zone) => {
  expect(TimeZone.parse(zone)).toBe(zone)
})

test.each(['CST', 'IST', 'CAT', 'CET', 'US/Pacific-New', '+02:00', 'Europe/Nowhere', ''])('“%s” is no time zone', (zone) => {
  expect(TimeZone.safeParse(zone).success).toBe(false)
})

test('devices without a place are in UTC', () => {
  expect(['Etc/UTC', 'GMT', 'Etc/GMT'].map((zone) => TimeZone.parse(zone))).toEqual(['UTC', 'UTC', 'UTC'])
})

test('whole numbers in queries are digits, within their bounds', () => {
  expect(WholeNumber(1, 20).parse('20')).toBe(20)
  const others = ['0', '21', '0x1', '1e0', ' 1', '', '1.5', '-1']
  expect(others.filter((text) => WholeNumber(1, 20).safeParse(text).success)).toEqual([])
})
