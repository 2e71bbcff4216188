import { expect, test } from 'vitest'
import { Preferences } from '#preferences.ts'

test.each([
  { letterKeys: false },
  { captionStyle: { size: 'SMALL', background: 'SOLID' } },
  { theme: 'DARK', playbackRate: 1.25, captions: null, captionLanguage: 'de' },
  {},
])('%j is kept as it is', (chosen) => expect(Preferences.parse(chosen)).toEqual(chosen))

test.each([
  { letterKeys: null },
  { letterKeys: 'off' },
  { captionStyle: {} },
  { captionStyle: null },
  { captionStyle: { size: 'large', background: 'NONE' } },
  { captionStyle: { size: 'LARGE', background: 'HALF' } },
])('%j is no choice', (chosen) => expect(Preferences.safeParse(chosen).success).toBe(false))
