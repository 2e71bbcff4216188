import { expect, test } from 'vitest'
import { getLinkHost, isHttpsUrl } from '#rules/https-url.ts'

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

test('the host is named where the text of a link is not an address there', () => {
  expect(getLinkHost('https://evil.example/login', 'Course notes')).toBe('evil.example')
  expect(getLinkHost('https://evil.example/x', 'https://bank.example')).toBe('evil.example')
  expect(getLinkHost('https://example.org/x', 'https://example.org/x')).toBeUndefined()
  expect(getLinkHost('https://example.org.evil.example/', 'https://example.org')).toBe('example.org.evil.example')
  expect(getLinkHost('https://example.org', 'https://example.org.evil.example')).toBe('example.org')
  expect(getLinkHost('mailto:a@example.org', 'a@example.org')).toBeUndefined()
})
