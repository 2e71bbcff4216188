/** The search over the whole product. */

import { apiQuery } from '#lib/api-hooks.ts'

export const searchAllQuery = apiQuery('search', 'searchAll')
