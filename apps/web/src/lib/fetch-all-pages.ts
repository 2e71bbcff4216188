/** A list of the server's that is needed whole: its pages, one after the other. */
type Page<T> = { items: readonly T[]; total: number }

/** Rows that the server gives at once. */
export const pageLimit = 100

/** `fetch` gets the number of the page, from 1. */
export async function fetchAllPages<T>(fetch: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await fetch(page)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
