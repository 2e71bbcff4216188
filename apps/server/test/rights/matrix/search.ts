/** Rights: the search over the whole product. What is found is in search.test.ts of its module. */

import type { Rows } from '#test/rights/row.ts'

export const search: Rows = { searchAll: { cells: { real: '200 200 200 200 200 200 401' } } }
