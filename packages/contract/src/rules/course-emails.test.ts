import { expect, test } from 'vitest'
import {
  cancelledBy,
  decideStart,
  emailRefusal,
  encodeForAddress,
  fillFor,
  fillForAll,
  fillHtml,
  fillHtmlForAll,
  fillPlaceholders,
  firstName,
  isWholeCourse,
  parseAudience,
  readsOnCoursePage,
  toEmailState,
  unknownPlaceholders,
} from '#rules/course-emails.ts'

const id = '0198f6a0-0000-7000-8000-000000000001'

const cases: [entry: string, expected: unknown][] = [
  ...['ALL', 'STUDENTS', 'TRAINERS', 'ME', 'PENDING'].map((kind): [string, unknown] => [` ${kind} `, { kind }]),
  [`NOT_SUBMITTED:${id.toUpperCase()}`, { kind: 'NOT_SUBMITTED', assignmentId: id }],
  [`NOT_WATCHED:${id}`, { kind: 'NOT_WATCHED', mediaId: id }],
  [`not_watched:${id.toUpperCase()}`, { kind: 'NOT_WATCHED', mediaId: id }],
  [`ABSENT:${id}`, { kind: 'ABSENT', weekId: id, mediaId: null }],
  [`ABSENT:${id}:${id}`, { kind: 'ABSENT', weekId: id, mediaId: id }],
  [`ungraded:${id}`, { kind: 'UNGRADED', assignmentId: id }],
  [`absent:${id.toUpperCase()}:${id.toUpperCase()}`, { kind: 'ABSENT', weekId: id, mediaId: id }],
  ['INACTIVE:1', { kind: 'INACTIVE', days: 1 }],
  ['INACTIVE:999', { kind: 'INACTIVE', days: 999 }],
  [id.toUpperCase(), { kind: 'PERSON', userId: id }],
  // The accent as a character of its own is the same address.
  ['jose\u0301@example.org', { kind: 'ADDRESS', email: 'jos\u00e9@example.org' }],
  ['INACTIVE:14', { kind: 'INACTIVE', days: 14 }],
  [id, { kind: 'PERSON', userId: id }],
  [' Ana@Example.org', { kind: 'ADDRESS', email: 'ana@example.org' }],
  ...[
    '',
    'all',
    'EVERYBODY',
    'NOT_SUBMITTED',
    'NOT_SUBMITTED:5',
    `UNGRADED:${id}:${id}`,
    'INACTIVE:0',
    'INACTIVE:1000',
    'INACTIVE:014',
    'xINACTIVE:14',
    'INACTIVE:14x',
    'ALLx',
    'xALL',
    `x${id}`,
    `${id}x`,
    `xNOT_SUBMITTED:${id}`,
    'NOT_WATCHED',
    'NOT_WATCHED:5',
    `NOT_WATCHED:${id}:${id}`,
    `xNOT_WATCHED:${id}`,
    `NOT_WATCHED:${id}x`,
    `xABSENT:${id}`,
    `ABSENT:${id}:`,
    `ABSENT:${id}:${id}x`,
    `ABSENT:${id}${id}`,
    '@example.org',
    'a b@example.org',
    'a@b@c',
    'a@b c',
    'INACTIVE:1.5',
    'a@b\r\nBcc:',
    'ana@',
  ].map((entry): [string, unknown] => [entry, undefined]),
]
test.each(cases)('the audience %j', (entry, expected) => {
  expect(parseAudience(entry)).toEqual(expected)
})

test('the first name is short only where there are several words', () => {
  expect(['Ana Maria Li', 'Ana', ' Łukasz  Nowak '].map(firstName)).toEqual(['Ana', 'Ana', 'Łukasz'])
})

test('placeholders are filled in, with blanks or without; others stay and are named once', () => {
  const text = '{{name}} {{ fullName }} {{course}} {{nmae}} {{nmae}} {{}} {x}'
  expect(fillPlaceholders(text, { name: '$1', fullName: '{{name}}', course: 'C' })).toBe('$1 {{name}} C {{nmae}} {{nmae}} {{}} {x}')
  expect(unknownPlaceholders(text)).toEqual(['{{nmae}}', '{{}}'])
})

test('announcements are for everyone, or all students', () => {
  expect([['ALL'], ['STUDENTS'], [id, 'STUDENTS'], ['TRAINERS'], [id], []].map(isWholeCourse)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('an announcement is not read on the course page by those who cannot open it', () => {
  const reasons = ['SUSPENDED', 'INVITED', 'OPTED_OUT'] as const
  expect(reasons.map(readsOnCoursePage)).toEqual([false, false, true])
})

test('a placeholder without a value stays as it was written', () => {
  expect(fillPlaceholders('{{name}} {{ course }} {{name', { name: '' })).toBe(' {{ course }} {{name')
  expect(unknownPlaceholders('{{ fullName }}{{course}}{{na{me}}')).toEqual([])
})

test('an email is changed, sent and undone until it is on its way or cancelled; nobody writes to an archived course', () => {
  const [open, archived] = [{ status: 'PUBLISHED' }, { status: 'ARCHIVED' }] as const
  for (const move of ['edit', 'sendNow', 'undo'] as const) {
    expect(emailRefusal(move, 'SCHEDULED', open)).toBeUndefined()
    expect(emailRefusal(move, 'SENDING', open)).toEqual(['conflict', 'This email is already on its way.'])
    expect(emailRefusal(move, 'CANCELLED', archived)).toEqual(['conflict', 'This email was cancelled.'])
  }
  for (const move of ['send', 'edit', 'sendNow', 'show'] as const)
    expect(emailRefusal(move, move === 'send' ? 'NONE' : 'SCHEDULED', archived)).toEqual([
      'closed',
      'This course is archived. No emails are sent to it.',
    ])
  expect(emailRefusal('undo', 'SCHEDULED', archived)).toBeUndefined()
  expect(emailRefusal('show', 'SENT', open)).toBeUndefined()
  expect(emailRefusal('show', 'CANCELLED', open)).toBeDefined()
  expect([toEmailState('SENT', 1), toEmailState('SENT', 0), toEmailState('SCHEDULED', 1)]).toEqual(['SENDING', 'SENT', 'SCHEDULED'])
  expect(cancelledBy('Ana')).toBe('Cancelled by Ana.')
})

const due = {
  course: { status: 'PUBLISHED' as const, isDeleted: false },
  sender: { name: 'Ana', maySend: true },
  isAnnouncement: false,
  hasServer: true,
  isTooLate: false,
  hasReaders: true,
}
const noServer = 'Email is not set up on the server. Emails wait for seven days at most.'
test.each([
  [{}, { to: 'SENDING' }],
  [{ isTooLate: true }, { to: 'SENDING' }],
  [{ hasServer: false }, { to: 'SCHEDULED' }],
  [
    { hasServer: false, isTooLate: true },
    { to: 'CANCELLED', reason: noServer },
  ],
  [{ hasServer: false, isAnnouncement: true, isTooLate: true }, { to: 'SENDING' }],
  [{ course: { status: 'DRAFT', isDeleted: true } }, { to: 'CANCELLED', reason: 'The course was deleted.' }],
  [{ course: { status: 'ARCHIVED', isDeleted: false } }, { to: 'CANCELLED', reason: 'The course was archived.' }],
  [{ sender: { name: 'Ana', maySend: false } }, { to: 'CANCELLED', reason: 'Ana no longer teaches this course.' }],
  [{ hasReaders: false }, { to: 'CANCELLED', reason: 'Nobody was left to write to.' }],
] as [Partial<typeof due>, object][])('an email that is due with %j becomes %j', (facts, expected) =>
  expect(decideStart({ ...due, ...facts })).toEqual(expected),
)

test('values are escaped between tags, and encoded in addresses', () => {
  const html = '<p><a href="https://x.org/?n={{name}}">{{name}}</a> in {{course}}</p>'
  expect(fillHtml(html, { name: 'Ana & <Bo>', course: 'A > B' })).toBe(
    '<p><a href="https://x.org/?n=Ana%20%26%20%3CBo%3E">Ana &amp; &lt;Bo&gt;</a> in A &gt; B</p>',
  )
  expect(fillHtml('<p>{{name}}</p>', { name: 'A&B' }, (escaped) => `[${escaped}]`)).toBe('<p>[A&amp;B]</p>')
  // Half of a pair of surrogates cannot be encoded.
  expect(encodeForAddress('a\ud800')).toBe('a%EF%BF%BD')
})

test('one reader has their name; a text for all says where names will be', () => {
  expect(fillFor('{{name}}, {{fullName}}, {{course}}', 'Ana Li', 'Sailing')).toBe('Ana, Ana Li, Sailing')
  expect(fillForAll('{{name}}, {{fullName}}, {{course}}', 'Sailing')).toBe('[Name], [Full name], Sailing')
  expect(fillHtmlForAll('<b>{{name}}</b> {{course}}', 'A & B')).toBe('<b>[Name]</b> A &amp; B')
})
