/** The search over the whole product. */

import { leastSearch, type Found } from '@lms/contract/search'
import type * as contract from '@lms/contract/search'
import type { Context, Handler } from '#call/handler.ts'
import { findHits, listTextsLike } from '#modules/search/queries.ts'
import { correctSearch, getTypingErrorPatterns } from '#modules/search/rules.ts'

const nothing = { items: [], total: 0 }
const nothingFound: Found = {
  corrected: null,
  courses: nothing,
  weeks: nothing,
  videos: nothing,
  sessions: nothing,
  assignments: nothing,
  people: nothing,
  discussions: nothing,
}

export const searchAll: Handler<typeof contract.searchAll> = async (ctx, { query: { q, exact } }) => {
  if ([...q].length < leastSearch) return nothingFound
  const found = { corrected: null, ...(await findHits(ctx.db, ctx.actor, q, ctx.now())) }
  const isEmpty = Object.values(found).every((group) => group === null || group.total === 0)
  return isEmpty && !exact ? ((await searchCorrected(ctx, q)) ?? nothingFound) : found
}

/** What may be meant by a search that finds nothing as it is typed. */
async function searchCorrected({ db, actor, now }: Context, typed: string): Promise<Found | undefined> {
  const patterns = getTypingErrorPatterns(typed)
  const corrected = patterns && correctSearch(typed, await listTextsLike(db, actor, patterns, now()))
  return corrected === undefined ? undefined : { corrected, ...(await findHits(db, actor, corrected, now())) }
}
