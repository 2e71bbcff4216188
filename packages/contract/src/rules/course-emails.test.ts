import { expect, test } from 'vitest'
import { fillPlaceholders, firstName, isWholeCourse, parseAudience, unknownPlaceholders } from '#rules/course-emails.ts'

const id = '0198f6a0-0000-7000-8000-000000000001'

const cases: [entry: string, expected: unknown][] = [
  ['ALL', { kind: 'ALL' }],
  [`NOT_SUBMITTED:${id.toUpperCase()}`, { kind: 'NOT_SUBMITTED', assignmentId: id }],
  [`ABSENT:${id}`, { kind: 'ABSENT', weekId: id, mediaId: null }],
  [`ABSENT:${id}:${id}`, { kind: 'ABSENT', weekId: id, mediaId: id }],
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
  expect([['ALL'], ['STUDENTS'], ['TRAINERS'], [id]].map(isWholeCourse)).toEqual([true, true, false, false])
})
