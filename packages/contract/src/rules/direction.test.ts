/** Isolation of names and titles within sentences. */

import { expect, test } from 'vitest'
import { isolate } from '#rules/direction.ts'

test.each(['سارة', 'שאלה 3', 'Report (تقرير)', 'ﷺ', '𞤀𞤣𞤤𞤢𞤥'])('%s is isolated', (text) => expect(isolate(text)).toBe(`\u2068${text}\u2069`))
test.each(['Ana', '', '第3課', 'Ελένη', 'Дело', 'a\u0300', 'แก้ว'])('%j stays as it is', (text) => expect(isolate(text)).toBe(text))
