/** Rights: the first page. */

import type { Rows } from '#test/rights/row.ts'

export const home: Rows = { getHome: { cells: { real: '200 200 200 200 200 200 401' } } }
