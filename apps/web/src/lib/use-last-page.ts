/** Leads from a page that a list no longer has to its last one, such as after a filter or a deletion. */
import { useEffect } from 'react'

type List = { data: { total: number; limit: number; page: number } | undefined; isPlaceholderData: boolean }

export function useLastPage({ data, isPlaceholderData }: List, toPage: (page: number) => void): void {
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const last = Math.max(1, Math.ceil(data.total / data.limit))
    if (data.page > last) toPage(last)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [data, isPlaceholderData])
}
