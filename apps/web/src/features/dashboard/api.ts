/** The first page. */

import { apiQuery } from '#lib/api-hooks.ts'

export const homeQuery = apiQuery('home', 'getHome')
