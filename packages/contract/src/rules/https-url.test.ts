import { expect, test } from 'vitest'
import { completeUrl, getLinkHost, isHttpsUrl, isLinkUrl, toLinkAddress } from '#rules/https-url.ts'

test('public https addresses only', () => {
  for (const good of ['https://example.org', 'https://example.org/a?b#c', 'https://8.8.8.8/x', 'https://bücher.example/ä'])
    expect([good, isHttpsUrl(good)]).toEqual([good, true])
  for (const bad of [
    'http://example.org',
    'javascript://example.org/%0aalert(1)',
    'https://user:pw@evil.example',
    'https://user@evil.example',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://nas.local/',
    'https://exam\nple.org/',
    'https://example.org/a b',
    'https://example.org/a\tb',
    ' https://example.org',
    'example.org',
    '',
  ])
    expect([bad, isHttpsUrl(bad)]).toEqual([bad, false])
})

test('people may follow public http addresses too', () => {
  for (const good of ['http://example.org', 'https://example.org/a']) expect([good, isLinkUrl(good)]).toEqual([good, true])
  for (const bad of ['http://localhost', 'http://10.0.0.1/', 'http://user@example.org', 'javascript:alert(1)', 'mailto:a@example.org', 'x'])
    expect([bad, isLinkUrl(bad)]).toEqual([bad, false])
})

test.each([
  [' https://example.org ', 'https://example.org'],
  ['www.example.org', 'https://www.example.org'],
  ['WWW.example.org/a', 'https://WWW.example.org/a'],
  ['docs.example.org/d/1?x=2', 'https://docs.example.org/d/1?x=2'],
  ['http://www.example.org', 'http://www.example.org'],
  ['essay.pdf', 'essay.pdf'],
  ['ana@example.org/x', 'ana@example.org/x'],
  ['javascript:x.y/z', 'javascript:x.y/z'],
  ['./notes.html', './notes.html'],
  ['no idea', 'no idea'],
  ['', ''],
])('%j is completed to %j', (typed, expected) => expect(completeUrl(typed)).toBe(expected))

test.each([
  [' example.org ', 'https://example.org'],
  ['www.example.org', 'https://www.example.org'],
  ['docs.example.org/d/1?x={{name}}', 'https://docs.example.org/d/1?x={{name}}'],
  ['http://example.org', 'http://example.org'],
  ['ana.li@example.org', 'mailto:ana.li@example.org'],
  ['mailto:ana@example.org', 'mailto:ana@example.org'],
  ['ana@example.org/x', undefined],
  ['http://10.0.0.1/', undefined],
  ['javascript:alert(1)', undefined],
  ['week two', undefined],
  ['notes', undefined],
  ['', undefined],
])('%j in the field of a link is %j', (typed, expected) => expect(toLinkAddress(typed)).toBe(expected))

test('the host is named where the text of a link is not an address there', () => {
  expect(getLinkHost('https://evil.example/login', 'Course notes')).toBe('evil.example')
  expect(getLinkHost('https://evil.example/x', 'https://bank.example')).toBe('evil.example')
  expect(getLinkHost('https://example.org/x', 'https://example.org/x')).toBeUndefined()
  expect(getLinkHost('https://example.org.evil.example/', 'https://example.org')).toBe('example.org.evil.example')
  expect(getLinkHost('https://example.org', 'https://example.org.evil.example')).toBe('example.org')
  expect(getLinkHost('https://www.example.org', 'www.example.org')).toBeUndefined()
  expect(getLinkHost('https://example.org/page', 'example.org/page')).toBeUndefined()
  expect(getLinkHost('https://evil.example', 'www.example.org')).toBe('evil.example')
  expect(getLinkHost('mailto:a@example.org', 'a@example.org')).toBeUndefined()
})

/** RFC 6890, and names of local networks: from the first address of each block to the last, and those just outside. */
test.each([
  ['0.0.0.0', false],
  ['1.0.0.1', true],
  ['9.255.255.255', true],
  ['10.0.0.1', false],
  ['11.0.0.1', true],
  ['100.63.0.1', true],
  ['100.64.0.1', false],
  ['100.69.0.1', false],
  ['100.70.0.1', false],
  ['100.99.0.1', false],
  ['100.100.0.1', false],
  ['100.119.0.1', false],
  ['100.120.0.1', false],
  ['100.127.0.1', false],
  ['100.128.0.1', true],
  ['126.0.0.1', true],
  ['127.255.255.255', false],
  ['128.0.0.1', true],
  ['169.253.0.1', true],
  ['169.254.169.254', false],
  ['172.15.0.1', true],
  ['172.16.0.1', false],
  ['172.20.0.1', false],
  ['172.29.0.1', false],
  ['172.30.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.0.0.1', false],
  ['192.0.1.1', true],
  ['192.168.1.1', false],
  ['192.167.1.1', true],
  ['198.17.0.1', true],
  ['198.18.0.1', false],
  ['198.19.0.1', false],
  ['198.20.0.1', true],
  ['223.255.255.255', true],
  ['224.0.0.1', false],
  ['229.0.0.1', false],
  ['230.0.0.1', false],
  ['249.0.0.1', false],
  ['250.0.0.1', false],
  ['255.255.255.255', false],
  ['210.0.0.1', true],
  ['110.10.10.10', true],
  ['host.localhost', false],
  ['localhost.', false],
  ['printer.local.', false],
  ['wiki.internal', false],
  ['nas.home.arpa', false],
  ['nas.homexarpa', true],
  ['router.lan', false],
  ['plan.example', true],
  ['my-lan.lanex', true],
  ['lan.example', true],
  ['notlocal.example.mylocal', true],
  ['intranet', false],
])('https://%s/ is public: %s', (host, expected) => expect(isHttpsUrl(`https://${host}/`)).toBe(expected))

test('neither a user name nor a password alone may be in an address, nor a control character', () => {
  for (const bad of ['https://user@example.org', 'https://:pw@example.org', 'https://exam\u0007ple.org', 'https://example.org/\u0000'])
    expect([bad, isHttpsUrl(bad)]).toEqual([bad, false])
})

test('blanks around the text of a link do not matter', () => {
  expect(getLinkHost('https://example.org/x', '\u00a0https://example.org/y ')).toBeUndefined()
  expect(getLinkHost('not an address', 'text')).toBeUndefined()
})
